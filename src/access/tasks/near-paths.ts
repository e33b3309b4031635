/** Paths that recordings of earlier attempts would answer, which are therefore never drawn. */
import { setImmediate } from 'node:timers/promises';
import { PLACE_MS } from '../../directions.ts';
import { fitsOf, PATHS, type Path, pointAt } from '../../followed-point.ts';

/** Accepted attempts of a person that are remembered. */
export const MOST_REMEMBERED = 16;
/** Fewest paths to draw from. If there are fewer, the oldest attempt is forgotten. */
const LEAST_LEFT = 100;

/** How recorded heads moved: milliseconds behind the point, and degrees to its own radius. */
const BEHIND = 420;
const TURN = 17;
const NOD = 10;
/** A recording may be played that much too early or too late, in steps, and in part. */
const MOST_OFFSET = 2 * PLACE_MS;
const OFFSET_STEP = 200;
/** Moments of an attempt. */
const END = PATHS[0]!.length * PLACE_MS + 450;
const TIMES = Array.from({ length: 60 }, (_, i) => (END * i) / 59);
/**
 * Attempts may fit their path that much worse than another: twice what is accepted, because real
 * heads are not those expected here; see evaluation/reports/replay.md.
 */
const WORSE = 0.11;
const LEAST = 0.66;

/** By text of a recorded path: for each of `PATHS`, whether the recording answers it. */
const answered = new Map<string, Uint8Array>();

function answeredBy(recorded: Path): Uint8Array {
  const text = recorded.join();
  const found = answered.get(text);
  if (found !== undefined) return found;
  const all = new Uint8Array(PATHS.length);
  for (const offset of offsets()) mark(all, recorded, offset);
  answered.set(text, all);
  return all;
}

function offsets(): number[] {
  const count = (2 * MOST_OFFSET) / OFFSET_STEP + 1;
  return Array.from({ length: count }, (_, i) => i * OFFSET_STEP - MOST_OFFSET);
}

function mark(all: Uint8Array, recorded: Path, offset: number): void {
  const points = TIMES.map((at) => pointAt(recorded, PLACE_MS, at - BEHIND - offset));
  const movement = {
    turns: points.map(({ right }) => TURN * right),
    nods: points.map(({ up }) => NOD * up),
  };
  const fits = fitsOf(movement, TIMES, PATHS, PLACE_MS);
  const best = Math.max(...fits.map(({ correlation }) => correlation));
  for (const [i, { correlation }] of fits.entries())
    if (correlation >= Math.max(LEAST, best - WORSE)) all[i] = 1;
}

/** Computes what the others need, which takes a moment for each new path, between other work. */
export async function prepareNear(remembered: readonly Path[]): Promise<void> {
  for (const path of remembered) {
    answeredBy(path);
    await setImmediate();
  }
}

/**
 * Paths that no recording of these attempts answers, if enough are left; otherwise of the latest.
 * @param remembered oldest first
 */
export function unanswered(remembered: readonly Path[]): readonly Path[] {
  let left = PATHS.map((_, i) => i);
  for (const recorded of remembered.toReversed()) {
    const all = answeredBy(recorded);
    const fewer = left.filter((i) => all[i] === 0);
    if (fewer.length < LEAST_LEFT) break;
    left = fewer;
  }
  return left.map((i) => PATHS[i]!);
}

/** Whether a recording of one of these attempts answers the path. */
export function isAnswered(path: Path, remembered: readonly Path[]): boolean {
  const text = path.join();
  return !unanswered(remembered).some((other) => other.join() === text);
}
