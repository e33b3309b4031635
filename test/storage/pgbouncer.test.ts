/** A pool that lends connections by the transaction: nothing may rest on the same one being kept. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cancelled, Unavailable } from '../../src/errors.ts';
import { createDatabaseGallery } from '../../src/gallery/database/database-gallery.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { readCancellably } from '../../src/storage/cancellable-reads.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { findProgram } from '../../testing/find-program.ts';
import { type Pooler, startPgbouncer } from '../../testing/pgbouncer.ts';
import {
  bcid,
  feature,
  masterKey,
  thumbnailOf,
  unitVector,
} from '../../testing/template-samples.ts';

const program = findProgram('pgbouncer');
if (program === undefined) console.warn('skipped: pgbouncer is not installed');
const kinds = (await databaseKinds()).filter((kind) => kind !== 'sqlite');

/** Fewer than the connections of the two processes in front of it. */
const CONNECTIONS = 3;
const keys = masterKey();
const PEOPLE = 12;
const DIMENSION = 96;

describe.skipIf(program === undefined).each(kinds)(
  'pgbouncer in transaction mode before %s',
  (kind) => {
    let test: TestDatabase;
    let pooler: Pooler;
    const processes: Database[] = [];
    beforeAll(async () => {
      test = await createTestDatabase(kind);
      pooler = await startPgbouncer(program!, test.location.databaseUrl!, {
        connections: CONNECTIONS,
      });
      const location = { ...test.location, databaseUrl: pooler.databaseUrl };
      processes.push(...(await Promise.all([openDatabase(location), openDatabase(location)])));
    });
    afterAll(async () => {
      await Promise.all(processes.map((database) => database.close()));
      await pooler?.stop();
      await test?.drop();
    });

    it('two processes enrol and read at once, and every record is whole', async () => {
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

    it.skipIf(kind !== 'citus')(
      'finds people in the database, and loses none if workers break off',
      async () => {
        const [here, other] = processes;
        const keyRing = await openKeyRing(keys, here!);
        const templates = createTemplateStore(here!, keyRing);
        const options = { encoderVersion: 2, dimension: DIMENSION, typicalFaces: [] };
        const parts = { ...options, database: here!, keyRing, templates, index: 'exact' as const };
        const gallery = createDatabaseGallery(parts);
        await gallery.ready;
        const schema = await sql<{ name: string }>`select current_schema() as name`.execute(
          other!.db,
        );
        const ours = `select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%${schema.rows[0]!.name}%' and pid <> pg_backend_pid()`;
        const faces = new Map<bigint, Float32Array>();
        for (let id = 100n; faces.size < PEOPLE; id++) {
          if (id % 4n === 0n) await sql`select run_command_on_workers(${ours})`.execute(other!.db);
          const one = { ...feature(), values: unitVector(DIMENSION) };
          const person = { encoderVersion: 2, features: [one], tags: [], thumbnails: [] };
          try {
            await templates.update(bcid(id), () => person);
            faces.set(id, one.values);
          } catch (error) {
            expect(error).toBeInstanceOf(Unavailable);
          }
        }
        await sql`select recover_prepared_transactions()`.execute(other!.db);
        const { signal } = new AbortController();
        const scope = { storage: 'test', partition: 'main', tags: [], limit: 1, signal };
        const best = async () => {
          const { candidates } = await gallery.search([...faces.values()], scope);
          return candidates.map(([first]) => first?.classId);
        };
        await expect.poll(best, { timeout: 10_000 }).toEqual([...faces.keys()]);
        await gallery.close();
      },
    );

    it('ends a read that nobody waits for, and no other', async () => {
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
  },
);
