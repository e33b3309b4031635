/** Disguises of a bent photograph before it is submitted. */
import type { Sharp } from 'sharp';
import { decodeImage } from '../../src/faces/image/decode.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { bendPicture } from './bend.ts';
import type { Bend } from './head-map.ts';
import { paintDetail } from './new-detail.ts';
import { type Lighting, relight } from './relight.ts';

/** Two images to submit as one head that turned. */
export type Forgery = (
  photograph: Picture,
  mesh: Float32Array,
  random: () => number,
) => Promise<Pair>;
export type Pair = readonly [Picture, Picture];

const LIMITS = { maxPixels: 4e7, maxSide: 1920 };

/** The image after saving as JPEG and decoding. */
export async function saved(
  { width, height, data }: Picture,
  quality: number,
  change = (image: Sharp) => image,
): Promise<Picture> {
  const image = change(sharp(data, { raw: { width, height, channels: 3 } }));
  return (await decodeImage(await image.jpeg({ quality }).toBuffer(), LIMITS)).picture;
}

const DIRECTIONS = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

/** Usual amplitudes of the shapes. */
const AMPLITUDES = { egg: 0.3, dome: 0.45, mesh: 0.4, turn: 0.12 } as const;
const SHAPES = Object.keys(AMPLITUDES) as (keyof typeof AMPLITUDES)[];

function bendAnyhow(random: () => number, share = 1): Bend {
  const shape = SHAPES[Math.floor(random() * SHAPES.length)]!;
  return bendBy(shape, AMPLITUDES[shape] * share, random);
}

function bendBy(shape: Bend['shape'], amplitude: number, random: () => number): Bend {
  const [right, down] = DIRECTIONS[Math.floor(random() * DIRECTIONS.length)]!;
  return { shape, right: right * amplitude, down: down * amplitude };
}

const plain =
  (shape: Bend['shape'], amplitude: number): Forgery =>
  async (picture, mesh, random) => [
    await saved(picture, 95),
    await saved(bendPicture(picture, mesh, bendBy(shape, amplitude, random)), 95),
  ];

const disguised =
  (quality: number, change?: (image: Sharp) => Sharp, deviation = 0): Forgery =>
  async (picture, mesh, random) => {
    const bent = bendPicture(picture, mesh, bendAnyhow(random));
    return [await saved(picture, 95), await saved(noisy(bent, deviation, random), quality, change)];
  };

/** Both images are bent from a third one that is not submitted, each with its own noise. */
const bothBent: Forgery = async (picture, mesh, random) => {
  const bend = bendAnyhow(random, 0.6);
  const half = (sign: number) =>
    noisy(
      bendPicture(picture, mesh, { ...bend, right: sign * bend.right, down: sign * bend.down }),
      5,
      random,
    );
  const soft = (image: Sharp) => image.blur(0.7);
  return [await saved(half(-1), 85, soft), await saved(half(1), 85, soft)];
};

/** The second one gets its own light. */
const lit =
  (light: (x: number, y: number) => number): Forgery =>
  async (picture, mesh, random) => {
    const { width, height, data } = bendPicture(picture, mesh, bendAnyhow(random));
    const lamp = (i: number) => light(((i / 3) % width) / width, i / 3 / width / height);
    const brighter = data.map((value, i) => Math.min(255, value * lamp(i)));
    return [await saved(picture, 95), await saved({ width, height, data: brighter }, 90)];
  };

/** Lit as if the head had turned. Only sideways, where turns and bent images can be told apart. */
const relit =
  (amplitude: number, lighting: Lighting, deviation: number): Forgery =>
  async (picture, mesh, random) => {
    const bend = { shape: 'egg', right: random() < 0.5 ? amplitude : -amplitude, down: 0 } as const;
    const bent = bendPicture(relight(picture, mesh, bend, lighting, random), mesh, bend);
    return [await saved(picture, 95), await saved(noisy(bent, deviation, random), 88)];
  };

/** The same, with detail that comes out as the head turns. */
const painted =
  (grown: number, grain: number): Forgery =>
  async (picture, mesh, random) => {
    const right = random() < 0.5 ? 1 : -1;
    const bend = { shape: 'turn', right: -0.2 * right, down: 0 } as const;
    const lit = relight(picture, mesh, bend, SPOTS, random);
    const detailed = paintDetail(lit, mesh, { right, up: 0 }, { grown, grain }, 1e9 * random());
    const bent = bendPicture(detailed, mesh, bend, 0.15);
    return [await saved(noisy(picture, 4, random), 92), await saved(noisy(bent, 4, random), 92)];
  };

