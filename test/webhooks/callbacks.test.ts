/** Callbacks of two processes on real databases: who sends what, and when. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { parseConfig } from '../../src/config/config.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { type Callbacks, createCallbacks } from '../../src/webhooks/callbacks.ts';
import { createDestinations } from '../../src/webhooks/destination.ts';
import type { Sender } from '../../src/webhooks/send.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  const key = masterKey();
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase(kind);
  });
  afterAll(() => test.drop());

  /** A process that sends by this. */
  const processOf = async (send: Sender['send']): Promise<Callbacks> => {
    const database = await test.open();
    const keyRing = await openKeyRing(key, database);
    const destinations = createDestinations(parseConfig({}));
    return createCallbacks({ database, keyRing, destinations, sender: { send }, warn: () => {} });
  };

  it('are sent by one process, however slow their receiver is', async () => {
    const database = await test.open();
    const clients = createClientRegistry(database, await openKeyRing(key, database));
    await clients.create({ id: 'abis', name: 'abis', storage: 's', partition: 'p' });
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());

    const sent: string[] = [];
    const there = await processOf(async (_, { id }) => {
      sent.push(id);
      return { outcome: 'taken', answer: 'answered 204' };
    });
    const looked = Promise.withResolvers<void>();
    const here = await processOf(async (_, { id }) => {
      sent.push(id);
      // The first batch takes a minute. The other process looks during the second.
      if (sent.length === 8) vi.setSystemTime(Date.now() + 61_000);
      if (sent.length === 12) looked.resolve(there.look().then(() => there.close()));
      if (sent.length > 8) await looked.promise;
      return { outcome: 'taken', answer: 'answered 204' };
    });
    const ids = Array.from({ length: 12 }, () => randomUUID());
    const message = { url: 'http://127.0.0.1:9/', contentType: 'application/json', body: '"OK"' };
    for (const id of ids) {
      await here.open(id, 'abis', message);
      await here.settle(id, message);
    }
    await here.look();
    await looked.promise;
    await here.close();
    expect(sent.sort()).toEqual(ids.sort());
    for (const id of ids) expect(await here.state(id, 'abis')).toBe('taken');
  });
});
