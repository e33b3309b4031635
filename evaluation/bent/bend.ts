/** Bends one photograph to look like a turning head: the attack that the pair check must refuse. */

import type { Picture } from '../../src/faces/image/picture.ts';
import { type Bend, frameOf, headMapOf, type MapPoint } from './head-map.ts';

/** Iterations to find the place that a bent pixel came from. */
const STEPS = 5;

/** How much of the full movement belongs to the head, not to the room behind it. */
const HEAD = 1 / 3;

/**
 * The bent photograph. Its surroundings stay, or move the other way.
 * @param mesh of the one face, x, y, z triples in pixels of the photograph
 * @param room how far it moves, as a share of the head
 */
export function bendPicture(
  photograph: Picture,
  mesh: Float32Array,
  bend: Bend,
  room = 0,
): Picture {
  const { width, height } = photograph;
  const data = new Uint8Array(width * height * 3);
  const move = headMapOf(mesh, bend);
  const { unit } = frameOf(mesh);
  const [right, down] = [bend.right * unit, bend.down * unit];
  const whole = Math.max(1e-6, HEAD * Math.hypot(right, down));
  const at: MapPoint = { x: 0, y: 0 };
  for (let y = 0, o = 0; y < height; y++)
    for (let x = 0; x < width; x++, o += 3) {
      let [sx, sy] = [x, y];
      for (let step = 0; step < STEPS; step++) {
        move(sx, sy, at);
        const beside = room * Math.max(0, 1 - Math.hypot(at.x, at.y) / whole);
        sx = x - at.x + beside * right;
        sy = y - at.y + beside * down;
      }
      sample(photograph, sx, sy, data, o);
    }
  return { width, height, data };
}

/** Writes the mean of four neighbours. Border pixels continue beyond the border. */
export function sample(
  { width, height, data }: Picture,
  x: number,
  y: number,
  out: Uint8Array,
  o: number,
) {
  const [cx, cy] = [clamp(x, width - 1), clamp(y, height - 1)];
  const [left, top] = [Math.min(Math.floor(cx), width - 2), Math.min(Math.floor(cy), height - 2)];
  const [fx, fy] = [cx - left, cy - top];
  const p = (top * width + left) * 3;
  const q = p + width * 3;
  for (let c = 0; c < 3; c++) {
    const above = data[p + c]! * (1 - fx) + data[p + 3 + c]! * fx;
    const below = data[q + c]! * (1 - fx) + data[q + 3 + c]! * fx;
    out[o + c] = above * (1 - fy) + below * fy + 0.5;
  }
}

const clamp = (value: number, high: number) => Math.min(high, Math.max(0, value));
