/** Detail that was never photographed: smooth noise that comes out as a bent head turns. */
import type { Picture } from '../../src/faces/image/picture.ts';
import type { Held } from '../liveness/followed-attempt.ts';
import { seededRandom } from '../motion/random.ts';
import { frameOf } from './head-map.ts';

export interface NewDetail {
  /** What a turn by a radius brings out, as a share of the brightness; 0: none. */
  readonly grown: number;
  /** How coarse it is, in eye distances. */
  readonly grain: number;
}

/** Knots a side of the detail. */
const KNOTS = 80;

/** The picture with noise that belongs to the face; each direction has its own. */
export function paintDetail(
  { width, height, data }: Picture,
  mesh: Float32Array,
  { right, up }: Held,
  { grown, grain }: NewDetail,
  seed: number,
): Picture {
  const { x: eyesX, y: eyesY, unit, cos, sin } = frameOf(mesh);
  const random = seededRandom(seed + 1);
  const fields = Array.from({ length: 4 }, () =>
    Float32Array.from({ length: (KNOTS + 1) ** 2 }, () => random() + random() + random() - 1.5),
  );
  const shares = [right, -right, up, -up].map((share) => grown * Math.max(0, share));
  const knots = Float32Array.from({ length: (KNOTS + 1) ** 2 }, (_, i) =>
    fields.reduce((sum, field, k) => sum + shares[k]! * field[i]!, 0),
  );
  const out = new Uint8Array(data.length);
  for (let i = 0; i < width * height; i++) {
    const [px, py] = [(i % width) - eyesX, Math.floor(i / width) - eyesY];
    const [u, v] = [(px * cos + py * sin) / unit, (py * cos - px * sin) / unit - 0.5];
    const gain = 1 + valueAt(knots, u / grain + KNOTS / 2, v / grain + KNOTS / 2);
    for (let c = 0; c < 3; c++) out[i * 3 + c] = Math.min(255, data[i * 3 + c]! * gain);
  }
  return { width, height, data: out };
}

function valueAt(knots: Float32Array, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= KNOTS || y >= KNOTS) return 0;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - column, y - row].map((f) => f * f * (3 - 2 * f)) as [number, number];
  const i = row * (KNOTS + 1) + column;
  const above = knots[i]! * (1 - fx) + knots[i + 1]! * fx;
  const below = knots[i + KNOTS + 1]! * (1 - fx) + knots[i + KNOTS + 2]! * fx;
  return above * (1 - fy) + below * fy;
}
