/** Challenges: lists of directions for the head, all equally hard. */
import { hkdfSync, type KeyObject, randomInt } from 'node:crypto';
import { DIRECTIONS, type Direction } from '../../directions.ts';

/** Fewest directions of an attempt. */
export const LEAST_DIRECTIONS = 2;
export const MOST_DIRECTIONS = 7;

/** Directions of an attempt, in order. Each starts where the previous movement left the head. */
export type ChallengeList = readonly Direction[];

const isVertical = (direction: Direction): boolean => direction === 'up' || direction === 'down';

/**
 * All possible lists of that length. No direction comes twice in a row, because a turned head
 * cannot turn the same way again. Lists of two or more use both axes: otherwise an attacker could
 * wait for a list that a nodding image answers.
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

/** Draws a list for each attempt from all possible lists, with a secure random source. */
export function drawChallenge(attempts: number, length: number): readonly ChallengeList[] {
  const lists = listsOf(length);
  return Array.from({ length: attempts }, () => lists[randomInt(lists.length)]!);
}

/** Most directions of an attempt at a page. */
const MOST_TURNS = 3;

/**
 * Lists for an attempt at a page: one direction, and one more after each refusal. The first is a turn
 * to a side, which proves more than a nod.
 */
const turnsFor = (attempt: number): readonly ChallengeList[] =>
  listsOf(Math.min(MOST_TURNS, attempt)).filter(([first]) => first && !isVertical(first));

/** Draws the directions of an attempt to sign in, which counts from 1. */
export type DrawTurns = (attempt: number) => ChallengeList;

export const drawTurns: DrawTurns = (attempt) => {
  const lists = turnsFor(attempt);
  return lists[randomInt(lists.length)]!;
};

/** An attempt of a token. Its directions need the secret, so nothing is stored until they are told. */
interface AttemptOfToken {
  readonly secret: KeyObject;
  readonly tokenId: string;
  /** From 1. */
  readonly attempt: number;
}

/** The directions of an attempt of a task token, always the same. */
export const deriveChallenge = (of: AttemptOfToken, length: number): ChallengeList =>
  derivedFrom(listsOf(length), of);

/** The directions of an attempt of a liveness session, always the same. */
export const deriveTurns = (of: AttemptOfToken): ChallengeList =>
  derivedFrom(turnsFor(of.attempt), of);

function derivedFrom(
  lists: readonly ChallengeList[],
  { secret, tokenId, attempt }: AttemptOfToken,
): ChallengeList {
  const bytes = Buffer.from(hkdfSync('sha256', secret, tokenId, `challenge of try ${attempt}`, 6));
  return lists[bytes.readUIntBE(0, 6) % lists.length]!;
}
