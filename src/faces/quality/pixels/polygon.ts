/** Convex polygons: hulls of points, and filling like OpenCV, edges included. */
import type { Point } from '../../geometry.ts';
import type { Mask } from './mask.ts';

/** Corners of the convex hull in order, without points on its edges (Andrew's monotone chain). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p.x - q.x || p.y - q.y);
  const half = (list: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (o: Point, p: Point, q: Point) =>
  (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);

/** Fills a convex polygon of whole coordinates into the mask, with its boundary (8-connected). */
export function fillConvex(mask: Mask, corners: readonly Point[]): void {
  for (const [i, corner] of corners.entries()) drawLine(mask, corners.at(i - 1)!, corner);
  fillInside(mask, corners);
}

function drawLine(mask: Mask, from: Point, to: Point): void {
  const [start, end] = to.x < from.x ? [to, from] : [from, to];
  const width = end.x - start.x;
  const height = Math.abs(end.y - start.y);
  const down = end.y < start.y ? -1 : 1;
  const steep = height > width;
  const long = steep ? height : width;
  const short = steep ? width : height;
  let { x, y } = start;
  let error = long - 2 * short;
  for (let i = 0; i <= long; i++) {
    set(mask, x, y);
    const aside = error < 0;
    error += (aside ? 2 * long : 0) - 2 * short;
    if (steep || aside) y += down;
    if (!steep || aside) x++;
  }
}

function set({ width, height, data }: Mask, x: number, y: number): void {
  if (x >= 0 && y >= 0 && x < width && y < height) data[y * width + x] = 1;
}

/** Fixed-point unit of the scan conversion; numbers stay exact below 2^53. */
const ONE = 65536;

/** Follows the left and the right chain of edges from the top corner down, row by row. */
function fillInside(mask: Mask, corners: readonly Point[]): void {
  const ys = corners.map(({ y }) => y);
  const top = Math.min(...ys);
  const bottom = Math.min(Math.max(...ys), mask.height - 1);
  if (corners.length < 3) return;
  const first = ys.indexOf(top);
  const chains = [1, corners.length - 1].map((step) => ({
    step,
    index: first,
    end: top,
    x: -ONE,
    dx: 0,
  }));
  let edges = corners.length;
  for (let y = top; y <= bottom; y++) {
    for (const chain of chains) {
      if (y < chain.end) continue;
      let from = chain.index;
      let to = (from + chain.step) % corners.length;
      while (edges-- > 0) {
        const { x, y: end } = corners[to]!;
        if (end > y) {
          const start = corners[from]!.x * ONE;
          chain.end = end;
          chain.dx = Math.trunc(((x * ONE - start) * 2 + (end - y)) / (2 * (end - y)));
          chain.x = start;
          chain.index = to;
          break;
        }
        from = to;
        to = (to + chain.step) % corners.length;
      }
    }
    const [p, q] = chains.map(({ x }) => x).sort((a, b) => a - b) as [number, number];
    const left = Math.max(0, Math.floor((p + ONE / 2) / ONE));
    const right = Math.min(mask.width - 1, Math.floor((q + ONE / 2) / ONE));
    if (y >= 0 && left <= right)
      mask.data.fill(1, y * mask.width + left, y * mask.width + right + 1);
    for (const chain of chains) chain.x += chain.dx;
  }
}
