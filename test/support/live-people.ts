/** Two live people for tests: pairs of frames of recordings, with the movement a challenge wants. */

import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Direction } from '../../src/directions.ts';
import { filmOf } from './recordings.ts';

export interface LiveImageBody {
  readonly image: string;
  readonly tags?: readonly string[];
  readonly burst?: readonly { readonly image: string; readonly at: number }[];
}

export interface LivePerson {
  /**
   * Two new image files that answer the challenge, or any two without one, with a burst between them.
   * Three calls in a row show three moments, whatever is asked; later ones repeat them.
   */
  pair(challenge?: readonly string[]): LiveImageBody[];
  /** Pictures of a movement for a film: facing the camera, then moved so that pages see it, too. */
  film(challenge?: readonly string[]): Buffer[];
  /** New images at these frames of the recording, with a burst and the direction of each turn. */
  through(places: readonly number[], challenge: readonly string[]): Promise<LiveImageBody[]>;
  /** More images of the person, for an enrolment. */
  more(): LiveImageBody[];
}

type Moves = readonly (readonly [number, number])[];

/** Recordings in so many frames, and those between which the head moves in a direction: three times. */
const PEOPLE = {
  ada: {
    recording: 'live/nod-head.mp4',
    frames: 36,
    moves: {
      down: [
        [1, 19],
        [34, 25],
        [4, 13],
      ],
      up: [
        [19, 1],
        [25, 34],
        [13, 4],
      ],
    },
    more: [7, 31],
  },
  ben: {
    recording: 'live/k-real.mp4',
    frames: 108,
    moves: {
      down: [
        [83, 77],
        [82, 75],
        [66, 76],
      ],
      up: [
        [77, 83],
        [75, 82],
        [76, 66],
      ],
      left: [
        [27, 34],
        [28, 33],
        [44, 38],
      ],
      right: [
        [34, 27],
        [33, 28],
        [38, 44],
      ],
    },
    more: [22, 67],
  },
} as const satisfies Record<
  string,
  {
    recording: string;
    frames: number;
    moves: { readonly down: Moves } & Partial<Record<Direction, Moves>>;
    more: readonly number[];
  }
>;

/** Steps in which a film shows a movement. */
const FILMED = 8;
/** Frames of a burst, and milliseconds between them. */
const BURST = 7;
const BETWEEN = 90;
/** Height of its frames, as pages take them. */
const BURST_HEIGHT = 320;

/** @param folder of the recordings */
export async function livePerson(folder: string, name: keyof typeof PEOPLE): Promise<LivePerson> {
  const { recording, moves, more, frames: count } = PEOPLE[name];
  const frames = await filmOf(folder, recording, count);
  const movesOf = (challenge: readonly string[]): Moves => {
    const found = moves[(challenge[0] ?? 'down') as keyof typeof moves];
    if (found === undefined) throw new Error(`${name} was not recorded moving ${challenge}`);
    return found;
  };
  const bursts = new Map<string, NonNullable<LiveImageBody['burst']>>();
  for (const move of Object.values(moves).flat())
    bursts.set(move.join(), await burstBetween(frames, move));
  // Bytes behind the end of a PNG make it another file with the same picture.
  const fresh = (i: number) => Buffer.concat([frames[i]!, randomBytes(8)]).toString('base64');
  let asked = 0;
  return {
    pair(challenge = []) {
      const move = movesOf(challenge)[asked++ % 3]!;
      const burst = bursts.get(move.join())!;
      return [{ image: fresh(move[0]) }, { image: fresh(move[1]), tags: challenge, burst }];
    },
    film(challenge = ['down']) {
      const [from, to] = movesOf(challenge)[0]!;
      const steps = Math.min(FILMED, Math.abs(to - from));
      return Array.from({ length: steps + 1 }, (_, i) => frames[along([from, to], i / steps)]!);
    },
    through: (places, challenge) =>
      Promise.all(
        places.map(async (place, i) => {
          if (i === 0) return { image: fresh(place) };
          const burst = await burstBetween(frames, [places[i - 1]!, place]);
          return { image: fresh(place), tags: challenge.slice(i - 1, i), burst };
        }),
      ),
    more: () => more.map((i) => ({ image: fresh(i) })),
  };
}

/** The frame after a share of the move. */
const along = ([from, to]: Moves[number], share: number): number =>
  Math.round(from + (to - from) * share);

function burstBetween(frames: readonly Buffer[], move: Moves[number]) {
  return Promise.all(
    Array.from({ length: BURST }, async (_, i) => {
      const frame = frames[along(move, (i + 1) / (BURST + 1))]!;
      const small = await sharp(frame).resize({ height: BURST_HEIGHT }).jpeg().toBuffer();
      return { image: small.toString('base64'), at: (i + 1) * BETWEEN };
    }),
  );
}
