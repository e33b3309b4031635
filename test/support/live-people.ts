/** Two live people for tests: pairs of frames of recordings, with the movement a challenge wants. */
import { randomBytes } from 'node:crypto';
import { framesOf } from './recordings.ts';

type Direction = 'up' | 'down' | 'left' | 'right';

export interface LiveImageBody {
  readonly image: string;
  readonly tags?: readonly string[];
}

export interface LivePerson {
  /** Two images, new ones each time, that answer the challenge. */
  pair(challenge?: readonly string[]): LiveImageBody[];
  /** More images of the person, for an enrolment. */
  more(): LiveImageBody[];
}

const FRAMES = 12;

/** Recording and frames between which the head moves in that direction, out of twelve. */
const PEOPLE = {
  ada: {
    recording: 'live/nod-head.mp4',
    moves: { up: [3, 0], down: [0, 3] },
    more: [1, 5],
  },
  ben: {
    recording: 'live/k-real.mp4',
    moves: { up: [0, 3], down: [0, 4], left: [0, 7], right: [0, 2] },
    more: [1, 9],
  },
} as const satisfies Record<
  string,
  {
    recording: string;
    moves: Partial<Record<Direction, readonly [number, number]>>;
    more: readonly number[];
  }
>;

/** @param folder of the recordings */
export async function livePerson(folder: string, name: keyof typeof PEOPLE): Promise<LivePerson> {
  const { recording, moves, more } = PEOPLE[name];
  const frames = await framesOf(folder, recording, FRAMES);
  // Bytes behind the end of a PNG make it another file with the same picture.
  const fresh = (i: number) => Buffer.concat([frames[i]!, randomBytes(8)]).toString('base64');
  return {
    pair(challenge = []) {
      const direction = (challenge[0] ?? 'down') as keyof typeof moves;
      const move = moves[direction];
      if (move === undefined) throw new Error(`${name} was not recorded moving ${direction}`);
      return [{ image: fresh(move[0]) }, { image: fresh(move[1]), tags: challenge }];
    },
    more: () => more.map((i) => ({ image: fresh(i) })),
  };
}
