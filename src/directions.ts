/** Directions in which a head can be asked to move: the subject's own, the image not mirrored. */
export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

export type Direction = (typeof DIRECTIONS)[number];

export const isDirection = (word: string): word is Direction =>
  (DIRECTIONS as readonly string[]).includes(word);

/** Where a point goes that a head follows: as directions are, the subject's own. */
export const PLACES = [
  'up',
  'up-right',
  'right',
  'down-right',
  'down',
  'down-left',
  'left',
  'up-left',
] as const;

export type Place = (typeof PLACES)[number];

export const isPlace = (word: string): word is Place =>
  (PLACES as readonly string[]).includes(word);

/** Milliseconds after which the point goes on to its next place, and by how much more slowly on demand. */
export const PLACE_MS = 800;
export const SLOWLY = 2;

/** Where it lies, in radii around the middle. */
export function placeAt(place: Place): { readonly right: number; readonly up: number } {
  const [vertical, horizontal = vertical] = place.split('-');
  const radius = isDirection(place) ? 1 : Math.SQRT1_2;
  return {
    right: radius * (Number(horizontal === 'right') - Number(horizontal === 'left')),
    up: radius * (Number(vertical === 'up') - Number(vertical === 'down')),
  };
}
