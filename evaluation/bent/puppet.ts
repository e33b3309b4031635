/** One photograph that follows a point as its owner would: bent, lit as it turns, with noise and new detail. */
import type { FaceEngine } from '../../src/faces/analysis.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import type { Camera, Held } from '../liveness/followed-attempt.ts';
import { seededRandom } from '../motion/random.ts';
import { bendPicture } from './bend.ts';
import type { Shape } from './head-map.ts';
import { type NewDetail, paintDetail } from './new-detail.ts';
import { type Lighting, relight } from './relight.ts';
import { noisy } from './variants.ts';

export interface Disguise extends NewDetail {
  readonly shape: Shape;
  /** How far the head goes with the point, as `Bend` has it. */
  readonly turn: number;
  readonly nod: number;
  readonly lighting: Lighting;
  /** How far the room moves the other way, as a share of what the head does. */
  readonly room: number;
  /** Grey levels. */
  readonly noise: number;
}

/** Width of a portrait over its height, and heights in pixels of what pages send. */
export const RATIO = 4 / 5;
export const HEIGHTS = { image: 720, frame: 320 } as const;
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
  { shape, turn, nod, lighting, room, ...detail }: Disguise,
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
  const detailed = detail.grown === 0 ? lit : paintDetail(lit, mesh, { right, up }, detail, seed);
  return bendPicture(detailed, mesh, bend, room);
}
