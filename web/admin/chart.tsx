/** Charts over time: SVG for what is drawn, HTML for what is read, so that letters keep their size. */
import type { ComponentChildren } from 'preact';
import { formatNumber, locale } from '../language.ts';

export interface Step {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** One a series; undefined: nothing was measured. */
  readonly values: readonly (number | undefined)[];
}

export interface Series {
  readonly name: string;
  readonly tone: 'accent' | 'warn' | 'bad';
}

interface ChartProps {
  readonly steps: readonly Step[];
  readonly series: readonly Series[];
  /** What the chart shows, for those who do not see it. */
  readonly summary: string;
}

/** Units of the drawing, which is stretched to the room it has. */
const [WIDTH, HEIGHT] = [1000, 100];

/** Values of a step upon each other. */
export function Bars({ steps, series, summary }: ChartProps) {
  const heights = steps.map(({ values }) => values.reduce<number>((sum, v) => sum + (v ?? 0), 0));
  const top = roundUp(Math.max(...heights));
  const width = WIDTH / steps.length;
  return (
    <Frame steps={steps} series={series} summary={summary} top={top}>
      {steps.map(({ time, values }, index) =>
        values.map((value = 0, which) => {
          const below = values.slice(0, which).reduce<number>((sum, v) => sum + (v ?? 0), 0);
          return (
            <rect
              key={`${time} ${series[which]!.name}`}
              class={`chart-${series[which]!.tone}`}
              x={(index + 0.12) * width}
              width={width * 0.76}
              y={HEIGHT - ((below + value) / top) * HEIGHT}
              height={(value / top) * HEIGHT}
            />
          );
        }),
      )}
    </Frame>
  );
}

/** A line a series, interrupted where nothing was measured; every measurement has its mark. */
export function Lines({ steps, series, summary }: ChartProps) {
  const top = roundUp(Math.max(...steps.flatMap(({ values }) => values.map((v) => v ?? 0))));
  const width = WIDTH / steps.length;
  return (
    <Frame steps={steps} series={series} summary={summary} top={top} unit=" ms">
      {series.map(({ name, tone }, which) => {
        const path = steps
          .map(({ values }, index) => {
            const value = values[which];
            if (value === undefined) return '';
            const y = HEIGHT - (value / top) * HEIGHT;
            const before = index > 0 && steps[index - 1]!.values[which] !== undefined;
            // A short level line in each step, so that a lonely measurement is seen as well.
            return `${before ? 'L' : 'M'}${(index + 0.3) * width} ${y}L${(index + 0.7) * width} ${y}`;
          })
          .join('');
        return <path key={name} class={`chart-line chart-line-${tone}`} d={path} />;
      })}
    </Frame>
  );
}

interface FrameProps extends ChartProps {
  /** The value at the upper edge. */
  readonly top: number;
  readonly unit?: string;
  readonly children: ComponentChildren;
}

function Frame({ steps, series, summary, top, unit = '', children }: FrameProps) {
  const first = steps[0]!.time;
  const middle = steps[Math.floor(steps.length / 2)]!.time;
  const last = steps.at(-1)!.time;
  const short = last - first < 2 * 86_400_000;
  return (
    <figure class="chart">
      <div class="chart-scale" aria-hidden="true">
        <span>{formatNumber(top, 0) + unit}</span>
        <span>{formatNumber(top / 2, top % 2) + unit}</span>
        <span>0</span>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <line key={y} class="chart-grid" x1="0" x2={WIDTH} y1={y} y2={y} />
        ))}
        {children}
      </svg>
      <div class="chart-times" aria-hidden="true">
        {[first, middle, last].map((time) => (
          <span key={time}>{label(time, short)}</span>
        ))}
      </div>
      <figcaption class="chart-legend">
        {series.map(({ name, tone }) => (
          <span key={name}>
            <i class={`chart-key chart-key-${tone}`} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const label = (time: number, short: boolean): string =>
  new Date(time).toLocaleString(
    locale.value,
    // The service counts by days of UTC.
    short
      ? { hour: '2-digit', minute: '2-digit' }
      : { day: 'numeric', month: 'short', timeZone: 'UTC' },
  );

/** The next of 1, 2, 5, 10, 20 …, which are easy to read a scale by. */
function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value)!;
}
