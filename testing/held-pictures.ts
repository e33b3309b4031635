/** Rendered attacks: a portrait shown on a phone or printed on a sheet, held before a camera. */
import sharp, { type Sharp } from 'sharp';
import { renderSheet, type SheetPose } from '../evaluation/motion/flat-view.ts';
import type { Picture } from '../src/faces/image/picture.ts';
import { portrait } from './photos.ts';
import { samplePhoto } from './shared.ts';

const CAMERA = { width: 720, height: 540, focal: 700 };

async function toPicture(image: Sharp): Promise<Picture> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** A room out of focus: a photograph whose faces nobody can recognise. */
function background(sample: 1 | 2 | 3 | 4 | 5 | 6): Promise<Picture> {
  const image = sharp(samplePhoto(sample)).resize(720, 540, { fit: 'cover' }).blur(14);
  return toPicture(image);
}

const EDGES = {
  phone: { top: 46, bottom: 46, left: 14, right: 14, background: '#0b0b0d' },
  sheet: { top: 40, bottom: 40, left: 40, right: 40, background: '#f4f3ee' },
} as const;

/** What a camera sees of a person's portrait on a phone or a sheet. */
export async function heldPicture(
  medium: keyof typeof EDGES,
  person: number,
  pose: Partial<SheetPose> = {},
): Promise<Picture> {
  const image = sharp(await portrait(person, 400).extend(EDGES[medium]).png().toBuffer());
  const held = {
    tilt: 8,
    tiltDirection: 30,
    roll: 4,
    distance: 2.1,
    shiftX: 0.04,
    shiftY: 0,
    bend: 0,
    light: 1,
    ...pose,
  };
  const room = await background((1 + (person % 6)) as 1);
  return renderSheet(await toPicture(image), held, CAMERA, room);
}

/** The picture as a camera sees it on a screen whose pixels it can nearly tell apart. */
export function onPixelGrid({ width, height, data }: Picture, period: number): Picture {
  const out = Uint8Array.from(data);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const wave = Math.cos((2 * Math.PI * x) / period) + Math.cos((2 * Math.PI * y) / period);
      for (let c = 0; c < 3; c++) {
        const i = (y * width + x) * 3 + c;
        out[i] = Math.min(255, Math.max(0, data[i]! * (1 + 0.06 * wave)));
      }
    }
  return { width, height, data: out };
}
