/** The path that a challenge demands: a point goes along it, and the head follows. */
import { DIRECTIONS, type Direction, type Path, type Place } from './hints.ts';

const isDirection = (word: string | undefined): word is Direction =>
  (DIRECTIONS as readonly (string | undefined)[]).includes(word);

/** Milliseconds for each place, and by how much more slowly on request: as the service has them. */
const [PLACE_MS, SLOWLY] = [800, 2];

export const pathOf = (places: readonly Place[], slowly = false): Path => ({
  places,
  every: slowly ? PLACE_MS * SLOWLY : PLACE_MS,
});

/** @throws TypeError one is no place, or the path ends on neither side */
export function readPlaces(words: readonly string[]): readonly Place[] {
  const places = words.filter((word) => word !== '');
  const unknown = places.find((word) => !isPlace(word));
  if (unknown !== undefined)
    throw new TypeError(`path: places as up, up-right or right are expected, not "${unknown}"`);
  const last = places.at(-1);
  if (last !== 'left' && last !== 'right')
    throw new TypeError('path: left or right is expected at its end');
  return places as readonly Place[];
}

/** The directions of a place: `up-left` is up and left. */
export const directionsOf = (place: Place): readonly Direction[] =>
  place.split('-').filter(isDirection);

function isPlace(word: string): boolean {
  const [first, second, ...more] = word.split('-');
  if (second === undefined) return isDirection(first);
  return /^(up|down)$/.test(first ?? '') && /^(left|right)$/.test(second) && more.length === 0;
}
