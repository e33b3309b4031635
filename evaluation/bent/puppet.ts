/** One photograph that follows a point as its owner would: bent, lit as it turns, with noise and new detail. */
import type { FaceEngine } from '../../src/faces/analysis.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import type { Camera, Held } from '../liveness/followed-attempt.ts';
import { seededRandom } from '../motion/random.ts';
import { bendPicture } from './bend.ts';
import { frameOf, type Shape } from './head-map.ts';
import { type Lighting, relight } from './relight.ts';
import { noisy } from './variants.ts';

export interface Disguise {
  readonly shape: Shape;
  /** How far the head goes with the point, as `Bend` has it. */
  readonly turn: number;
  readonly nod: number;
  readonly lighting: Lighting;
  /** How far the room moves the other way, as a share of what the head does. */
  readonly room: number;
  /** Detail that a turn by a radius brings to light, as a share of the brightness; 0: none. */
  readonly grown: number;
  /** Grey levels. */
  readonly noise: number;
}

/** Width of a portrait over its height, and heights in pixels of what pages send. */
const RATIO = 4 / 5;
const HEIGHTS = { image: 720, frame: 320 } as const;
const QUALITIES = { image: 92, frame: 85 } as const;

/** @returns undefined: the photograph shows no face */
export async function puppetOf(
  engine: Pick<FaceEngine, 'analyseFrame'>,
  photograph: Uint8Array,
  disguise: Disguise,
  seed: number,
): Promise<Camera | undefined> {
  const sized = async (height: number) => {
    const image = sharp(photograph).resize(Math.round(height * RATIO), height, { fit: 'cover' });
    const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: new Uint8Array(data) };
  };
  const large = await sized(HEIGHTS.image);
  const small = await sized(HEIGHTS.frame);
  const { view } = await engine.analyseFrame(await fileOf(large).png().toBuffer());
  if (view === undefined) return undefined;
  const { mesh } = view;
  const scale = HEIGHTS.frame / HEIGHTS.image;
  const sources = {
    image: { picture: large, mesh },
    frame: { picture: small, mesh: mesh.map((value) => value * scale) },
  };
  const random = seededRandom(seed);
  return async (head, size) => {
    const { picture, mesh } = sources[size];
    const seen = posed(picture, mesh, head, disguise, seed);
    const file = fileOf(noisy(seen, disguise.noise, random));
    return file.jpeg({ quality: QUALITIES[size] }).toBuffer();
  };
}

const fileOf = ({ width, height, data }: Picture) =>
  sharp(data, { raw: { width, height, channels: 3 } });

/** The photograph as of a head that is held so. */
function posed(
  photograph: Picture,
  mesh: Float32Array,
  { right, up }: Held,
  { shape, turn, nod, lighting, room, grown }: Disguise,
  seed: number,
): Picture {
  // What goes to the subject's own right goes to the left of the picture.
  const bend = { shape, right: -right * turn, down: -up * nod };
  const reach = Math.min(1, Math.hypot(right, up));
  const lit = relight(
    photograph,
    mesh,
    bend,
    { ...lighting, amplitude: lighting.amplitude * reach },
    seededRandom(seed),
  );
  const detailed = grown === 0 ? lit : withDetail(lit, mesh, { right, up }, grown, seed);
  return bendPicture(detailed, mesh, bend, room);
}

/** Eye distances between two knots of the detail, and knots a side. */
const KNOTS_APART = 0.1;
const KNOTS = 48;

/** The same with smooth noise that belongs to the face, grows with the turn, and is of each direction. */
function withDetail(
  { width, height, data }: Picture,
  mesh: Float32Array,
  { right, up }: Held,
  amplitude: number,
  seed: number,
): Picture {
  const { x: eyesX, y: eyesY, unit, cos, sin } = frameOf(mesh);
  const random = seededRandom(seed + 1);
  const fields = Array.from({ length: 4 }, () =>
    Float32Array.from({ length: (KNOTS + 1) ** 2 }, () => random() + random() + random() - 1.5),
  );
  const shares = [right, -right, up, -up].map((share) => amplitude * Math.max(0, share));
  const knots = Float32Array.from({ length: (KNOTS + 1) ** 2 }, (_, i) =>
    fields.reduce((sum, field, k) => sum + shares[k]! * field[i]!, 0),
  );
  const out = new Uint8Array(data.length);
  for (let i = 0; i < width * height; i++) {
    const [px, py] = [(i % width) - eyesX, Math.floor(i / width) - eyesY];
    const [u, v] = [(px * cos + py * sin) / unit, (py * cos - px * sin) / unit - 0.5];
    const gain = 1 + valueAt(knots, u / KNOTS_APART + KNOTS / 2, v / KNOTS_APART + KNOTS / 2);
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
