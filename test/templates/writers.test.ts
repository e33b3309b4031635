/** Many who write at once: none begins its transaction anew, so none ever gives up. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { createTemplateStore, type TemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { bcid, feature, masterKey } from '../../testing/template-samples.ts';

const WRITERS = 32;

describe.each(await databaseKinds())('on %s', (kind) => {
  const keys = masterKey();
  const stores: TemplateStore[] = [];
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    for (let process = 0; process < 2; process++) {
      const database = await test.open();
      stores.push(createTemplateStore(database, await openKeyRing(keys, database)));
    }
  });
  afterAll(() => test.drop());

  it('32 writers of one client, in two processes, each write once', async () => {
    let attempts = 0;
    const ids = Array.from({ length: WRITERS }, (_, index) => BigInt(index + 1));
    const enrol = (id: bigint, index: number) =>
      stores[index % 2]!.update(bcid(id), () => {
        attempts++;
        return { encoderVersion: 1, features: [feature()], tags: [], thumbnails: [] };
      });
    await Promise.all(ids.map(enrol));
    expect(attempts).toBe(WRITERS);
    expect(await stores[0]!.readMany('test', 'main', ids)).toHaveLength(WRITERS);
    const some = ids.slice(0, 8);
    const deleted = await Promise.all(some.map((id, index) => stores[index % 2]!.delete(bcid(id))));
    expect(deleted.every(Boolean)).toBe(true);
  });

  // SQLite lets one write at a time.
  it.skipIf(kind === 'sqlite')(
    'a client is deleted with its people beside another writer',
    async () => {
      const opened = await test.open();
      const clients = createClientRegistry(opened, await openKeyRing(keys, opened));
      const { storage, partition } = bcid(1n);
      await clients.create({ id: 'shop', name: 'Shop', storage, partition });
      const face = { encoderVersion: 1, features: [feature()], tags: [], thumbnails: [] };
      await stores[1]!.update(bcid(1n), () => face);
      let deletion: Promise<unknown> | undefined;
      await stores[1]!.update(
        bcid(1n),
        () => face,
        async () => {
          deletion ??= clients.delete('shop', { erase: true });
          await setTimeout(200);
        },
      );
      await deletion;
      expect(await stores[0]!.read(bcid(1n))).toBeUndefined();
    },
  );
});
