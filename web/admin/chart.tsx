/** Charts over time: a drawing, exact values on pointing, and a table for everybody. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { DAY_MS } from '../../src/durations.ts';
import { fill, formatNumber, locale, t } from '../language.ts';
import { theme } from '../theme.ts';
import { DataTable } from './data-table.tsx';
import type { Plot, PlotSpec, ToneName } from './plot.ts';

export interface Step {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** One value for each series. Undefined: nothing was measured. */
  readonly values: readonly (number | undefined)[];
}

export interface Series {
  readonly name: string;
  readonly tone: ToneName;
}

interface ChartProps {
  readonly kind: PlotSpec['kind'];
  readonly steps: readonly Step[];
  readonly series: readonly Series[];
  readonly unit?: string;
  /** Describes the chart to people who cannot see it. */
  readonly summary: string;
}

export function Chart({ kind, steps, series, unit = '', summary }: ChartProps) {
  const { overview } = t.value.admin;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const [pointed, setPointed] = useState(steps.length - 1);
  const at = Math.min(pointed, steps.length - 1);
  useEffect(() => {
    const spec: PlotSpec = {
      kind,
      unit,
      times: steps.map(({ time }) => time),
      values: series.map((_, which) => steps.map(({ values }) => values[which])),
      tones: series.map(({ tone }) => tone),
      timeText: (time) => timeText(time, isShort(steps)),
      onStep: setPointed,
    };
    return drawOnce(place.current!, spec, plot);
  }, [JSON.stringify([kind, steps, series]), locale.value]);
  useRedrawnWithTheme(plot);
  const exact = (value: number | undefined) =>
    value === undefined ? '–' : formatNumber(value, 0) + unit;
  const { time, values } = steps[at]!;
  const texts = series.map(({ name }, which) => `${name}: ${exact(values[which])}`);
  const shown = steps.filter(({ values }) =>
    values.some((value) => value !== undefined && value !== 0),
  );
  return (
    <figure class="chart">
      <div class="chart-plot" ref={place} role="img" aria-label={summary} />
      <input
        type="range"
        class="chart-step"
        style={{ '--steps': steps.length }}
        min={0}
        max={steps.length - 1}
        value={at}
        aria-label={overview.step}
        aria-valuetext={`${timeText(time, isShort(steps), true)} – ${texts.join(', ')}`}
        onInput={({ currentTarget }) => {
          setPointed(currentTarget.valueAsNumber);
          plot.current?.point(currentTarget.valueAsNumber);
        }}
      />
      <figcaption class="chart-legend">
        <strong>{timeText(time, isShort(steps), true)}</strong>
        {series.map(({ name, tone }, which) => (
          <span key={name}>
            <i class={`chart-key chart-key-${tone}`} />
            {fill(overview.valueOf, { name, value: exact(values[which]) })}
          </span>
        ))}
      </figcaption>
      <details class="entry-details">
        <summary>{overview.asTable}</summary>
        {shown.length > 0 && shown.length < steps.length && (
          <p class="small quiet">{overview.leftOut}</p>
        )}
        <DataTable
          label={summary}
          rows={shown.toReversed()}
          keyOf={(step) => String(step.time)}
          empty={overview.empty}
          columns={[
            {
              title: t.value.admin.time,
              cell: (step) => timeText(step.time, isShort(steps), true),
            },
            ...series.map(({ name }, which) => ({
              title: name,
              kind: 'number' as const,
              cell: (step: Step) => exact(step.values[which]),
            })),
          ]}
        />
      </details>
    </figure>
  );
}

/**
 * Draws as soon as the library has loaded. It fails in browsers without a language (`C`), where
 * exact values and table remain.
 * @returns ends the drawing
 */
function drawOnce(place: HTMLElement, spec: PlotSpec, plot: { current: Plot | undefined }) {
  let ended = false;
  void import('./plot.ts').then(
    ({ draw }) => {
      if (!ended) plot.current = draw(place, spec);
    },
    () => undefined,
  );
  return () => {
    ended = true;
    plot.current?.destroy();
    plot.current = undefined;
  };
}

function useRedrawnWithTheme(plot: { readonly current: Plot | undefined }): void {
  const chosen = theme.value;
  useEffect(() => plot.current?.redraw(), [chosen]);
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => plot.current?.redraw();
    system.addEventListener('change', redraw);
    return () => system.removeEventListener('change', redraw);
  }, []);
}

/** Whether the steps are hours, not days. */
const isShort = (steps: readonly Step[]): boolean =>
  steps.at(-1)!.time - steps[0]!.time < 2 * DAY_MS;

function timeText(time: number, short: boolean, withDay = false): string {
  const hour = { hour: '2-digit', minute: '2-digit' } as const;
  const day = { day: 'numeric', month: 'short' } as const;
  return new Date(time).toLocaleString(
    locale.value,
    // The service counts by UTC days.
    short ? { ...(withDay && { weekday: 'short' }), ...hour } : { ...day, timeZone: 'UTC' },
  );
}
