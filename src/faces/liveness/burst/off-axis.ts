/** Detects a head that moves another way than demanded. */
import type { Direction } from '../../../directions.ts';

/** Most degrees in the wrong direction: a head wavers before it turns. */
const MOST = 12;

/** @param moved degrees since the previous image; the subject's own right and up are positive */
export function movesOffAxis(
  moved: { readonly right: number; readonly up: number },
  asked: readonly Direction[],
): boolean {
  const { right, up } = moved;
  const along = { right, left: -right, up, down: -up };
  const axes = new Set(asked.map((tag) => (tag === 'up' || tag === 'down' ? 'nod' : 'turn')));
  const across = axes.size !== 1 ? 0 : Math.abs(axes.has('nod') ? right : up);
  return asked.some((tag) => along[tag] < -MOST || across > MOST + Math.max(0, along[tag]));
}
