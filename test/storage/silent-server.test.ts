/** A server that is gone without a word: what waits for it ends, and what takes long does not. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { Unavailable } from '../../src/errors.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { postgresObstacle } from '../../src/storage/postgres.ts';
import { createSilenceWatch } from '../../src/storage/silent-server.ts';
import { reportWriteFailures } from '../../src/storage/write-failures.ts';
import { joinWritersOfPeople } from '../../src/storage/writers-of-people.ts';
import { createTestDatabase, databaseKinds } from '../../testing/databases.ts';
import { findProgram } from '../../testing/find-program.ts';
import { openLine } from '../../testing/line.ts';
import { startPgbouncer } from '../../testing/pgbouncer.ts';

const fast = { doubt: 20, patience: 200 };
const hasPostgres = (await databaseKinds()).includes('postgres');
const pgbouncer = findProgram('pgbouncer');

it('ends the connection of a statement once the server takes no other', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { watch } = createSilenceWatch({ host: '127.0.0.1', port, user: 'a' }, fast);
  const answer = Promise.withResolvers<never>();
  const end = vi.fn(async () => answer.reject(new Error('Connection terminated')));
  await expect(watch({ end } as unknown as pg.Client, answer.promise)).rejects.toThrow(
    'terminated',
  );
  silent.close();
});

it.skipIf(!hasPostgres || pgbouncer === undefined)(
  'ends it as well while a pool in front of the server takes connections',
  async () => {
    const test = await createTestDatabase('postgres');
    const line = await openLine(test.location.databaseUrl!);
    const pool = await startPgbouncer(pgbouncer!, line.url, { connections: 2 });
    const config = { connectionString: pool.databaseUrl };
    const client = new pg.Client(config);
    await client.connect();
    await client.query('select 1');
    line.slow(Number.POSITIVE_INFINITY);
    const { watch } = createSilenceWatch(config, { ...fast, doubt: 500 });
    await expect(watch(client, client.query('select 1'))).rejects.toThrow('terminated');
    await pool.stop();
    await line.close();
    await test.drop();
  },
);

it.skipIf(!hasPostgres)('lets a statement take its time while the server is there', async () => {
  const test = await createTestDatabase('postgres');
  const config = { connectionString: test.location.databaseUrl! };
  const { watch } = createSilenceWatch(config, { ...fast, patience: 5000 });
  const end = vi.fn();
  const slow = new Promise((done) => setTimeout(done, 300, 'answer'));
  expect(await watch({ end } as unknown as pg.Client, slow)).toBe('answer');
  expect(end).not.toHaveBeenCalled();
  await test.drop();
});

it.skipIf(!hasPostgres)(
  'makes a change that it interrupts unavailable',
  async () => {
    const test = await createTestDatabase('postgres');
    const line = await openLine(test.location.databaseUrl!);
    const database = await openDatabase({ ...test.location, databaseUrl: line.url });
    const written = database.write(async (trx) => {
      await sql`select 1`.execute(trx);
      line.slow(Number.POSITIVE_INFINITY);
      await sql`select 1`.execute(trx);
    });
    await expect(written).rejects.toThrow(Unavailable);
    line.cut();
    await database.close();
    await line.close();
    await test.drop();
  },
  30_000,
);

it.skipIf(!hasPostgres)(
  'does not stop the writers of others if a writer falls silent',
  async () => {
    const test = await createTestDatabase('postgres');
    const [one, other] = [await test.open(), await test.open()];
    const silent = one.write(async (trx) => {
      await joinWritersOfPeople(trx, 'postgres');
      const { rows } = await sql<{ most: string }>`select
      current_setting('idle_in_transaction_session_timeout') as most`.execute(trx);
      expect(rows).toEqual([{ most: '2min' }]);
      await sql`set local idle_in_transaction_session_timeout = 300`.execute(trx);
      await sleep(1000);
      await sql`select 1`.execute(trx);
    });
    const ended = expect(silent).rejects.toThrow(Unavailable);
    await sleep(100);
    await other.write((trx) => joinWritersOfPeople(trx, 'postgres'));
    await ended;
    await test.drop();
  },
);

it('knows a standby that was not promoted by what it says of our transactions', async () => {
  const test = await createTestDatabase('sqlite');
  const said = new Error('cannot use serializable mode in a hot standby');
  const write = () => Promise.reject(Object.assign(said, { code: '0A000' }));
  const database = reportWriteFailures({ ...(await test.open()), write }, postgresObstacle);
  await expect(database.write(async () => 1)).rejects.toThrow('it is read-only');
  await expect(database.ping()).rejects.toThrow('it is read-only');
  await test.drop();
});
