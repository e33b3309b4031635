/** Refused comparisons of a class within an hour, counted in SQL for all callers and processes. */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Bcid } from '../bcid.ts';
import { HOUR_MS } from '../durations.ts';
import { bcidOfRow, classKey, isOf } from '../storage/class-key.ts';
import type { Database, TransactionStep } from '../storage/database.ts';
import { eraseUntil } from '../storage/erase-until.ts';
import { deleteRows } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';

export type RefusedComparisons = ReturnType<typeof createRefusedComparisons>;

const WINDOW_MS = HOUR_MS;
const MOST_LISTED = 500;
/** Classes read, and rows written, in one statement. */
const TOGETHER = 500;

/** How many more refused comparisons each class may have. */
export type ComparisonsLeft = ReadonlyMap<bigint, number>;

const beginning = (now: number) => new Date(now - WINDOW_MS);

export function createRefusedComparisons(database: Database) {
  const { db } = database;
  return {
    /** Seconds until the class may be compared again; 0 means now. */
    wait: (bcid: Bcid, limit: number) => secondsLeft(db, bcid, limit),

    /**
     * Counts refused comparisons of a call in one step across processes, up to the limit. A caller
     * may only learn of refusals that were all counted. Returns the seconds to `wait` (0: they
     * were), and whether they `reached` the limit.
     * @param whenReached runs with the refusal that reaches the limit
     */
    count: (bcid: Bcid, limit: number, refusals: number, whenReached?: TransactionStep) =>
      database.write(async (trx) => {
        const left = (await leftOf(trx, bcid, limit, [bcid.classId])).get(bcid.classId)!;
        const counted = Math.min(left, refusals);
        await insertRefusals(trx, bcid, new Map([[bcid.classId, counted]]));
        const reached = counted > 0 && counted === left;
        if (reached) await whenReached?.(trx);
        const wait = counted < refusals ? await secondsLeft(trx, bcid, limit) : 0;
        return { wait, reached };
      }),

    /** How many more refusals each of these classes may have. */
    left: (partition: Partition, limit: number, classIds: readonly bigint[]) =>
      leftOf(db, partition, limit, classIds),

    /**
     * Counts comparisons of one call with many classes in one step across processes. `refuse`
     * returns the number for each class, no more than are left. It may run more than once.
     * @param whenReached runs for each class that reaches its limit
     * @returns the last result of `refuse`, and the classes that have reached their limit
     */
    countEach: <R extends { readonly refused: ReadonlyMap<bigint, number> }>(
      partition: Partition,
      limit: number,
      classIds: readonly bigint[],
      refuse: (left: ComparisonsLeft) => R,
      whenReached: (classId: bigint) => TransactionStep,
    ) =>
      database.write(async (trx) => {
        const left = await leftOf(trx, partition, limit, classIds);
        const result = refuse(left);
        await insertRefusals(trx, partition, result.refused);
        const reached = [...result.refused.keys()].filter(
          (classId) => result.refused.get(classId) === left.get(classId),
        );
        for (const classId of reached) await whenReached(classId)(trx);
        return { ...result, reached };
      }),

    /**
     * Call after counting. Forgets classes that were erased during their comparison. A later
     * erasure forgets them itself.
     */
    async forgetErased(partition: Partition, classIds: readonly bigint[]) {
      for (let i = 0; i < classIds.length; i += TOGETHER)
        for (const { class_id } of await erasedAmong(
          db,
          partition,
          classIds.slice(i, i + TOGETHER),
        ))
          await this.clear({ ...partition, classId: class_id });
    },

    /** Classes with refused comparisons, most first. */
    async list() {
      const rows = await db
        .selectFrom('refused_comparisons')
        .select(['storage', 'partition', 'class_id'])
        .select(sql<number>`cast(count(*) as integer)`.as('refused'))
        .select(sql<string>`max(refused)`.as('latest'))
        .where('refused', '>', beginning(Date.now()).toISOString())
        .where('class_id', '>', 0n)
        .groupBy(['storage', 'partition', 'class_id'])
        .orderBy(sql`count(*)`, 'desc')
        .orderBy(sql`max(refused)`, 'desc')
        .limit(MOST_LISTED)
        .execute();
      return rows.map(({ refused, latest, ...key }) => ({
        ...{ ...bcidOfRow(key), refused },
        latest: new Date(latest),
      }));
    },

    /** Forgets the refusals of the class. False: there were none. */
    async clear(bcid: Bcid) {
      const deleted = await database.write((trx) =>
        deleteRows(trx, 'refused_comparisons', classKey(bcid)),
      );
      return deleted > 0;
    },

    /** Erases refusals that no longer count. Returns how many. */
    sweep: (now = new Date()) =>
      eraseUntil(database, 'refused_comparisons', 'refused', beginning(now.getTime())),
  };
}

type Partition = Omit<Bcid, 'classId'>;

async function leftOf(
  from: Kysely<Schema>,
  { storage, partition }: Partition,
  limit: number,
  classIds: readonly bigint[],
): Promise<ComparisonsLeft> {
  const left = new Map(classIds.map((classId) => [classId, limit]));
  for (let i = 0; i < classIds.length; i += TOGETHER) {
    const rows = await from
      .selectFrom('refused_comparisons')
      .select(['class_id', sql<number>`cast(count(*) as integer)`.as('refused')])
      .where(isOf({ storage, partition }))
      .where('class_id', 'in', classIds.slice(i, i + TOGETHER))
      .where('refused', '>', beginning(Date.now()).toISOString())
      .groupBy('class_id')
      .execute();
    for (const row of rows) left.set(row.class_id, Math.max(0, limit - row.refused));
  }
  return left;
}

async function insertRefusals(
  trx: Kysely<Schema>,
  partition: Partition,
  refused: ReadonlyMap<bigint, number>,
): Promise<void> {
  const now = new Date().toISOString();
  const rows = [...refused].flatMap(([classId, times]) =>
    Array.from({ length: times }, () => ({
      ...{ job_id: randomUUID(), ...classKey({ ...partition, classId }), refused: now },
    })),
  );
  for (let from = 0; from < rows.length; from += TOGETHER)
    await trx
      .insertInto('refused_comparisons')
      .values(rows.slice(from, from + TOGETHER))
      .execute();
}

/** Counted classes without a template. Class 0 stands for all classes that never had one. */
const erasedAmong = (
  from: Kysely<Schema>,
  { storage, partition }: Partition,
  classIds: readonly bigint[],
) =>
  from
    .selectFrom('refused_comparisons as r')
    .leftJoin('templates as t', (join) =>
      join
        .onRef('t.storage', '=', 'r.storage')
        .onRef('t.partition', '=', 'r.partition')
        .onRef('t.class_id', '=', 'r.class_id'),
    )
    .select('r.class_id')
    .distinct()
    .where('r.storage', '=', storage)
    .where('r.partition', '=', partition)
    .where('r.class_id', 'in', classIds)
    .where('r.class_id', '>', 0n)
    .where('t.class_id', 'is', null)
    .execute();

/** The class stays at its limit until its `limit`-th newest refusal is an hour old. */
async function secondsLeft(from: Kysely<Schema>, bcid: Bcid, limit: number): Promise<number> {
  const now = Date.now();
  const row = await from
    .selectFrom('refused_comparisons')
    .select('refused')
    .where(isOf(classKey(bcid)))
    .where('refused', '>', beginning(now).toISOString())
    .orderBy('refused', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return 0;
  return Math.max(1, Math.ceil((Date.parse(row.refused) + WINDOW_MS - now) / 1000));
}
