/** One of several processes on one PostgreSQL may die, and so may the pool of connections. */
import { arrivals, capacityOf } from '../load/arrivals.ts';
import type { Proof } from '../proof.ts';
import { disagreements } from './agreement.ts';
import { killOne, refusals, timesOf, without } from './deaths.ts';
import { type Fleet, openFleet } from './fleet.ts';
import { openTraffic } from './traffic.ts';

/** How pgbouncer lends its connections, and to how many processes. */
const MODES = [
  { mode: 'transaction', connections: 6, kept: 10, sizes: [1, 2, 4] },
  // Each process may ask over one more connection whether the server is there.
  { mode: 'session', connections: 20, kept: 5, sizes: [1, 2] },
] as const;
/** Seconds of each measurement. */
const [SECONDS, SHORT_SECONDS] = [6, 3];
/** Of the calls that one process alone serves, so that any number of survivors is enough. */
const SHARE = 0.5;

export const processes: Proof = {
  name: 'processes',
  promise: 'Processes on one PostgreSQL agree, and of those that die only their own calls fail.',
  async *run({ short, done }) {
    for (const { sizes, ...pool } of short ? MODES.slice(0, 1) : MODES) {
      if (done.has(pool.mode)) continue;
      const fleet = await openFleet(pool, pool.kept);
      if (fleet === undefined) {
        process.stderr.write("left out: it needs pgbouncer, PostgreSQL's programs and root\n");
        yield { step: pool.mode, counts: { 'left out': 1 }, broken: [] };
        continue;
      }
      try {
        const seconds = short ? SHORT_SECONDS : SECONDS;
        const report = await undergo(fleet, short ? sizes.slice(0, 2) : sizes, seconds, pool.mode);
        yield { step: pool.mode, ...report };
      } finally {
        await fleet.remove();
      }
    }
  },
};

async function undergo(fleet: Fleet, sizes: readonly number[], seconds: number, mode: string) {
  const broken: string[] = [];
  const counts = { calls: 0, changes: 0, 'processes killed': 0 };
  const say = (what: string) => process.stderr.write(`${mode}: ${what}\n`);
  const traffic = await openTraffic(await fleet.add());
  traffic.route(fleet.services[0]!);
  let rate: number | undefined;
  for (const size of sizes) {
    while (fleet.services.length < size) traffic.route(await fleet.add());
    const capacity = await capacityOf(traffic.send, seconds);
    rate ??= SHARE * capacity;
    const even = await arrivals(traffic.send, rate, seconds);
    say(`${size} processes: ${capacity.toFixed(1)}/s; at ${rate.toFixed(1)}/s ${timesOf(even)}`);
    broken.push(...refusals(even));
    counts.calls += even.length;
    if (size === 1) continue;
    const killing = await killOne(fleet, traffic, rate, 2 * seconds);
    say(killing.figures);
    counts.calls += killing.calls;
    counts['processes killed']++;
    broken.push(...killing.broken, ...(await disagreements(fleet, traffic)));
  }
  for (const [name, part] of [
    ['pgbouncer', { stop: fleet.pooler.kill, start: fleet.pooler.start }],
    ['PostgreSQL', { stop: () => fleet.postgres.stop('immediate'), start: fleet.postgres.start }],
  ] as const) {
    const outage = await without(part, fleet, traffic, rate!);
    say(`${name} away and back: ${outage.figures}`);
    counts.calls += outage.calls;
    broken.push(...outage.broken, ...(await disagreements(fleet, traffic)));
  }
  broken.push(...traffic.wrong);
  counts.changes = [...traffic.changes.values()]
    .flat()
    .filter(({ answered }) => answered !== undefined).length;
  for (const what of broken) say(`BROKEN ${what}`);
  return { counts, broken: broken.map((what) => `${mode}: ${what}`) };
}
