/** Photographs made from the samples that ship in an npm package: single portraits and groups. */
import sharp, { type Sharp } from 'sharp';
import { samplePhoto } from './shared.ts';

/** Faces of the samples: photograph, middle and side of the face box in pixels. */
const FACES = [
  [1, 942, 560, 195],
  [1, 518, 499, 200],
  [3, 1189, 382, 249],
  [3, 1577, 455, 227],
  [3, 689, 486, 232],
  [4, 1073, 330, 202],
  [5, 472, 1045, 238],
  [5, 1521, 546, 235],
  [5, 1204, 348, 187],
  [5, 677, 566, 191],
  [6, 353, 645, 218],
  [6, 1593, 433, 247],
  [6, 1266, 467, 230],
  [6, 787, 503, 262],
  [2, 973, 355, 209],
  [1, 1568, 333, 162],
] as const;

/** How many different people `portrait` knows. */
export const PEOPLE = FACES.length;

/** A square portrait of one person, `side` pixels wide; the face fills half of it. */
export function portrait(person: number, side = 400): Sharp {
  const [sample, x, y, width] = FACES[person]!;
  const half = Math.min(width, x, y);
  const size = half * 2;
  return sharp(samplePhoto(sample))
    .extract({ left: x - half, top: y - half, width: size, height: size })
    .resize(side);
}

const made = new Map<string, Promise<Buffer>>();

/** JPEG bytes of a portrait. */
export async function portraitJpeg(person: number, side?: number): Promise<Buffer> {
  const name = `${person} ${side}`;
  const jpeg = made.get(name) ?? portrait(person, side).jpeg({ quality: 92 }).toBuffer();
  made.set(name, jpeg);
  return Buffer.from(await jpeg);
}

/** Sixteen faces in four rows on one picture 1920 pixels wide. */
export async function groupOfSixteen(): Promise<Buffer> {
  const tiles = await Promise.all(
    Array.from({ length: 16 }, async (_, i) => ({
      input: await portrait(i, 300).png().toBuffer(),
      left: 40 + (i % 4) * 480,
      top: 20 + Math.floor(i / 4) * 320,
    })),
  );
  const canvas = { width: 1920, height: 1320, channels: 3, background: '#8899aa' } as const;
  return sharp({ create: canvas }).composite(tiles).jpeg({ quality: 92 }).toBuffer();
}
