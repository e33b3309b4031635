/** Demands on the head in attempts to sign in and to enrol: one turn, or following a point. */
import { randomInt } from 'node:crypto';
import type { Place } from '../../directions.ts';
import { PATHS, type Path } from '../../followed-point.ts';

/** Draws one of these paths. */
export const drawPath = (from: readonly Path[] = PATHS): Path => from[randomInt(from.length)]!;

/**
 * The demand of the next attempt, given the one before: a direction to move the head, or the path
 * that was drawn for it.
 */
export type DrawDemand = (before?: readonly Place[], path?: Path) => readonly Place[];

/** Never a nod alone. */
export const drawDemand: DrawDemand = (_, path) => path ?? [randomInt(2) === 0 ? 'left' : 'right'];
