/** Whether a head that was told to go one way is on another. */
import type { Direction } from '../../../directions.ts';

/** Degrees the wrong way, at most: a head that is about to turn wavers. */
const MOST = 12;

/** @param moved degrees since the image before, the subject's own right and up positive */
export function goesAstray(
  moved: { readonly right: number; readonly up: number },
  asked: readonly Direction[],
): boolean {
  const { right, up } = moved;
  const along = { right, left: -right, up, down: -up };
  const axes = new Set(asked.map((tag) => (tag === 'up' || tag === 'down' ? 'nod' : 'turn')));
  const across = axes.size !== 1 ? 0 : Math.abs(axes.has('nod') ? right : up);
  return asked.some((tag) => along[tag] < -MOST || across > MOST + Math.max(0, along[tag]));
}