const NORMALS = { light: 1, spots: 0, amplitude: 0 };
const SPOTS = { light: 1, spots: 6, amplitude: 0.25 };
const SMALL_SPOTS = { light: 0.5, spots: 10, amplitude: 0.22 };

const scaled = (factor: number) => (image: Sharp) =>
  image.resize({ width: Math.round(factor * 600) });

export const FORGERIES: Readonly<Record<string, Forgery>> = {
  'egg, 0.2 eye distances': plain('egg', 0.2),
  'egg, 0.3': plain('egg', 0.3),
  'egg, 0.4': plain('egg', 0.4),
  'bump without edge, 0.3': plain('dome', 0.3),
  'bump without edge, 0.5': plain('dome', 0.5),
  'depth of the mesh, 0.3': plain('mesh', 0.3),
  'depth of the mesh, 0.45': plain('mesh', 0.45),
  'mesh turned by 8°': plain('turn', 0.07),
  'mesh turned by 17°': plain('turn', 0.15),
  'JPEG at quality 50': disguised(50),
  'other size': disguised(90, scaled(1)),
  'noise, 8 grey levels': disguised(92, undefined, 8),
  'blurred, 1 pixel': disguised(92, (image) => image.blur(1)),
  'blurred, 2 pixels': disguised(92, (image) => image.blur(2)),
  'brighter, other tones': disguised(92, (image) => image.linear(1.15, 0).gamma(1.2)),
  'rotated by 4°, smaller': disguised(92, (image) =>
    image.rotate(4, { background: '#777' }).resize({ width: 540 }),
  ),
  'noise, blur, size and quality 70': disguised(70, (image) => scaled(0.9)(image.blur(0.8)), 6),
  'both bent from a third': bothBent,
  'lit from a side': lit((x) => 0.85 + 0.3 * x),
  'a spot of light painted over it': lit((x, y) => 1 + spot(x, y, 0.4, 0.45, 0.12, 0.25)),
  'a narrow spot': lit((x, y) => 1 + spot(x, y, 0.42, 0.48, 0.06, 0.25)),
  'four spots, bright and dark': lit(
    (x, y) =>
      1 +
      spot(x, y, 0.4, 0.42, 0.1, 0.15) -
      spot(x, y, 0.58, 0.45, 0.08, 0.15) +
      spot(x, y, 0.53, 0.6, 0.07, 0.15) -
      spot(x, y, 0.44, 0.62, 0.1, 0.15),
  ),
  'turned under a lamp, 0.3': relit(0.3, NORMALS, 4),
  'turned under a lamp, 0.45': relit(0.45, NORMALS, 4),
  'turned under a lamp, six spots, 0.3': relit(0.3, SPOTS, 5),
  'turned under a lamp, six spots, 0.45': relit(0.45, SPOTS, 5),
  'turned under a lamp, ten spots, 0.45': relit(0.45, SMALL_SPOTS, 4),
  'turned under a lamp, ten spots, 0.6': relit(0.6, SMALL_SPOTS, 4),
  'turned under a lamp, noise of 14, 0.45': relit(0.45, { ...SMALL_SPOTS, light: 1 }, 14),
  'fine new detail painted': painted(0.3, 0.06),
  'medium new detail painted': painted(0.3, 0.1),
  'coarse new detail painted': painted(0.4, 0.16),
};

/** A soft spot of light around a place, in shares of the image. */
function spot(x: number, y: number, atX: number, atY: number, reach: number, strength: number) {
  return strength * Math.exp(-(((x - atX) / reach) ** 2) - ((y - atY) / reach) ** 2);
}

/** The same with the noise of a camera, of that many grey levels. */
export function noisy(picture: Picture, deviation: number, random: () => number): Picture {
  if (deviation === 0) return picture;
  // A sum of uniform numbers approximates a normal one.
  const grain = () => (random() + random() + random() + random() - 2) * 1.73 * deviation;
  const data = picture.data.map((value) => Math.max(0, Math.min(255, value + grain())));
  return { ...picture, data };
}
