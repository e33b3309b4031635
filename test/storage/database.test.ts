/** Both databases behave alike: integers, constraints, concurrent transactions. */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { InvalidArgument, Unavailable } from '../../src/errors.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { WriteConflict } from '../../src/storage/retry.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';

/** A seal that nobody checks here. */
const SEAL = new Uint8Array(32);

const kinds = await databaseKinds();

const readSetting = async ({ db }: Database, name: string) =>
  (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())
    ?.value;
const writeSetting = (database: Database, name: string, value: string) =>
  database.write((trx) =>
    trx
      .insertInto('settings')
      .values({ name, value, seal: SEAL })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  );

describe.each(kinds)('database on %s', (kind) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase(kind, 'empty');
  });
  afterEach(() => test.drop());

  const job = {
    client_id: 'c',
    operation: 'verify',
    class_id: null,
    reference_number: null,
    transaction_id: null,
    status: 'SUCCEEDED' as const,
    errors: '[]',
    decision: null,
    suspicions: null,
    score: null,
    started: '2025-01-01T00:00:00.000Z',
    duration_ms: 1,
  };

  it('keeps its contents when reopened', async () => {
    const first = await test.open();
    await writeSetting(first, 'encoder', 'fusion');
    await writeSetting(first, 'encoder', 'fusion-2');
    await first.close();
    const second = await test.open();
    expect(await readSetting(second, 'encoder')).toBe('fusion-2');
    expect(await readSetting(second, 'other')).toBeUndefined();
  });

  it('refuses a database of a newer release', async () => {
    const database = await test.open();
    await database.write((trx) =>
      sql`insert into schema_versions values (999, 'future', 'later')`.execute(trx),
    );
    await expect(openDatabase(test.location)).rejects.toThrow(ConfigError);
  });

  it('reads class ids exactly as bigint, all other numbers as numbers', async () => {
    const { db, write } = await test.open();
    for (const class_id of [1n, 2n ** 53n + 1n, 2n ** 63n - 1n]) {
      const row = { ...job, job_id: randomUUID(), class_id, duration_ms: 12.25 };
      await write((trx) => trx.insertInto('jobs').values(row).execute());
      const read = await db
        .selectFrom('jobs')
        .selectAll()
        .where('class_id', '=', class_id)
        .executeTakeFirstOrThrow();
      expect(read).toEqual(row);
    }
    await write((trx) =>
      trx
        .insertInto('encoder_versions')
        .values({ version: 7, name: 'n', fingerprint: 'f', created: job.started, seal: SEAL })
        .execute(),
    );
    const { version } = await db
      .selectFrom('encoder_versions')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(version).toBe(7);
  });

  it.each([
    ['a class id of zero', { class_id: 0n }],
    ['an unknown status', { status: 'FINE' as 'SUCCEEDED' }],
    ['a time of another form', { started: '2025-01-01' }],
    ['a negative duration', { duration_ms: -1 }],
  ])('refuses %s', async (_, wrong) => {
    const { db, write } = await test.open();
    const row = { ...job, job_id: randomUUID(), ...wrong };
    await expect(write((trx) => trx.insertInto('jobs').values(row).execute())).rejects.toThrow();
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });

  it('refuses a tag without its template', async () => {
    const { write } = await test.open();
    const row = { storage: 's', partition: 'p', class_id: 1n, tag: 't' };
    await expect(
      write((trx) => trx.insertInto('template_tags').values(row).execute()),
    ).rejects.toThrow(/foreign key/i);
  });

  it('undoes a failed transaction', async () => {
    const database = await test.open();
    const failing = database.write(async (trx) => {
      await trx.insertInto('settings').values({ name: 'a', value: '1', seal: SEAL }).execute();
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
    expect(await readSetting(database, 'a')).toBeUndefined();
    await writeSetting(database, 'a', '2');
    expect(await readSetting(database, 'a')).toBe('2');
  });

  it('loses no increment of 40 that read, then write, on two connections', async () => {
    const databases = [await test.open(), await test.open()];
    await writeSetting(databases[0]!, 'n', '0');
    const increment = (index: number) =>
      databases[index % 2]!.write(async (trx) => {
        const one = trx.selectFrom('settings').select('value').where('name', '=', 'n');
        const { value } = await one.executeTakeFirstOrThrow();
        await trx
          .updateTable('settings')
          .set({ value: `${Number(value) + 1}` })
          .where('name', '=', 'n')
          .execute();
      });
    await Promise.all(Array.from({ length: 40 }, (_, index) => increment(index)));
    expect(await readSetting(databases[1]!, 'n')).toBe('40');
  });
});

