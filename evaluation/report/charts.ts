/** Charts of the report as SVG texts. */
import * as echarts from 'echarts';
import type { Evaluation } from '../evaluation.ts';

const SIZE = { width: 720, height: 420 };
const GENUINE = '#1a7f5a';
const IMPOSTOR = '#c2453d';

/** A chart as SVG text. */
export function draw(option: echarts.EChartsOption): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...SIZE });
  chart.setOption({ animation: false, backgroundColor: '#fff', ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

const percent = (value: number) => `${Number((value * 100).toPrecision(2))} %`;

/** Detection error trade-off: false non-match rate over false match rate, both logarithmic. */
export function drawTradeOff({ tradeOff, points }: Evaluation): string {
  // A rate of zero has no place on a logarithmic axis.
  const curve = tradeOff.filter(({ fnmr }) => fnmr > 0).map(({ fmr, fnmr }) => [fmr, fnmr]);
  const calibrated = points.calibrated
    .filter(({ far, tar }) => far > 0 && tar < 1)
    .map(({ far, tar, nominal }) => ({ value: [far, 1 - tar], name: percent(nominal) }));
  const axis = (name: string) => ({
    type: 'log' as const,
    name,
    nameLocation: 'middle' as const,
    nameGap: 34,
    axisLabel: { formatter: percent },
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
