/** Rendered attacks: photographs on devices and sheets before a camera. */
import { readFile } from 'node:fs/promises';
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { capture, renderSheet } from '../motion/flat-view.ts';
import { seededRandom } from '../motion/random.ts';

const CAMERA = { width: 640, height: 480 };
/** Share of a photograph to cut off at each side. */
const TRIMMED = 0.08;

/** Media for the photograph: their surroundings, in shares of its width, and colours. */
export const MEDIA = {
  phone: { sides: 0.04, ends: 0.12, colours: ['#0b0b0d', '#1a1a1e', '#e8e8ea'] },
  tablet: { sides: 0.09, ends: 0.09, colours: ['#0b0b0d', '#17181a'] },
  sheet: { sides: 0.1, ends: 0.1, colours: ['#f4f3ee', '#e6e4dc'] },
  'cut print': { sides: 0, ends: 0, colours: ['#ffffff'] },
} as const;

export type Medium = keyof typeof MEDIA;

/**
 * A scene as a camera's file: the photograph on a medium, in a room out of focus. The same index
 * gives the same scene.
 * @param photograph file of a portrait
 * @param room file of another photograph, blurred until nobody is visible
 */
export async function renderScene(
  medium: Medium,
  photograph: string,
  room: string,
  index: number,
): Promise<Uint8Array> {
  const random = seededRandom(index);
  const between = (low: number, high: number) => low + (high - low) * random();
  const { sides, ends, colours } = MEDIA[medium];
  const { width: whole = 0, height = 0 } = await sharp(photograph).metadata();
  // Rotated photographs have black wedges at their sides.
  const [left, top] = [Math.round(whole * TRIMMED), Math.round(height * TRIMMED)];
  const width = whole - 2 * left;
  const [across, along] = [Math.round(width * sides), Math.round(width * ends)];
  const background = colours[Math.floor(random() * colours.length)]!;
  const edges = { left: across, right: across, top: along, bottom: along, background };
  const inner = { left, top, width, height: height - 2 * top };
  const shown = await picture(
    sharp(await readFile(photograph))
      .extract(inner)
      .extend(edges),
  );
  const behind = await picture(
    sharp(await readFile(room))
      .resize(CAMERA.width, CAMERA.height, { fit: 'cover' })
      .blur(between(9, 16)),
  );
  const pose = {
    tilt: between(0, 25),
    tiltDirection: between(0, 360),
    roll: between(-12, 12),
    distance: between(1.5, 2.6),
    shiftX: between(-0.15, 0.15),
    shiftY: between(-0.1, 0.1),
    bend: 0,
    light: between(0.8, 1.1),
  };
  const view = renderSheet(shown, pose, { ...CAMERA, focal: between(560, 800) }, behind);
  const flaws = {
    blur: between(0, 1),
    noise: between(0, 6),
    quality: Math.round(between(70, 95)),
    glare: random() < 0.7 ? 0 : between(10, 60),
    glareX: between(0.2, 0.8),
    glareY: between(0.2, 0.8),
  };
  const { data, ...size } = await capture(view, flaws, random);
  const raw = { ...size, channels: 3 } as const;
  return sharp(data, { raw }).png({ compressionLevel: 1 }).toBuffer();
}

async function picture(image: ReturnType<typeof sharp>): Promise<Picture> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
