/** Lights a bent image as if its head had turned under a lamp: a careful forger's disguise. */
import type { Picture } from '../../src/faces/image/picture.ts';
import { type Bend, frameOf } from './head-map.ts';

export interface Lighting {
  /** Share of the change by Lambert's law. 0: none. */
  readonly light: number;
  /** Soft spots, each up to `amplitude` brighter or darker. */
  readonly spots: number;
  readonly amplitude: number;
}

const AMBIENT = 0.6;
/** Middle of the face below the eyes, in eye distances. */
const BELOW_EYES = 0.55;
/** Radians of the turn that a bend by one eye distance imitates. */
const TURN = 1.1;

/**
 * The photograph with the light of its head after the turn. It is bent afterwards.
 * @param mesh of the one face, x, y, z triples in pixels of the photograph
 */
export function relight(
  { width, height, data }: Picture,
  mesh: Float32Array,
  { right, down }: Pick<Bend, 'right' | 'down'>,
  { light, spots, amplitude }: Lighting,
  random: () => number,
): Picture {
  const { x: eyesX, y: eyesY, unit, sin, cos } = frameOf(mesh);
  const [cx, cy] = [eyesX - sin * BELOW_EYES * unit, eyesY + cos * BELOW_EYES * unit];
  const lamp = normalised([random() * 1.2 - 0.6, -0.5 - random() * 0.4, 0.8]);
  const painted = Array.from({ length: spots }, () => ({
    u: (random() * 2 - 1) * 1.1,
    v: (random() * 2 - 1) * 1.5,
    reach: 0.3 + random() * 0.5,
    change: (random() * 2 - 1) * amplitude,
  }));
  const out = new Uint8Array(data.length);
  for (let i = 0; i < width * height; i++) {
    const [u, v] = [((i % width) - cx) / unit, (Math.floor(i / width) - cy) / unit];
    let gain = 1 + light * (lambertRatio(u, v, right * TURN, down * TURN, lamp) - 1);
    for (const { u: su, v: sv, reach, change } of painted)
      gain *= 1 + change * Math.exp(-(((u - su) / reach) ** 2) - ((v - sv) / reach) ** 2);
    for (let c = 0; c < 3; c++) out[i * 3 + c] = Math.min(255, data[i * 3 + c]! * gain);
  }
  return { width, height, data: out };
}

/** Ratio of brightness after and before the turn, for the surface of an egg with a nose. */
function lambertRatio(u: number, v: number, yaw: number, nod: number, lamp: Vector): number {
  const z = depth(u, v);
  if (z === 0) return 1;
  const step = 0.03;
  const normal = normalised([
    (depth(u - step, v) - depth(u + step, v)) / (2 * step),
    (depth(u, v - step) - depth(u, v + step)) / (2 * step),
    1,
  ]);
  const [x, y, toCamera] = normal;
  const x1 = x * Math.cos(yaw) + toCamera * Math.sin(yaw);
  const z1 = toCamera * Math.cos(yaw) - x * Math.sin(yaw);
  const turned: Vector = [
    x1,
    y * Math.cos(nod) + z1 * Math.sin(nod),
    z1 * Math.cos(nod) - y * Math.sin(nod),
  ];
  const shade = ([a, b, c]: Vector) =>
    AMBIENT + Math.max(0, a * lamp[0] + b * lamp[1] + c * lamp[2]);
  return 1 + (shade(turned) / shade(normal) - 1) * Math.min(1, 2 * z);
}

type Vector = readonly [number, number, number];

function normalised([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

function depth(u: number, v: number): number {
  const inside = 1 - (u / 1.35) ** 2 - (v / 1.85) ** 2;
  if (inside <= 0) return 0;
  const nose = 0.35 * Math.exp(-((u / 0.22) ** 2) - ((v - 0.1) / 0.38) ** 2);
  return Math.sqrt(inside) * Math.min(1, 4 * inside) + nose;
}
