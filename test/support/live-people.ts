/** Two live people for tests: pairs of frames of recordings, with the movement a challenge wants. */
import { randomBytes } from 'node:crypto';
import { framesOf } from './recordings.ts';

type Direction = 'up' | 'down' | 'left' | 'right';

export interface LiveImageBody {
  readonly image: string;
  readonly tags?: readonly string[];
}

export interface LivePerson {
  /**
   * Two images, new files each time, that answer the challenge. Without one, three times in a row
   * they show three moments; otherwise they may look like those of before.
   */
  pair(challenge?: readonly string[]): LiveImageBody[];
  /** More images of the person, for an enrolment. */
  more(): LiveImageBody[];
}

const FRAMES = 12;

/** Recording and frames between which the head moves in that direction, out of twelve. */
const PEOPLE = {
  ada: {
    recording: 'live/nod-head.mp4',
    moments: [
      [0, 3],
      [11, 4],
      [6, 2],
    ],
    moves: { up: [3, 0], down: [0, 3] },
    more: [1, 5],
  },
  ben: {
    recording: 'live/k-real.mp4',
    moments: [
      [0, 4],
      [11, 7],
      [10, 8],
    ],
    moves: { up: [0, 3], down: [0, 4], left: [0, 7], right: [0, 2] },
    more: [1, 9],
  },
} as const satisfies Record<
  string,
  {
    recording: string;
    moments: readonly (readonly [number, number])[];
    moves: Partial<Record<Direction, readonly [number, number]>>;
    more: readonly number[];
  }
>;

/** @param folder of the recordings */
export async function livePerson(folder: string, name: keyof typeof PEOPLE): Promise<LivePerson> {
  const { recording, moments, moves, more } = PEOPLE[name];
  const frames = await framesOf(folder, recording, FRAMES);
  // Bytes behind the end of a PNG make it another file with the same picture.
  const fresh = (i: number) => Buffer.concat([frames[i]!, randomBytes(8)]).toString('base64');
  let asked = 0;
  return {
    pair(challenge = []) {
      const direction = challenge[0] as keyof typeof moves | undefined;
      const move = direction ? moves[direction] : moments[asked++ % moments.length];
      if (move === undefined) throw new Error(`${name} was not recorded moving ${direction}`);
      return [{ image: fresh(move[0]) }, { image: fresh(move[1]), tags: challenge }];
    },
    more: () => more.map((i) => ({ image: fresh(i) })),
  };
}
