/** A pool that lends connections by the transaction: nothing may rest on the same one being kept. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cancelled } from '../../src/errors.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { readCancellably } from '../../src/storage/cancellable-reads.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../support/databases.ts';
import { findPgbouncer, type Pooler, startPgbouncer } from '../support/pgbouncer.ts';
import { bcid, feature, masterKey, thumbnailOf } from '../support/template-samples.ts';

const program = findPgbouncer();
if (program === undefined) console.warn('skipped: pgbouncer is not installed');
const runs = program !== undefined && (await databaseKinds()).includes('postgres');

/** Fewer than the connections of the two processes in front of it. */
const CONNECTIONS = 3;
const PEOPLE = 12;

describe.skipIf(!runs)('behind pgbouncer in transaction mode', () => {
  let test: TestDatabase;
  let pooler: Pooler;
  const processes: Database[] = [];
  beforeAll(async () => {
    test = await createTestDatabase('postgres');
    pooler = await startPgbouncer(program!, test.location.databaseUrl!, CONNECTIONS);
    const location = { ...test.location, databaseUrl: pooler.databaseUrl };
    processes.push(...(await Promise.all([openDatabase(location), openDatabase(location)])));
  });
  afterAll(async () => {
    await Promise.all(processes.map((database) => database.close()));
    await pooler?.stop();
    await test?.drop();
  });

  it('two processes enrol and read at once, and every record is whole', async () => {
    const keys = masterKey();
    const [keyRing, other] = await Promise.all(processes.map((one) => openKeyRing(keys, one)));
    const stores = [
      createTemplateStore(processes[0]!, keyRing!),
      createTemplateStore(processes[1]!, other!),
    ];
    const ids = Array.from({ length: PEOPLE }, (_, i) => BigInt(i + 1));
    await Promise.all(
      ids.map((id) => {
        const one = feature();
        return stores[Number(id % 2n)]!.update(bcid(id), () => ({
          ...{ encoderVersion: 1, features: [one], tags: ['somebody'] },
          thumbnails: [thumbnailOf(one)],
        }));
      }),
    );
    expect(await stores[0]!.readMany('test', 'main', ids)).toHaveLength(PEOPLE);
    expect((await verifyRows(processes[1]!, keyRing!.derive)).faults).toEqual([]);
  });

  it('a read that nobody waits for is ended, and no other', async () => {
    const caller = new AbortController();
    const reads = [caller.signal, new AbortController().signal].map((signal) =>
      readCancellably(processes[0]!.db, signal, async (trx) => {
        if (signal === caller.signal) setTimeout(() => caller.abort(), 100);
        await sql`select pg_sleep(${signal === caller.signal ? 60 : 1})`.execute(trx);
      }),
    );
    await expect(reads[0]).rejects.toThrow(Cancelled);
    await expect(reads[1]).resolves.toBeUndefined();
  });
});
