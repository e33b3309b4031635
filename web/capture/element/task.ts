/** The task that the element's attributes describe. */
import { DIRECTIONS, type Direction } from '../hints.ts';
import type { CameraTask } from '../session.ts';

/** Attributes that describe turns. */
interface Turns {
  /** Separated by blanks. Null: any direction. */
  readonly directions: string | null;
}

/** @throws TypeError unknown kind of capture, or direction */
export function readTask(take: string, { directions }: Turns): CameraTask {
  if (take === 'one' || take === 'video') return { take };
  if (take === 'turns')
    return {
      take,
      directions: directions === null ? undefined : readDirections(directions.split(/\s+/)),
    };
  throw new TypeError(`take: one, turns or video is expected, not "${take}"`);
}

/** @throws TypeError one is no direction */
export function readDirections(words: readonly string[]): readonly Direction[] {
  const directions = words.filter((word) => word !== '');
  const unknown = directions.find((word) => !(DIRECTIONS as readonly string[]).includes(word));
  if (unknown !== undefined)
    throw new TypeError(`directions: up, down, left or right is expected, not "${unknown}"`);
  if (directions.length === 0) throw new TypeError('directions: none is named');
  return directions as readonly Direction[];
}
