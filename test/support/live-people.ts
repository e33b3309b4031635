/** Two live people for tests: pairs of frames of recordings, with the movement a challenge wants. */

import { randomBytes } from 'node:crypto';
import type { Direction } from '../../src/directions.ts';
import { framesOf } from './recordings.ts';

export interface LiveImageBody {
  readonly image: string;
  readonly tags?: readonly string[];
}

export interface LivePerson {
  /**
   * Two new image files that answer the challenge, or any two without one. Three calls in a row
   * show three moments, whatever is asked; later ones repeat them.
   */
  pair(challenge?: readonly string[]): LiveImageBody[];
  /** Two images for a film: facing the camera, then moved so that pages see it, too. */
  film(challenge?: readonly string[]): LiveImageBody[];
  /** More images of the person, for an enrolment. */
  more(): LiveImageBody[];
}

type Moves = readonly (readonly [number, number])[];

const FRAMES = 12;

/** Recording and frames between which the head moves in that direction, out of twelve: three times. */
const PEOPLE = {
  ada: {
    recording: 'live/nod-head.mp4',
    moves: {
      down: [
        [0, 3],
        [11, 4],
        [6, 2],
      ],
      up: [
        [3, 0],
        [4, 11],
        [2, 6],
      ],
    },
    more: [1, 5],
  },
  ben: {
    recording: 'live/k-real.mp4',
    moves: {
      down: [
        [0, 4],
        [5, 1],
        [3, 11],
      ],
      up: [
        [4, 0],
        [1, 5],
        [11, 3],
      ],
      left: [
        [0, 7],
        [2, 1],
        [8, 9],
      ],
      right: [
        [1, 2],
        [7, 0],
        [9, 8],
      ],
    },
    more: [1, 9],
  },
} as const satisfies Record<
  string,
  {
    recording: string;
    moves: { readonly down: Moves } & Partial<Record<Direction, Moves>>;
    more: readonly number[];
  }
>;

/** @param folder of the recordings */
export async function livePerson(folder: string, name: keyof typeof PEOPLE): Promise<LivePerson> {
  const { recording, moves, more } = PEOPLE[name];
  const frames = await framesOf(folder, recording, FRAMES);
  // Bytes behind the end of a PNG make it another file with the same picture.
  const fresh = (i: number) => Buffer.concat([frames[i]!, randomBytes(8)]).toString('base64');
  let asked = 0;
  return {
    pair(challenge = []) {
      const direction = (challenge[0] ?? 'down') as keyof typeof moves;
      const move = moves[direction]?.[asked++ % 3];
      if (move === undefined) throw new Error(`${name} was not recorded moving ${direction}`);
      return [{ image: fresh(move[0]) }, { image: fresh(move[1]), tags: challenge }];
    },
    film(challenge = ['down']) {
      const direction = challenge[0] as keyof typeof moves;
      const move = moves[direction]?.[0];
      if (move === undefined) throw new Error(`${name} was not recorded moving ${challenge}`);
      return move.map((i) => ({ image: fresh(i) }));
    },
    more: () => more.map((i) => ({ image: fresh(i) })),
  };
}
