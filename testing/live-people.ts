/** Two live people for tests: pairs of frames of recordings, with the movement a challenge wants. */

import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Direction } from '../src/directions.ts';
import { filmOf } from './recordings.ts';

export interface LiveImageBody {
  readonly image: string;
  readonly tags?: readonly string[];
  readonly burst?: readonly { readonly image: string; readonly at: number }[];
}

export interface LivePerson {
  /**
   * New image files that answer the challenge, one more than it has movements, with bursts between
   * them; any two without a challenge.
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
    lists: {},
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
    lists: {
      'right,up': [38, 45, 55],
      'right,down': [88, 82, 74],
      'left,up': [45, 49, 54],
      'up,right': [66, 57, 44],
      'down,right': [55, 49, 45],
    },
    more: [22, 67],
  },
} as const satisfies Record<
  string,
  {
    recording: string;
    frames: number;
    moves: { readonly down: Moves } & Partial<Record<Direction, Moves>>;
    /** Frames that answer a challenge of two movements. */
    lists: Readonly<Record<string, readonly [number, number, number]>>;
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

interface Recorded {
  readonly frames: readonly Buffer[];
  readonly burstOf: (move: Moves[number]) => Promise<Burst>;
  /** By the places between which they lie. */
  readonly bursts: ReadonlyMap<string, Burst>;
}

const recorded = new Map<string, Promise<Recorded>>();

async function readRecording(folder: string, name: keyof typeof PEOPLE): Promise<Recorded> {
  const { recording, moves, lists, frames: count } = PEOPLE[name];
  const frames = await filmOf(folder, recording, count);
  const burstOf = burstsOf(frames);
  const bursts = new Map<string, Burst>();
  const steps = Object.values(lists).flatMap(([a, b, c]) => [[a, b] as const, [b, c] as const]);
  for (const move of [...Object.values(moves).flat(), ...steps])
    bursts.set(move.join(), await burstOf(move));
  return { frames, burstOf, bursts };
}

/** @param folder of the recordings */
export async function livePerson(folder: string, name: keyof typeof PEOPLE): Promise<LivePerson> {
  const { moves, lists, more } = PEOPLE[name];
  const read = recorded.get(name) ?? readRecording(folder, name);
  recorded.set(name, read);
  const { frames, burstOf, bursts } = await read;
  const movesOf = (challenge: readonly string[]): Moves => {
    const found = moves[(challenge[0] ?? 'down') as keyof typeof moves];
    if (found === undefined) throw new Error(`${name} was not recorded moving ${challenge}`);
    return found;
  };
  const placesOf = (challenge: readonly string[]): readonly number[] => {
    if (challenge.length < 2) return movesOf(challenge)[asked++ % 3]!;
    const found = (lists as Readonly<Record<string, readonly number[]>>)[challenge.join()];
    if (found === undefined) throw new Error(`${name} was not recorded moving ${challenge}`);
    return found;
  };
  // Bytes behind the end of a PNG make it another file with the same picture.
  const fresh = (i: number) => Buffer.concat([frames[i]!, randomBytes(8)]).toString('base64');
  let asked = 0;
  return {
    pair: (challenge = []) =>
      placesOf(challenge).map((place, i, places) => {
        if (i === 0) return { image: fresh(place) };
        const burst = bursts.get(`${places[i - 1]},${place}`)!;
        return { image: fresh(place), tags: challenge.slice(i - 1, i), burst };
      }),
    film(challenge = ['down']) {
      const [from, to] = movesOf(challenge)[0]!;
      const steps = Math.min(FILMED, Math.abs(to - from));
      return Array.from({ length: steps + 1 }, (_, i) => frames[along([from, to], i / steps)]!);
    },
    through: (places, challenge) =>
      Promise.all(
        places.map(async (place, i) => {
          if (i === 0) return { image: fresh(place) };
          const burst = await burstOf([places[i - 1]!, place]);
          return { image: fresh(place), tags: challenge.slice(i - 1, i), burst };
        }),
      ),
    more: () => more.map((i) => ({ image: fresh(i) })),
  };
}

/** The frame after a share of the move. */
const along = ([from, to]: Moves[number], share: number): number =>
  Math.round(from + (to - from) * share);

type Burst = NonNullable<LiveImageBody['burst']>;

/** The burst of a move; a frame that is in several is made small once. */
function burstsOf(frames: readonly Buffer[]) {
  const small = new Map<number, Promise<string>>();
  const shrink = async (place: number) => {
    const frame = sharp(frames[place]!).resize({ height: BURST_HEIGHT });
    return (await frame.jpeg().toBuffer()).toString('base64');
  };
  const smallOf = (place: number) => {
    const made = small.get(place) ?? shrink(place);
    small.set(place, made);
    return made;
  };
  return (move: Moves[number]): Promise<Burst> =>
    Promise.all(
      Array.from({ length: BURST }, async (_, i) => ({
        image: await smallOf(along(move, (i + 1) / (BURST + 1))),
        at: (i + 1) * BETWEEN,
      })),
    );
}
