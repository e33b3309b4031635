/**
 * The feed of changed classes. Every change of a template writes to it in the same transaction, and
 * every process with a gallery polls it.
 *
 * A transaction that began earlier may commit later, so readers cannot continue after a number.
 * Instead they look back by the database's clock, and know by its stamp what they have seen. It
 * needs only tables, on one database server or many.
 */

import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type Bcid, bcidText } from '../bcid.ts';
import { MINUTE_MS } from '../durations.ts';
import { bcidOfRow, classKey, isOf } from '../storage/class-key.ts';
import { readClock } from '../storage/clock.ts';
import type { Database } from '../storage/database.ts';
import { putRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import type { ClassChange } from './template.ts';

/** Too long without a poll: the stored templates have to be read again. */
export class FeedMissed extends Error {
  override readonly name = 'FeedMissed';
}

/** Milliseconds that polls look back, and every tenth poll. No transaction is open that long. */
const LOOK_BACK = 5_000;
const LOOK_BACK_FAR = MINUTE_MS;
const FAR_EVERY = 10;
/** Milliseconds for which entries are kept. After as long without a poll, some may be missed. */
const KEPT = 15 * MINUTE_MS;
const MOST_WITHOUT_POLL = 10 * MINUTE_MS;
/** Polls between two erasures of old entries. */
const ERASE_EVERY = 120;

/** Records a change of a class. @param at by the clock of the database */
export async function recordChange(
  trx: Transaction<Schema>,
  bcid: Bcid,
  change: string,
  at: Date,
): Promise<void> {
  const changed = { change, changed_ms: BigInt(at.getTime()) };
  await putRow(trx, 'class_changes', classKey(bcid), changed);
}

/**
 * Records a change of every class of a partition that has a template. `work` may take minutes, so it
 * is dated when it is over: polls look back a minute.
 */
export async function recordChanges(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  { storage, partition }: Omit<Bcid, 'classId'>,
  work: () => Promise<void>,
): Promise<void> {
  const change = randomUUID();
  const clock = async () => BigInt(await readClock(trx, kind));
  const now = await clock();
  await sql`insert into class_changes (storage, partition, class_id, change, changed_ms)
    select storage, partition, class_id, cast(${change} as text), cast(${now} as bigint)
    from templates
    where ${isOf({ storage, partition })}
    on conflict (storage, partition, class_id)
    do update set change = excluded.change, changed_ms = excluded.changed_ms`.execute(trx);
  await work();
  await trx
    .updateTable('class_changes')
    .set({ changed_ms: await clock() })
    .where(isOf({ storage, partition }))
    .where('change', '=', change)
    .execute();
}

/** What the database's clock showed, and when that was by our own. */
interface Reading {
  readonly clock: number;
  readonly at: number;
}

/**
 * Readings that later far polls need. The first is from a minute before the last by our own time,
 * because the database's clock may be set ahead while a transaction is open.
 */
function upTo(last: Reading, earlier: readonly Reading[]): readonly Reading[] {
  const readings = [...earlier, last];
  const first = readings.findLastIndex(({ at }) => at <= last.at - LOOK_BACK_FAR);
  return readings.slice(Math.max(first, 0));
}

/** Follows template changes of all processes. */
export function createChangeFeed(database: Database) {
  const { db, kind } = database;
  /** Stamps by class, with the time of the change. */
  const seen = new Map<string, { readonly change: string; readonly at: number }>();
  /** Returned, but not yet acknowledged, by class. */
  const open = new Map<string, ClassChange>();
  /** The latest time of the database, by its clock or a change. */
  let newest: number | undefined;
  let readings: readonly Reading[] = [];
  let polledAt = Date.now();
  let polls = 0;

  /** The next poll counts as the first again. */
  const missed = (why: string) => {
    newest = undefined;
    readings = [];
    seen.clear();
    open.clear();
    polledAt = Date.now();
    return new FeedMissed(why);
  };
  const changesSince = (from: number) =>
    db
      .selectFrom('class_changes')
      .selectAll()
      .where('changed_ms', '>=', BigInt(from))
      .orderBy('changed_ms')
      .execute();

  return {
    /**
     * Committed changes that are not acknowledged, one per class. The first poll returns none.
     * @throws FeedMissed
     */
    async poll() {
      if (Date.now() - polledAt > MOST_WITHOUT_POLL)
        throw missed('the feed of changed classes was not read for too long');
      const first = newest === undefined;
      const far = first || polls % FAR_EVERY === 0;
      const now = far ? await readClock(db, kind) : newest!;
      const at = performance.now();
      newest ??= now;
      if (now < newest - LOOK_BACK) {
        await redate(database, BigInt(now));
        throw missed('the clock of the database was set back');
      }
      const start = { clock: now - LOOK_BACK_FAR, at: at - LOOK_BACK_FAR };
      const known = readings.length === 0 ? [start] : readings;
      const rows = await changesSince(far ? known[0]!.clock : newest - LOOK_BACK);
      if (far) readings = upTo({ clock: now, at }, known);
      newest = Math.max(newest, now);
      polledAt = Date.now();
      polls++;
      for (const { change, changed_ms, ...key } of rows) {
        const bcid = bcidOfRow(key);
        const name = bcidText(bcid);
        const made = Number(changed_ms);
        newest = Math.max(newest, made);
        if (first) seen.set(name, { change, at: made });
        else if (seen.get(name)?.change !== change) open.set(name, { bcid, change });
      }
      if (far) for (const [name, { at }] of seen) if (at < newest - KEPT) seen.delete(name);
      if (polls % ERASE_EVERY === 0) await eraseOld(database);
      return [...open.values()];
    },
    /** The change has been handled. */
    acknowledge({ bcid, change }: ClassChange) {
      const name = bcidText(bcid);
      seen.set(name, { change, at: newest ?? 0 });
      if (open.get(name)?.change === change) open.delete(name);
    },
  };
}

/** What was changed in the future, as it seems, was changed now. */
function redate(database: Database, now: bigint): Promise<unknown> {
  return database.write((trx) =>
    trx
      .updateTable('class_changes')
      .set({ changed_ms: now })
      .where('changed_ms', '>', now)
      .execute(),
  );
}

function eraseOld(database: Database): Promise<unknown> {
  return database.write(async (trx) => {
    const before = BigInt((await readClock(trx, database.kind)) - KEPT);
    await trx.deleteFrom('class_changes').where('changed_ms', '<', before).execute();
  });
}