describe('embedded database', () => {
  it('is readable by its owner only, and scrubs deleted data', async () => {
    const test = await createTestDatabase('sqlite');
    const { db, close } = await test.open();
    const { mode } = await stat(join(test.location.dataDir, 'prosopon.db'));
    expect(mode & 0o777).toBe(0o600);
    const pragma = async (name: string) =>
      Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(db)).rows[0]!)[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('secure_delete')).toBe(1);
    expect(await pragma('foreign_keys')).toBe(1);
    await close();
    await test.drop();
  });

  it('stops the start if it cannot be opened, and names the variable', async () => {
    const location = { dataDir: '/dev/null/nowhere', databaseUrl: undefined };
    await expect(openDatabase(location)).rejects.toThrow(/^PROSOPON_DATA: cannot open/);
  });
});

describe('PostgreSQL', () => {
  it.skipIf(!kinds.includes('postgres'))(
    'answers 503 once after ending its connections, then serves again',
    async () => {
      const test = await createTestDatabase('postgres');
      const database = await test.open();
      const endAll = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      const other = await test.open();
      const interrupted = database.write(async (trx) => {
        await sql`select 1`.execute(trx);
        await endAll.execute(other.db);
        await sql`select 1`.execute(trx);
      });
      await expect(interrupted).rejects.toMatchObject({ code: 'Unavailable' });
      await writeSetting(database, 'a', '1');
      expect(await readSetting(database, 'a')).toBe('1');
      await test.drop();
    },
  );

  it.skipIf(!kinds.includes('postgres'))(
    'lets conflicting writers retry one after the other',
    async () => {
      const test = await createTestDatabase('postgres');
      const database = await test.open();
      let [tryingAgain, most] = [0, 0];
      const write = async (name: string) => {
        let first = true;
        await database.write(async (trx) => {
          if (first) {
            first = false;
            throw new WriteConflict();
          }
          most = Math.max(most, ++tryingAgain);
          await trx.insertInto('settings').values({ name, value: '', seal: SEAL }).execute();
          tryingAgain--;
        });
      };
      await Promise.all(['a', 'b', 'c', 'd'].map(write));
      expect(most).toBe(1);
      expect(await readSetting(database, 'd')).toBe('');
      await test.drop();
    },
  );

  it.runIf(kinds.includes('postgres'))('blames the caller for text with a NUL', async () => {
    const test = await createTestDatabase('postgres', 'empty');
    const database = await test.open();
    await expect(readSetting(database, 'a\0b')).rejects.toThrow(InvalidArgument);
    await expect(writeSetting(database, 'a', '\0')).rejects.toThrow(InvalidArgument);
    await writeSetting(database, 'a', 'fine');
    await test.drop();
  });

  it('stops the start if it does not respond, without showing the password', async () => {
    const databaseUrl = 'postgres://user:geheim@127.0.0.1:1/none';
    const opening = openDatabase({ dataDir: '/nowhere', databaseUrl });
    await expect(opening).rejects.toThrow(Unavailable);
    await expect(opening).rejects.toThrow(/^DATABASE_URL: cannot reach .* 127\.0\.0\.1:1/);
    await expect(opening).rejects.not.toThrow('geheim');
  });
});

it.runIf(kinds.includes('postgres'))('a database in another encoding is refused', async () => {
  const test = await createTestDatabase('postgres', { encoding: 'LATIN1' });
  await expect(test.open()).rejects.toThrow(
    'is in LATIN1, but has to be in UTF8. Create one: createdb ',
  );
  await test.drop();
});
