/** Challenges: lists of directions for the head, all equally hard. */
import { hkdfSync, type KeyObject, randomInt } from 'node:crypto';
import { DIRECTIONS, type Direction } from '../../directions.ts';

/** Directions of an attempt. */
export const LEAST_DIRECTIONS = 2;
export const MOST_DIRECTIONS = 7;

/** What an attempt asks for, in order: each direction from where the one before left the head. */
export type ChallengeList = readonly Direction[];

const isVertical = (direction: Direction): boolean => direction === 'up' || direction === 'down';

/**
 * Every list of that length that may be asked for: no direction twice in a row, because a head that
 * has turned cannot be asked to turn the same way again, and from two on both axes, so that no list
 * is worth waiting for: a picture that nods cannot answer one by nodding alone.
 */
function possibleLists(length: number): readonly ChallengeList[] {
  let lists: Direction[][] = [[]];
  for (let i = 0; i < length; i++)
    lists = lists.flatMap((list) =>
      DIRECTIONS.filter((next) => next !== list.at(-1)).map((next) => [...list, next]),
    );
  return length < 2 ? lists : lists.filter((list) => new Set(list.map(isVertical)).size === 2);
}

const known = new Map<number, readonly ChallengeList[]>();

function listsOf(length: number): readonly ChallengeList[] {
  const lists = known.get(length) ?? possibleLists(length);
  known.set(length, lists);
  return lists;
}

/** One list for each attempt, each drawn from all possible ones by a secure source. */
export function drawChallenge(attempts: number, length: number): readonly ChallengeList[] {
  const lists = listsOf(length);
  return Array.from({ length: attempts }, () => lists[randomInt(lists.length)]!);
}

/** Draws the challenge of an attempt, given the one of the attempt before and how long it is to be. */
export type DrawChallenge = (before?: ChallengeList, length?: number) => ChallengeList;

/**
 * With a turn to one side at least, which shows that a picture was not bent: a nod hardly does. From two
 * on it begins otherwise than the one before.
 */
export const drawTurns: DrawChallenge = (before = [], length = 1) => {
  if (length === 1) return [randomInt(2) === 0 ? 'left' : 'right'];
  const others = listsOf(length).filter(([first]) => first !== before[0]);
  return others[randomInt(others.length)]!;
};

/**
 * The list of one attempt of a token: always the same one, which nobody can tell without the
 * secret, so that it is kept nowhere until it is told.
 */
export function deriveChallenge(
  secret: KeyObject,
  { tokenId, attempt, length }: { tokenId: string; attempt: number; length: number },
): ChallengeList {
  const lists = listsOf(length);
  const bytes = Buffer.from(hkdfSync('sha256', secret, tokenId, `challenge of try ${attempt}`, 6));
  return lists[bytes.readUIntBE(0, 6) % lists.length]!;
}
