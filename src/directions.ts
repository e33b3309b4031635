/** Directions in which a head can be asked to move: the subject's own, the image not mirrored. */
export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

export type Direction = (typeof DIRECTIONS)[number];

export const isDirection = (word: string): word is Direction =>
  (DIRECTIONS as readonly string[]).includes(word);
