/** Rows changed behind the service's back are never used: TemplateCorrupted, on both databases. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bcid } from '../../src/bcid.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import type { TemplateStore } from '../../src/templates/store.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { TemplateCorrupted } from '../../src/templates/template.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { bcid, feature, masterKey, thumbnailOf } from '../../testing/template-samples.ts';

const ALICE = bcid(1n);
const BOB = bcid(2n);

describe.each(await databaseKinds())('tampered rows on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let store: TemplateStore;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    store = createTemplateStore(database, await openKeyRing(masterKey(), database));
  });
  afterAll(() => test.drop());

  beforeEach(async () => {
    for (const one of [ALICE, BOB, bcid(1n, 'other')]) {
      await store.delete(one);
      await store.update(one, () => {
        const features = [feature(16)];
        const thumbnails = features.map((each) => thumbnailOf(each, 40));
        return { encoderVersion: 1, features, tags: ['t'], thumbnails };
      });
    }
  });

  /** Whether the class can be used, each time it is read among others. */
  const readable = async ({ storage, partition, classId }: Bcid) => {
    const found: boolean[] = [];
    for await (const page of store.scanVectors({}))
      for (const { bcid, template } of page)
        if (bcid.partition === partition && bcid.classId === classId)
          found.push(!(template instanceof TemplateCorrupted));
    for await (const page of store.readVectors(storage, partition, [classId]))
      for (const { template } of page) found.push(!(template instanceof TemplateCorrupted));
    return found;
  };
  const refused = async () => {
    expect(await readable(ALICE)).toEqual([false, false]);
    expect(await readable(bcid(1n, 'other'))).toEqual([true, true]);
    await expect(store.read(ALICE)).rejects.toThrow(TemplateCorrupted);
    await expect(store.summary(ALICE)).rejects.toThrow(TemplateCorrupted);
    await expect(store.setTags(ALICE, ['x'])).rejects.toThrow(TemplateCorrupted);
    await expect(store.update(ALICE, () => undefined)).rejects.toThrow(TemplateCorrupted);
  };
  const sealedOf = (table: 'templates' | 'thumbnails', { partition, classId } = BOB) =>
    database.db
      .selectFrom(table)
      .select(['kek_id', 'data_key', 'body', 'signature'])
      .where('partition', '=', partition)
      .where('class_id', '=', classId)
      .executeTakeFirstOrThrow();
  const overwrite = (table: 'templates' | 'thumbnails', values: Record<string, unknown>) =>
    database.write((trx) =>
      trx
        .updateTable(table)
        .set(values)
        .where('partition', '=', 'main')
        .where('class_id', '=', 1n)
        .execute(),
    );

  it('a template moved from another class', async () => {
    await overwrite('templates', await sealedOf('templates'));
    await refused();
  });

  it('a template moved from another client, of the same class id', async () => {
    await overwrite('templates', await sealedOf('templates', bcid(1n, 'other')));
    await refused();
  });

  // A row of a distributed table cannot be renamed, only removed and put elsewhere.
  it.skipIf(kind === 'citus')('a row renamed to another class', async () => {
    await store.delete(BOB);
    await database.write(async (trx) => {
      await trx.deleteFrom('thumbnails').where('class_id', '=', 1n).execute();
      await trx.deleteFrom('template_tags').where('class_id', '=', 1n).execute();
      await sql`update templates set class_id = 2 where class_id = 1 and partition = 'main'`.execute(
        trx,
      );
    });
    await expect(store.read(BOB)).rejects.toThrow(TemplateCorrupted);
  });

  it.each([['encoder_version', 2] as const, ['revision', 2] as const])(
    'another %s claimed',
    async (column, value) => {
      await overwrite('templates', { [column]: value });
      await refused();
    },
  );

  it('a flipped byte in any part', async () => {
    const good = await sealedOf('templates', ALICE);
    for (const column of ['data_key', 'body', 'signature'] as const)
      for (const index of [0, 20, good[column].length - 1]) {
        const bytes = Buffer.from(good[column]);
        bytes[index % bytes.length]! ^= 0x40;
        await overwrite('templates', { ...good, [column]: bytes });
        await expect(store.read(ALICE), `${column} ${index}`).rejects.toThrow(TemplateCorrupted);
        expect(await readable(ALICE), `${column} ${index}`).toEqual([false, false]);
      }
    await overwrite('templates', good);
    expect(await store.read(ALICE)).toBeDefined();
    expect(await readable(ALICE)).toEqual([true, true]);
  });

  it('a thumbnail moved from another class, or its time changed', async () => {
    const good = await sealedOf('thumbnails', ALICE);
    await overwrite('thumbnails', await sealedOf('thumbnails'));
    await expect(store.thumbnails(ALICE)).rejects.toThrow(TemplateCorrupted);
    await overwrite('thumbnails', { ...good, enrolled: '2020-01-01T00:00:00.000Z' });
    await expect(store.thumbnails(ALICE)).rejects.toThrow(TemplateCorrupted);
  });

  it('harm no other class, and can still be erased', async () => {
    await overwrite('templates', { signature: Buffer.alloc(32) });
    expect(await store.read(BOB)).toBeDefined();
    expect(await store.delete(ALICE)).toBeInstanceOf(Date);
    expect(await store.read(ALICE)).toBeUndefined();
  });

  it('tags added to the index do not change the template', async () => {
    await database.write((trx) =>
      trx
        .insertInto('template_tags')
        .values({ storage: 'test', partition: 'main', class_id: 1n, tag: 'staff' })
        .execute(),
    );
    expect((await store.read(ALICE))?.tags).toEqual(['t']);
  });
});
