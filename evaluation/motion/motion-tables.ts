/** The tables of the motion evaluation. */

import type { Direction } from '../../src/directions.ts';
import { headPose } from '../../src/faces/detection/pose.ts';
import type { HeadPose } from '../../src/faces/geometry.ts';
import { meetsChallenge } from '../../src/faces/liveness/motion/challenge.ts';
import { LEAST_TURN, movementOf } from '../../src/faces/liveness/motion/motion.ts';
import { type MotionPair, TURNS } from './motion-pairs.ts';
import type { Group } from './recordings.ts';

const GROUPS: readonly Group[] = ['head', 'flat', 'bent', 'replay'];
const TILTS = [
  [0, 15],
  [15, 30],
  [30, 45],
  [45, 60],
] as const;

type Scored = { readonly pair: MotionPair; readonly accepted: readonly boolean[] };

/** Each pair with its decisions by held-out model and shipped model. */
function scored(pairs: readonly MotionPair[], ...logits: readonly (readonly number[])[]): Scored[] {
  return pairs.map((pair, i) => {
    const { angle } = pair.measures;
    return { pair, accepted: logits.map((values) => angle >= LEAST_TURN && values[i]! >= 0) };
  });
}

function rowOf(head: readonly string[], chosen: readonly Scored[]): string[] {
  const columns = chosen[0]?.accepted.map((_, column) =>
    percent(chosen.filter(({ accepted }) => accepted[column]).length, chosen.length),
  );
  return [...head, String(chosen.length), ...(columns ?? [])];
}

export function turnRows(pairs: readonly MotionPair[], heldOut: number[], fitted: number[]) {
  const all = scored(pairs, heldOut, fitted);
  return GROUPS.flatMap((group) =>
    TURNS.map(([low, high]) =>
      rowOf(
        [group, `${low}–${high}`],
        all.filter(
          ({ pair }) =>
            pair.group === group && pair.measures.angle >= low && pair.measures.angle < high,
        ),
      ),
    ),
  );
}

export function tiltRows(pairs: readonly MotionPair[], heldOut: number[], fitted: number[]) {
  const all = scored(pairs, heldOut, fitted);
  return (['flat', 'bent'] as const).flatMap((group) =>
    [...TILTS, [0, 60] as const].map(([low, high]) =>
      rowOf(
        [group, `${low}–${high}`],
        all.filter(({ pair }) => pair.group === group && pair.tilt >= low && pair.tilt < high),
      ),
    ),
  );
}

const OPPOSITE = { up: 'down', down: 'up', left: 'right', right: 'left' } as const;
/** Omits movements that are neither turn nor nod: along at least this times across. */
const CLEAR = 1.5;

export function challengeRows(pairs: readonly MotionPair[]): string[][] {
  return GROUPS.map((group) => {
    const moved = pairs.flatMap((pair) => {
      const tag = pair.group === group ? directionOf(pair) : undefined;
      return tag === undefined
        ? []
        : [{ tag, movement: movementOf(pair.first.view, pair.second.view, pair.measures) }];
    });
    const met = (of: (tag: Direction) => Direction) =>
      percent(
        moved.filter(({ tag, movement }) => meetsChallenge([of(tag)], movement)).length,
        moved.length,
      );
    return [group, String(moved.length), met((tag) => tag), met((tag) => OPPOSITE[tag])];
  });
}

/** Direction of the head by its change of pose. Undefined below 10° or in between. */
function directionOf({ first, second }: MotionPair): Direction | undefined {
  const before: HeadPose = headPose(first.view.mesh);
  const after: HeadPose = headPose(second.view.mesh);
  const left = after.yaw - before.yaw;
  const down = after.pitch - before.pitch;
  const [most, least] = [Math.abs(left), Math.abs(down)].sort((p, q) => q - p) as [number, number];
  if (most < 10 || most > 40 || most < least * CLEAR) return undefined;
  if (most === Math.abs(left)) return left > 0 ? 'left' : 'right';
  return down > 0 ? 'down' : 'up';
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}
