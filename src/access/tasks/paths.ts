/** Demands on the head in attempts to sign in and to enrol: one turn, or following a point. */
import { randomInt } from 'node:crypto';
import { PLACES, type Place, placeAt } from '../../directions.ts';

/** Places of a path. The second image is taken at the last. */
const PATH_LENGTH = 4;

/** Least distance between consecutive places, in radii: a quarter of the circle. */
const LEAST_STEP = 1.4;
/** Least reach of a path on each axis, so that a head moving along one axis answers none. */
const LEAST_REACH = 1.4;

function possiblePaths(): readonly (readonly Place[])[] {
  let paths: Place[][] = [[]];
  for (let i = 0; i < PATH_LENGTH; i++)
    paths = paths.flatMap((path) =>
      PLACES.filter((next) => path.length === 0 || distance(path.at(-1)!, next) >= LEAST_STEP).map(
        (next) => [...path, next],
      ),
    );
  // A turn shows that an image was not bent. A nod hardly does.
  const ends = paths.filter((path) => path.at(-1) === 'left' || path.at(-1) === 'right');
  return ends.filter((path) => {
    const places = path.map(placeAt);
    return (
      reach(places.map(({ right }) => right)) >= LEAST_REACH &&
      reach(places.map(({ up }) => up)) >= LEAST_REACH
    );
  });
}

function distance(one: Place, other: Place): number {
  const [p, q] = [placeAt(one), placeAt(other)];
  return Math.hypot(p.right - q.right, p.up - q.up);
}

const reach = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

/** All paths that may be demanded. */
export const PATHS = possiblePaths();

const drawPath = (): readonly Place[] => PATHS[randomInt(PATHS.length)]!;

/**
 * Draws the demand of the next attempt, given the one before: a direction to move the head, or
 * several places of a point to follow, as `follows` says.
 */
export type DrawDemand = (before?: readonly Place[], follows?: boolean) => readonly Place[];

/** Never a nod alone. */
export const drawDemand: DrawDemand = (_, follows = false) =>
  follows ? drawPath() : [randomInt(2) === 0 ? 'left' : 'right'];
