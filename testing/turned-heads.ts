/** Pictures of a recorded person, and how the head is turned in each. */
import sharp from 'sharp';
import { movedBetween } from '../evaluation/liveness/clip.ts';
import type { FaceEngine } from '../src/faces/analysis.ts';
import type { FrameAnalysis } from '../src/faces/liveness/burst/burst-frame.ts';
import { filmOf, recordings } from './recordings.ts';

/** A picture of a head, and how it is turned: degrees, the person's own right and up positive. */
export interface Posed {
  readonly picture: Buffer;
  readonly right: number;
  readonly up: number;
}

/** Degrees of a turn of this head, and of a nod. */
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
