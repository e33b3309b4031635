/** Draws a chart with uPlot: colours from the design, times and numbers in the user's format. */
import uPlot, { type AlignedData, type Series as Drawn, type Options } from 'uplot';
import { HOUR_MS } from '../../src/durations.ts';
import 'uplot/dist/uPlot.min.css';
import { formatNumber } from '../language.ts';

export type ToneName = 'accent' | 'warn' | 'bad' | 'soft';

export interface PlotSpec {
  /** Stacked values, or one line for each. */
  readonly kind: 'bars' | 'lines';
  /** Milliseconds since 1970, one for each step. */
  readonly times: readonly number[];
  /** A list for each series with one value for each step. Undefined: nothing was measured. */
  readonly values: readonly (readonly (number | undefined)[])[];
  readonly tones: readonly ToneName[];
  readonly unit: string;
  readonly timeText: (time: number) => string;
  /** Receives the step under the pointer. */
  readonly onStep: (index: number) => void;
}

const HEIGHT = 190;
/** Pixels next to the plot itself. */
const PLOT_EDGES = { left: 64, right: 16 } as const;
const TOKENS = { accent: '--accent', warn: '--warn', bad: '--bad', soft: '--line-strong' } as const;

export interface Plot {
  /** Points at that step. */
  point(index: number): void;
  /** Redraws in the current colours. */
  redraw(): void;
  destroy(): void;
}

/** Draws into the element, and follows its width. */
export function draw(place: HTMLElement, spec: PlotSpec): Plot {
  const plot = new uPlot(optionsOf(place, spec), dataOf(spec), place);
  const resized = new ResizeObserver(() =>
    plot.setSize({ width: place.clientWidth, height: HEIGHT }),
  );
  resized.observe(place);
  return {
    point(index) {
      const left = plot.valToPos(spec.times[index]! / 1000, 'x');
      plot.setCursor({ left, top: plot.bbox.height / devicePixelRatio / 2 }, false);
    },
    redraw: () => plot.redraw(),
    destroy() {
      resized.disconnect();
      plot.destroy();
    },
  };
}

function optionsOf(place: HTMLElement, spec: PlotSpec): Options {
  const { kind, times, tones, unit, timeText, onStep } = spec;
  const step = ((times[1] ?? times[0]! + HOUR_MS) - times[0]!) / 1000;
  const ink = () => colourOf(place, '--ink-soft');
  const line = { stroke: () => colourOf(place, '--line'), width: 1 };
  const axis = { stroke: ink, font: `12px ${getComputedStyle(place).fontFamily}` };
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    // Keeps the last label on the right from being cut off.
    padding: [null, PLOT_EDGES.right, null, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'lines' } },
    scales: {
      x: { range: [times[0]! / 1000 - step / 2, times.at(-1)! / 1000 + step / 2] },
      y: { range: (_plot, _least, most) => [0, Math.max(1, (most ?? 0) * 1.05)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: line,
        space: 90,
        size: 34,
        values: (_plot, splits) => splits.map((time) => timeText(time * 1000)),
      },
      {
        ...axis,
        grid: line,
        ticks: { show: false },
        size: PLOT_EDGES.left,
        // Nobody makes half a call.
        incrs: [1, 2, 5]
          .flatMap((digit) => [0, 1, 2, 3, 4, 5, 6].map((n) => digit * 10 ** n))
          .sort((a, b) => a - b),
        values: (_plot, splits) => splits.map((value) => formatNumber(value, 0) + unit),
      },
    ],
    series: [{}, ...seriesOf(place, kind, tones)],
    hooks: { setCursor: [({ cursor: { idx } }) => idx != null && onStep(idx)] },
  };
}

function seriesOf(place: HTMLElement, kind: PlotSpec['kind'], tones: readonly ToneName[]): Drawn[] {
  const colour = (tone: ToneName) => () => colourOf(place, TOKENS[tone]);
  if (kind === 'lines')
    return tones.map((tone) => ({
      stroke: colour(tone),
      width: 2,
      points: { show: true, size: 6 },
    }));
  const paths = uPlot.paths.bars!({ size: [0.76, 48] });
  return tones
    .map((tone) => ({
      fill: colour(tone),
      stroke: colour(tone),
      width: 0,
      paths,
      points: { show: false },
    }))
    .reverse();
}

/** Sums of stacked values, highest first, so that the lower ones lie in front. */
function dataOf({ kind, times, values }: PlotSpec): AlignedData {
  const x = times.map((time) => time / 1000);
  if (kind === 'lines') return [x, ...values.map((line) => line.map((value) => value ?? null))];
  const sums = values.map((_, which) =>
    x.map((_, at) => values.slice(0, which + 1).reduce((sum, line) => sum + (line[at] ?? 0), 0)),
  );
  return [x, ...sums.reverse()];
}

/** A canvas does not understand design tokens. */
function colourOf(place: HTMLElement, token: string): string {
  const probe = place.ownerDocument.createElement('i');
  probe.style.color = `var(${token})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
