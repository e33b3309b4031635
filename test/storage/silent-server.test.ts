/** A server that is gone without a word: what waits for it ends, and what takes long does not. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { noticeObstacles } from '../../src/storage/obstacles.ts';
import { postgresObstacle } from '../../src/storage/postgres.ts';
import { createSilenceWatch } from '../../src/storage/silent-server.ts';
import { createTestDatabase, databaseKinds } from '../support/databases.ts';
import { findProgram } from '../support/find-program.ts';
import { openLine } from '../support/line.ts';
import { startPgbouncer } from '../support/pgbouncer.ts';

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

it('knows a standby that was not promoted by what it says of our transactions', async () => {
  const test = await createTestDatabase('sqlite');
  const said = new Error('cannot use serializable mode in a hot standby');
  const write = () => Promise.reject(Object.assign(said, { code: '0A000' }));
  const database = noticeObstacles({ ...(await test.open()), write }, postgresObstacle);
  await expect(database.write(async () => 1)).rejects.toThrow('it is read-only');
  await expect(database.ping()).rejects.toThrow('it is read-only');
  await test.drop();
});
