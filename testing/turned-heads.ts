/** Pictures of a recorded person, and how the head is turned in each. */
import sharp from 'sharp';
import { movedBetween } from '../evaluation/liveness/clip.ts';
import type { Camera, Held } from '../evaluation/liveness/followed-attempt.ts';
import type { FaceEngine } from '../src/faces/analysis.ts';
import type { FrameAnalysis } from '../src/faces/liveness/burst/burst-frame.ts';
import { filmOf, recordings } from './recordings.ts';

/** A picture of a head, and how it is turned: degrees, the person's own right and up positive. */
export interface Posed {
  readonly picture: Buffer;
  readonly right: number;
  readonly up: number;
}

/** Degrees that a head goes with the point, a radius. */
export const REACH = { right: 27, up: 11 } as const;
/** Frames of the recording, and the one that looks straight ahead. */
const FRAMES = 108;
const STRAIGHT = 94;
/** Of the frames, every so many are looked at. */
const EACH = 3;

let known: Promise<readonly Posed[]> | undefined;

/** Those of Ben; the first looks straight ahead. */
export function headsOfBen(engine: FaceEngine): Promise<readonly Posed[]> {
  known ??= photographed(engine);
  return known;
}

async function photographed(engine: FaceEngine) {
  const film = await filmOf(recordings()!, 'live/k-real.mp4', FRAMES);
  const pictures = film.filter((_, i) => i % EACH === STRAIGHT % EACH);
  const first = Math.floor(STRAIGHT / EACH);
  const seen: FrameAnalysis[] = [];
  for (const picture of pictures) seen.push(await engine.analyseFrame(picture));
  const heads = await Promise.all(
    seen.map(async ({ view }, i) => ({
      picture: await sharp(pictures[i]!).jpeg({ quality: 95 }).toBuffer(),
      ...(view ? movedBetween(seen[first]!.view!, view) : { right: 180, up: 180 }),
    })),
  );
  return [heads[first]!, ...heads];
}

/** Shows the head that is held most nearly so. */
export function cameraBefore(heads: readonly Posed[]): Camera {
  return ({ right, up }, size) => {
    const far = (head: Posed) =>
      Math.hypot(head.right - right * REACH.right, head.up - up * REACH.up);
    const nearest = heads.reduce((best, head) => (far(head) < far(best) ? head : best));
    return portrait(nearest.picture, size);
  };
}

/** A photograph in a hand that goes after the point: moved, tilted, nearer and farther. */
export const shakenPhoto =
  (photograph: Buffer): Camera =>
  async ({ right, up }: Held, size) => {
    const { width = 0, height = 0 } = await sharp(photograph).metadata();
    const moved = await sharp(photograph)
      .rotate(4 * right, { background: '#555' })
      .resize(Math.round(width * (1.15 + 0.05 * up)))
      .toBuffer({ resolveWithObject: true });
    const left = Math.round((moved.info.width - width) / 2 + 0.05 * width * right);
    const top = Math.round((moved.info.height - height) / 2 + 0.05 * height * up);
    const seen = sharp(moved.data).extract({ left, top, width, height });
    return portrait(await seen.png().toBuffer(), size);
  };

/** As pages cut it, four to five; frames are small. */
function portrait(picture: Buffer, size: 'image' | 'frame') {
  const height = size === 'frame' ? 320 : 720;
  const options = { width: height * 0.8, height, fit: 'cover' } as const;
  return sharp(picture).resize(options).jpeg({ quality: 90 }).toBuffer();
}
