/** Portraits cut from photographs every machine has, for tests. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { samplePhoto } from './shared.ts';

/** Photograph and middle and side of the face box, in pixels, of four people. */
const PEOPLE = {
  ada: [1, 518, 499, 200],
  ben: [1, 942, 560, 195],
  cem: [5, 1522, 546, 235],
  dov: [6, 1592, 432, 247],
} as const;

export type Person = keyof typeof PEOPLE;

const cut = new Map<string, Promise<Buffer>>();

/** A JPEG of one person: `look` 0, 1, … are different cuts of it, darker and smaller. */
export async function portrait(person: Person, look = 0): Promise<Buffer> {
  const name = `${person} ${look}`;
  const made = cut.get(name) ?? cutOut(person, look);
  cut.set(name, made);
  return Buffer.from(await made);
}

async function cutOut(person: Person, look: number): Promise<Buffer> {
  const [photo, x, y, side] = PEOPLE[person];
  const margin = Math.round(side * (0.85 + 0.1 * look));
  return sharp(await readFile(samplePhoto(photo)))
    .extract({ left: x - margin, top: y - margin, width: 2 * margin, height: 2 * margin })
    .resize(400 - 30 * look)
    .linear(1 - 0.08 * look)
    .jpeg({ quality: 92 - 8 * look })
    .toBuffer();
}

/** A JPEG of four people. */
export const group = () => readFile(samplePhoto(4));

/** A PNG of nobody. */
export const nobody = () =>
  sharp({ create: { width: 320, height: 320, channels: 3, background: '#345678' } })
    .png()
    .toBuffer();
