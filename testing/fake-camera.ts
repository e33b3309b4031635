/** Files that Chromium plays as its camera: motion JPEG, made from photographs of faces. */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { maskedPortrait } from './masked.ts';
import { portrait } from './photos.ts';

/** Small: the browser decodes and draws every frame by the processor. */
const WIDTH = 848;
const HEIGHT = 480;
/** Chromium plays motion JPEG with this many frames a second. */
const FRAMES_PER_SECOND = 30;
/** Pixels to the side. */
const MOVED = 87;
const ROOM = { width: WIDTH, height: HEIGHT, channels: 3, background: '#9aa0a6' } as const;

/**
 * A photograph of a person in front of the camera: still for two seconds, then shifted as if
 * someone moved it, then still again; or mirrored, so that a head that looks to the side seems to
 * turn. Only the picture is that of a live person, since it is flat.
 */
export async function photographBeforeCamera(
  file: string,
  person: number,
  moved: 'aside' | 'mirrored' = 'aside',
): Promise<void> {
  const face = await portrait(person, HEIGHT).png().toBuffer();
  const still = await frame(face, 0);
  const steps = await Promise.all(
    Array.from({ length: 8 }, (_, step) => frame(face, ((step + 1) / 8) * MOVED)),
  );
  const hold = (picture: Buffer, seconds: number) =>
    Array.from({ length: seconds * FRAMES_PER_SECOND }, () => picture);
  const mirrored = await frame(await sharp(face).flop().png().toBuffer(), 0);
  if (moved === 'mirrored')
    return writeFile(file, Buffer.concat([...hold(still, 2), ...hold(mirrored, 2)]));
  const frames = [...hold(still, 2), ...steps, ...hold(steps.at(-1)!, 2), ...steps.toReversed()];
  await writeFile(file, Buffer.concat(frames));
}

/** A person who wears a mask, and is still. */
export async function maskedBeforeCamera(file: string, person: number): Promise<void> {
  const still = await frame(await maskedPortrait(person, HEIGHT), 0);
  await writeFile(file, Buffer.concat(Array.from({ length: FRAMES_PER_SECOND }, () => still)));
}

/** Nobody: the room alone. */
export async function nobodyBeforeCamera(file: string): Promise<void> {
  const room = await sharp({ create: ROOM }).jpeg({ quality: 90 }).toBuffer();
  await writeFile(file, Buffer.concat(Array.from({ length: FRAMES_PER_SECOND }, () => room)));
}

/** The face in the middle of a plain room, moved to the right by that many pixels. */
function frame(face: Buffer, shift: number): Promise<Buffer> {
  const left = Math.round((WIDTH - HEIGHT) / 2 + shift);
  return sharp({ create: ROOM })
    .composite([{ input: face, left, top: 0 }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
