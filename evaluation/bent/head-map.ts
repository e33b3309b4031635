/** Where each part of a head moves when the image is bent. */

/** Assumed shapes of the head. */
export const SHAPES = ['egg', 'dome', 'mesh', 'turn'] as const;
export type Shape = (typeof SHAPES)[number];

export interface Bend {
  readonly shape: Shape;
  /**
   * Movement of the nearest part to the right and down, in eye distances. For `turn`, half the
   * angle in radians.
   */
  readonly right: number;
  readonly down: number;
}

export interface MapPoint {
  x: number;
  y: number;
}

/** Writes the movement of a place, in pixels of the image. */
export type HeadMap = (x: number, y: number, out: MapPoint) => void;

/** Corners of the eyes, whose middle is the pupil. */
const EYES = [
  [33, 133],
  [362, 263],
] as const;

/** A head in the image: origin between the eyes, unit their distance, axes along and down. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly unit: number;
  readonly cos: number;
  readonly sin: number;
}

/** Spread of a mesh beyond its points: cells across two heads, and the reach of a point. */
const CELLS = 48;
const HALF = 2.4;

export function headMapOf(mesh: Float32Array, bend: Bend): HeadMap {
  const frame = frameOf(mesh);
  const { right, down, shape } = bend;
  if (shape === 'egg' || shape === 'dome') {
    const depth = shape === 'egg' ? egg : dome;
    return (x, y, out) => {
      const z = depth(along(frame, x, y), across(frame, x, y)) * frame.unit;
      out.x = right * z;
      out.y = down * z;
    };
  }
  return spread(
    frame,
    shape === 'mesh' ? byDepth(mesh, frame, bend) : byTurn(mesh, frame, bend),
    mesh,
  );
}

export function frameOf(mesh: Float32Array): Frame {
  const [one, other] = EYES.map(([p, q]) => ({
    x: (mesh[p * 3]! + mesh[q * 3]!) / 2,
    y: (mesh[p * 3 + 1]! + mesh[q * 3 + 1]!) / 2,
  })) as [MapPoint, MapPoint];
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const unit = Math.hypot(dx, dy);
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    unit,
    cos: dx / unit,
    sin: dy / unit,
  };
}

const along = (f: Frame, x: number, y: number) => ((x - f.x) * f.cos + (y - f.y) * f.sin) / f.unit;
const across = (f: Frame, x: number, y: number) => ((y - f.y) * f.cos - (x - f.x) * f.sin) / f.unit;

/** An ellipsoid with a nose and a soft border. */
function egg(u: number, v: number): number {
  const inside = 1 - (u / 1.3) ** 2 - ((v - 0.5) / 1.9) ** 2;
  if (inside <= 0) return 0;
  const nose = 0.3 * Math.exp(-((u / 0.25) ** 2) - ((v - 0.6) / 0.4) ** 2);
  return Math.sqrt(inside) * Math.min(1, 3 * inside) + nose;
}

/** A bump without edges or nose. */
function dome(u: number, v: number): number {
  return Math.exp(-((u / 1.1) ** 2) - ((v - 0.45) / 1.5) ** 2);
}

/** Movement of every mesh point, in proportion to its height above the farthest. */
function byDepth(mesh: Float32Array, { unit }: Frame, { right, down }: Bend): Float64Array {
  let farthest = Number.NEGATIVE_INFINITY;
  for (let i = 2; i < mesh.length; i += 3) farthest = Math.max(farthest, mesh[i]!);
  const out = new Float64Array((mesh.length / 3) * 2);
  for (let i = 0; i < mesh.length / 3; i++) {
    const near = (farthest - mesh[i * 3 + 2]!) / unit;
    out[i * 2] = right * near * unit;
    out[i * 2 + 1] = down * near * unit;
  }
  return out;
}

/** Movement of every mesh point if the head turns about its neck. */
function byTurn(mesh: Float32Array, { x, y, unit }: Frame, { right, down }: Bend): Float64Array {
  const out = new Float64Array((mesh.length / 3) * 2);
  const [yaw, nod] = [2 * right, 2 * down];
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 2; i < mesh.length; i += 3) nearest = Math.min(nearest, mesh[i]!);
  for (let i = 0; i < mesh.length / 3; i++) {
    const [px, py] = [mesh[i * 3]! - x, mesh[i * 3 + 1]! - y];
    // The axis is as deep behind the nose as the head is wide.
    const depth = 1.6 * unit - (mesh[i * 3 + 2]! - nearest);
    const turned = px * Math.cos(yaw) + depth * Math.sin(yaw);
    const left = depth * Math.cos(yaw) - px * Math.sin(yaw);
    out[i * 2] = turned - px;
    out[i * 2 + 1] = py * Math.cos(nod) + left * Math.sin(nod) - py;
  }
  return out;
}

/** Interpolates movements between mesh points. They fade to nothing around the mesh. */
function spread(frame: Frame, moves: Float64Array, mesh: Float32Array): HeadMap {
  const side = CELLS + 1;
  const grid = new Float64Array(side * side * 2);
  const places = Array.from({ length: mesh.length / 3 }, (_, i) => [
    along(frame, mesh[i * 3]!, mesh[i * 3 + 1]!),
    across(frame, mesh[i * 3]!, mesh[i * 3 + 1]!) - 0.5,
  ]);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [u, v] = [(column / CELLS - 0.5) * 2 * HALF, (row / CELLS - 0.5) * 2 * HALF];
      let [weights, x, y, nearest] = [0, 0, 0, Number.POSITIVE_INFINITY];
      for (const [i, [pu, pv]] of places.entries()) {
        const square = (u - pu!) ** 2 + (v - pv!) ** 2;
        const weight = 1 / (square + 0.01) ** 2;
        weights += weight;
        x += weight * moves[i * 2]!;
        y += weight * moves[i * 2 + 1]!;
        nearest = Math.min(nearest, square);
      }
      // Nothing moves beyond an eye distance from the mesh.
      const fade = Math.max(0, 1 - Math.sqrt(nearest)) ** 2 * (1 + 2 * Math.sqrt(nearest));
      grid[(row * side + column) * 2] = (fade * x) / weights;
      grid[(row * side + column) * 2 + 1] = (fade * y) / weights;
    }
  return (x, y, out) => {
    const column = (along(frame, x, y) / (2 * HALF) + 0.5) * CELLS;
    const row = ((across(frame, x, y) - 0.5) / (2 * HALF) + 0.5) * CELLS;
    const [c, r] = [Math.floor(column), Math.floor(row)];
    out.x = 0;
    out.y = 0;
    if (c < 0 || r < 0 || c >= CELLS || r >= CELLS) return;
    const [fc, fr] = [column - c, row - r];
    const p = (r * side + c) * 2;
    const q = p + side * 2;
    const mix = (k: number) =>
      (grid[p + k]! * (1 - fc) + grid[p + 2 + k]! * fc) * (1 - fr) +
      (grid[q + k]! * (1 - fc) + grid[q + 2 + k]! * fc) * fr;
    out.x = mix(0);
    out.y = mix(1);
  };
}
