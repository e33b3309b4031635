/** Workers that break off connections while people are enrolled: nothing acknowledged is lost. */

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Unavailable } from '../../../src/errors.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import { verifyRows } from '../../../src/sealing/verify-rows.ts';
import { createTemplateStore } from '../../../src/templates/store.ts';
import { CITUS, createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { bcid, feature, masterKey, thumbnailOf } from '../../../testing/template-samples.ts';

const ENROLMENTS = 60;
const BROKEN_EVERY = 10;
const LANES = 4;

describe.skipIf(CITUS === undefined)('workers on citus that are away for a moment', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase('citus');
  });
  afterEach(() => test.drop());

  it('are reported as away, and lose nothing acknowledged', async () => {
    const [database, other] = [await test.open(), await test.open()];
    const keyRing = await openKeyRing(masterKey(), database);
    const store = createTemplateStore(database, keyRing);
    const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(other.db);
    const ours = `select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%${rows[0]!.name}%' and pid <> pg_backend_pid()`;
    const breakOff = () => sql`select run_command_on_workers(${ours})`.execute(other.db);

    const acknowledged: bigint[] = [];
    let next = 1n;
    const lane = async () => {
      while (acknowledged.length < ENROLMENTS) {
        const [classId, one] = [next++, feature()];
        try {
          await store.update(bcid(classId), () => ({
            ...{ encoderVersion: 1, features: [one], tags: [], thumbnails: [thumbnailOf(one)] },
          }));
        } catch (error) {
          expect(error).toBeInstanceOf(Unavailable);
          continue;
        }
        acknowledged.push(classId);
        if (acknowledged.length % BROKEN_EVERY === 0) await breakOff();
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));

    // What was decided, but not heard of by a worker, the coordinator tells it within a minute.
    await sql`select recover_prepared_transactions()`.execute(database.db);
    for (const classId of acknowledged)
      expect((await store.read(bcid(classId)))?.features, `${classId}`).toHaveLength(1);
    expect((await verifyRows(database, keyRing.derive)).faults).toEqual([]);
  });
});
