/** A disk that is full: said as what it is, seen by probes, and over when there is room again. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { Unavailable } from '../../src/errors.ts';
import { readinessOf } from '../../src/protocols/readiness.ts';
import type { Database } from '../../src/storage/database.ts';
import { reportWriteFailures } from '../../src/storage/write-failures.ts';
import { createTestDatabase, databaseKinds } from '../../testing/databases.ts';

/** A seal that nobody checks here. */
const SEAL = new Uint8Array(32);

const store = (database: Database, value: string) =>
  database.write((trx) =>
    trx.insertInto('settings').values({ name: value[0]!, value, seal: SEAL }).execute(),
  );

it("ends a write with the cause, not with the roll-back's error", async () => {
  const test = await createTestDatabase('sqlite');
  const database = await test.open();
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
  await sql`pragma max_page_count = ${sql.raw(String(rows[0]!.page_count))}`.execute(database.db);
  await expect(store(database, 'x'.repeat(1_000_000))).rejects.toThrow(
    'The database cannot be written: its disk is full.',
  );
  expect(await database.db.selectFrom('settings').selectAll().execute()).toEqual([]);
  await sql`pragma max_page_count = 1000000`.execute(database.db);
  await store(database, 'y');
  await test.drop();
});

it('makes the service not ready, with the cause, until a write succeeds', async () => {
  const test = await createTestDatabase('sqlite');
  const real = await test.open();
  let full = false;
  const write: Database['write'] = (fn) =>
    full ? Promise.reject(Object.assign(new Error('full'), { errcode: 13 })) : real.write(fn);
  const database = reportWriteFailures({ ...real, write }, () => 'its disk is full');
  const readiness = () => readinessOf({ database: () => database.ping().then(() => true) });
  expect(await readiness()).toMatchObject({ ready: true, problems: [] });
  full = true;
  expect(await readiness()).toMatchObject({ ready: true });
  await expect(store(database, 'x')).rejects.toThrow(Unavailable);
  const problems = ['The database cannot be written: its disk is full.'];
  expect(await readiness()).toEqual({ ready: false, parts: { database: 'not ready' }, problems });
  full = false;
  expect(await readiness()).toMatchObject({ ready: true, problems: [] });
  await test.drop();
});

const hasPostgres = (await databaseKinds()).includes('postgres');

it.skipIf(!hasPostgres)("recognises a full disk by PostgreSQL's message", async () => {
  const test = await createTestDatabase('postgres');
  const database = await test.open();
  const run = (statement: string) => sql.raw(statement).execute(database.db);
  const full = 'The database cannot be written: its disk is full.';
  await run(`create function refuse() returns trigger language plpgsql as
    $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`);
  for (const table of ['settings', 'schema_versions'])
    await run(
      `create trigger full_disk before insert or update on ${table} execute function refuse()`,
    );
  await expect(store(database, 'x')).rejects.toMatchObject({ message: full, retryAfter: 30 });
  await expect(database.ping()).rejects.toThrow(full);
  await run('drop function refuse() cascade');
  await database.ping();
  await store(database, 'x');
  await test.drop();
});

it.skipIf(!hasPostgres)('asks PostgreSQL for space beyond its existing pages', async () => {
  const test = await createTestDatabase('postgres');
  const first = await test.open();
  await sql
    .raw(`do $$ begin execute format('alter database %I set temp_file_limit = 0', current_database());
      end $$`)
    .execute(first.db);
  const database = await test.open();
  const full = () => Promise.reject(Object.assign(new Error('full'), { code: '53100' }));
  await database.ping();
  await expect(database.write(full)).rejects.toThrow('its disk is full');
  await expect(database.ping()).rejects.toThrow(Unavailable);
  await test.drop();
});
