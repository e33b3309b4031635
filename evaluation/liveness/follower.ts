/** Simulated people whose heads follow a point: late, inexactly, and measured by an erring mesh. */

import { type Place, placeAt } from '../../src/directions.ts';
import type { TimedPose } from '../../src/faces/liveness/burst/followed-path.ts';

/** Milliseconds between the moments of a computed movement. */
const STEP = 20;

interface Move {
  readonly from: number;
  readonly lasts: number;
  readonly to: { readonly right: number; readonly up: number };
}

/**
 * Poses of a person's head at these times: reaction of about 420 ms; movements of 500 ms with
 * minimum jerk; turns of 10 to 24° and nods of 6 to 15°, 15 % of them wrong; plus drift, noise, and
 * turns seen as nods.
 * @param slips share of places that the person misses, and share at which they first go the other
 *   way
 */
export function follow(
  { places, every }: { readonly places: readonly Place[]; readonly every: number },
  times: readonly number[],
  random: () => number,
  slips: number,
): TimedPose[] {
  const normal = (mean: number, deviation: number) =>
    mean + deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const between = (low: number, high: number) => low + (high - low) * random();
  const reaction = Math.min(800, Math.max(200, normal(420, 120)));
  const moves = places.flatMap((place, i): Move[] => {
    if (i < places.length - 1 && random() < slips) return [];
    const at = placeAt(place);
    const near = (value: number) => value * normal(1, 0.15) + normal(0, 0.08);
    const to = { right: near(at.right), up: near(at.up) };
    const from = i * every + Math.max(150, normal(reaction, 80));
    const lasts = Math.max(250, normal(500, 120));
    if (random() >= slips) return [{ from, lasts, to }];
    const other = { right: -to.right, up: -to.up };
    return [
      { from, lasts, to: other },
      { from: from + lasts, lasts, to },
    ];
  });
  const way = wayOf(moves, Math.max(...times));
  const [turn, nod] = [between(10, 24), between(6, 15)];
  const [nodded, bowed, turned] = [normal(0, 0.12), normal(0, 0.08), normal(0, 0.12)];
  const drift = { right: normal(0, 2) / 4000, up: normal(0, 2) / 4000 };
  return times.map((milliseconds) => {
    const { right, up } = way[Math.max(0, Math.round(milliseconds / STEP))]!;
    const [x, y] = [right * turn, up * nod];
    return {
      milliseconds,
      right: x + turned * y + drift.right * milliseconds + normal(0, 0.7),
      up: y + nodded * x + bowed * Math.abs(x) + drift.up * milliseconds + normal(0, 0.9),
    };
  });
}

/** A movement begins where the previous one has arrived. */
function wayOf(moves: readonly Move[], end: number) {
  let at = { right: 0, up: 0 };
  let under: { readonly move: Move; readonly begun: typeof at } | undefined;
  const waiting = [...moves];
  return Array.from({ length: Math.ceil(end / STEP) + 2 }, (_, i) => {
    const now = i * STEP;
    while (waiting[0] !== undefined && waiting[0].from <= now)
      under = { move: waiting.shift()!, begun: at };
    if (under === undefined) return at;
    const share = Math.min(1, (now - under.move.from) / under.move.lasts);
    const eased = share ** 3 * (10 - 15 * share + 6 * share ** 2);
    const go = (from: number, to: number) => from + eased * (to - from);
    const { begun, move } = under;
    at = { right: go(begun.right, move.to.right), up: go(begun.up, move.to.up) };
    return at;
  });
}
