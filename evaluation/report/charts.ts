/** Charts of the report as SVG texts. */
import * as echarts from 'echarts';
import type { Evaluation } from '../evaluation.ts';

const SIZE = { width: 720, height: 420 };
const GENUINE = '#1a7f5a';
const IMPOSTOR = '#c2453d';

/** A chart as SVG text. */
function draw(option: echarts.EChartsOption): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...SIZE });
  chart.setOption({ animation: false, backgroundColor: '#fff', ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

const percent = (value: number) => `${Number((value * 100).toPrecision(2))} %`;

/** Rates that a trade-off is labelled with. */
const TICKS = [1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95];

/**
 * Detection error trade-off: false non-match rate over false match rate, on axes of normal deviates,
 * on which normally distributed scores give a straight line (A. Martin et al., Eurospeech 1997). A
 * rate of 0 or 1 lies on the edge.
 */
export function drawTradeOff({ tradeOff, points }: Evaluation): string {
  const seen = tradeOff.flatMap(({ fmr, fnmr }) => [fmr, fnmr]).filter((rate) => rate > 0);
  const least = TICKS.findLast((tick) => tick <= Math.min(0.01, ...seen)) ?? TICKS[0]!;
  const place = (rate: number) => deviate(Math.min(TICKS.at(-1)!, Math.max(least, rate)));
  const curve = tradeOff.map(({ fmr, fnmr }) => [place(fmr), place(fnmr)]);
  const calibrated = points.calibrated.map(({ far, tar, nominal }) => ({
    value: [place(far), place(1 - tar)],
    name: percent(nominal),
  }));
  const ticks = TICKS.filter((tick) => tick >= least);
  const customValues = ticks.map(deviate);
  const axis = (name: string) => ({
    ...{ type: 'value' as const, min: customValues[0]!, max: customValues.at(-1)! },
    ...{ name, nameLocation: 'middle' as const, nameGap: 34 },
    axisTick: { customValues },
    splitLine: { show: false },
    axisLabel: {
      customValues,
      formatter: (value: number) =>
        percent(ticks[customValues.findIndex((one) => Math.abs(one - value) < 1e-6)] ?? 0),
    },
  });
  return draw({
    grid: { left: 80, right: 30, top: 30, bottom: 60 },
    xAxis: axis('false match rate'),
    yAxis: { ...axis('false non-match rate'), nameGap: 56 },
    series: [
      { type: 'line', data: curve, showSymbol: false, lineStyle: { color: GENUINE, width: 2 } },
      {
        type: 'scatter',
        data: calibrated,
        symbolSize: 9,
        itemStyle: { color: IMPOSTOR },
        label: { show: true, position: 'right', formatter: '{b}' },
      },
    ],
  });
}

/** The standard normal deviate below which a share lies (Abramowitz and Stegun, 26.2.23). */
export function deviate(share: number): number {
  if (share > 0.5) return -deviate(1 - share);
  const t = Math.sqrt(-2 * Math.log(share));
  const over = 2.515517 + t * (0.802853 + t * 0.010328);
  const under = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return over / under - t;
}

/** Shares of the scores of genuine and impostor comparisons, bin by bin, logarithmic. */
export function drawHistogram({ histogram, points }: Evaluation): string {
  const { start, width } = histogram;
  const series = (name: string, color: string, shares: readonly number[]) => ({
    type: 'line' as const,
    name,
    step: 'middle' as const,
    showSymbol: false,
    lineStyle: { color, width: 1.5 },
    itemStyle: { color },
    areaStyle: { color, opacity: 0.15 },
    data: shares.map((share, bin) => [start + (bin + 0.5) * width, share > 0 ? share : null]),
  });
  const thresholds = points.calibrated.map(({ threshold, nominal }) => ({
    xAxis: threshold,
    label: { formatter: percent(nominal), rotate: 90, position: 'insideEndTop' as const },
  }));
  return draw({
    legend: { top: 0, data: ['genuine', 'impostor'] },
    grid: { left: 80, right: 30, top: 50, bottom: 60 },
    xAxis: {
      type: 'value',
      scale: true,
      name: 'comparison score',
      nameLocation: 'middle',
      nameGap: 30,
    },
    yAxis: { type: 'log', axisLabel: { formatter: percent }, name: 'share' },
    series: [
      {
        ...series('impostor', IMPOSTOR, histogram.impostor),
        markLine: { symbol: 'none', lineStyle: { color: '#888' }, data: thresholds },
      },
      series('genuine', GENUINE, histogram.genuine),
    ],
  });
}
