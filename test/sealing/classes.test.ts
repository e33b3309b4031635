/** An older copy of a template, or that of an erased class, is not used again by being put back. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { type KeyRing, openKeyRing } from '../../src/sealing/keys.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import type { Database } from '../../src/storage/database.ts';
import type { TemplateStore } from '../../src/templates/store.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { TemplateCorrupted } from '../../src/templates/template.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { bcid, feature, masterKey } from '../../testing/template-samples.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  const key = masterKey();
  const one = bcid(1n);
  let test: TestDatabase;
  let database: Database;
  let keyRing: KeyRing;
  let templates: TemplateStore;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    keyRing = await openKeyRing(key, database);
    templates = createTemplateStore(database, keyRing);
  });
  afterEach(async () => {
    for (const classId of [1n, 2n]) await templates.delete(bcid(classId));
  });
  afterAll(() => test.drop());

  const enrol = (tags: readonly string[], at = one) =>
    templates.update(at, () => ({
      encoderVersion: 1,
      features: [feature()],
      tags,
      thumbnails: [],
    }));
  const write = (statement: ReturnType<typeof sql>) => statement.execute(database.db);
  const rowOf = () =>
    database.db.selectFrom('templates').selectAll().where('class_id', '=', 1n).executeTakeFirst();
  const put = async (row: Awaited<ReturnType<typeof rowOf>>) => {
    await write(sql`delete from templates where class_id = 1`);
    await database.write((trx) => trx.insertInto('templates').values(row!).execute());
  };
  const expectRefused = async () => {
    await expect(templates.read(one)).rejects.toThrow(TemplateCorrupted);
    await expect(templates.summary(one)).rejects.toThrow(TemplateCorrupted);
    await expect(enrol([])).rejects.toThrow(TemplateCorrupted);
    for await (const batch of templates.scan({}))
      for (const { template } of batch) expect(template).toBeInstanceOf(TemplateCorrupted);
    for await (const batch of templates.scanVectors({}))
      for (const { template } of batch) expect(template).toBeInstanceOf(TemplateCorrupted);
  };

  it('refuses a template that was rolled back', async () => {
    await enrol(['before']);
    const old = await rowOf();
    await enrol(['after']);
    expect((await templates.read(one))?.tags).toEqual(['after']);
    await put(old);
    await expectRefused();
    expect(await templates.delete(one)).toBeInstanceOf(Date);
    await enrol(['anew']);
    expect((await templates.read(one))?.tags).toEqual(['anew']);
  });

  it('refuses a revived template, even if its class was enrolled again', async () => {
    await enrol(['before']);
    const old = await rowOf();
    await templates.delete(one);
    await put(old);
    await expectRefused();
    await templates.delete(one);
    await enrol(['anew']);
    await put(old);
    await expectRefused();
  });

  it('detects a removed template', async () => {
    await enrol([]);
    await write(sql`delete from templates where class_id = 1`);
    await expectRefused();
    expect(await templates.exists(one)).toBe(true);
    expect(await templates.delete(one)).toBeInstanceOf(Date);
    expect(await templates.exists(one)).toBe(false);
    expect(await templates.read(one)).toBeUndefined();
  });

  it.each([
    ['damaged', sql`update templates set body = ${randomBytes(64)} where class_id = 1`],
    ['removed', sql`delete from templates where class_id = 1`],
  ])('replaces a %s template if asked to, and leaves no finding', async (_, statement) => {
    await enrol(['before']);
    await write(statement);
    const replace = (tags?: readonly string[]) =>
      templates.update(
        one,
        (current, isCorrupted) => {
          expect([current, isCorrupted]).toEqual([undefined, true]);
          return tags && { encoderVersion: 1, features: [feature()], tags, thumbnails: [] };
        },
        undefined,
        { replaceCorrupted: true },
      );
    await replace();
    await expectRefused();
    await replace(['anew']);
    expect((await templates.read(one))?.tags).toEqual(['anew']);
    expect((await verifyRows(database, keyRing.derive)).faults).toEqual([]);
  });

  it('refuses a revision forged to fit an older copy', async () => {
    await enrol(['before']);
    const old = await rowOf();
    await enrol(['after']);
    await put(old);
    await write(sql`update template_revisions set revision = ${old!.revision}`);
    await expectRefused();
    await enrol([], bcid(2n));
    const [other] = await database.db
      .selectFrom('template_revisions')
      .select('seal')
      .where('class_id', '=', 2n)
      .execute();
    await write(sql`update template_revisions set seal = ${other!.seal} where class_id = 1`);
    await expect(templates.read(one)).rejects.toThrow(TemplateCorrupted);
  });

  it('two writers of one class at once, and many of others, all succeed', async () => {
    const other = createTemplateStore(await test.open(), keyRing);
    const stores = [templates, other];
    await enrol([]);
    const add = (store: TemplateStore, tag: string) =>
      store.update(one, (current) => ({
        ...current!,
        tags: [...current!.tags, tag],
        thumbnails: [],
      }));
    const tags = Array.from({ length: 12 }, (_, n) => `t${10 + n}`);
    await Promise.all(tags.map((tag, n) => add(stores[n % 2]!, tag)));
    expect((await templates.read(one))?.tags).toEqual(tags);
  });

  it('rotation of keys and deletion of a client leave all readable', async () => {
    const clients = createClientRegistry(database, keyRing);
    await clients.create({ id: 'c', name: 'C', storage: 'test', partition: 'main' });
    await enrol(['kept']);
    await keyRing.rotate();
    await keyRing.rewrap();
    expect((await templates.read(one))?.tags).toEqual(['kept']);
    await clients.delete('c', { erase: true });
    expect(await templates.read(one)).toBeUndefined();
    const left = await database.db.selectFrom('template_revisions').selectAll().execute();
    expect(left).toEqual([]);
  });
});
