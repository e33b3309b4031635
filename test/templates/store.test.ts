/** The template store on both databases: what is written is read, changed and erased as promised. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { quantise } from '../../src/templates/quantise.ts';
import type { TemplateStore } from '../../src/templates/store.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { TemplateCorrupted } from '../../src/templates/template.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { bcid, cosine, feature, masterKey, thumbnailOf } from '../../testing/template-samples.ts';

describe.each(await databaseKinds())('template store on %s', (kind) => {
  const keys = masterKey();
  let test: TestDatabase;
  let database: Database;
  let store: TemplateStore;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    store = createTemplateStore(database, await openKeyRing(keys, database));
  });
  afterAll(() => test.drop());

  const enrol = (classId: bigint, tags: readonly string[] = [], encoderVersion = 1) => {
    const features = [feature(), feature()];
    return store.update(bcid(classId), () => ({
      encoderVersion,
      features,
      tags,
      thumbnails: features.map((one) => thumbnailOf(one)),
    }));
  };

  it('reads what was written, with class ids exact to the last of 64 bits', async () => {
    const classId = 9_223_372_036_854_775_807n;
    const written = await enrol(classId, ['b', 'a', 'b', 'ä 😀']);
    const read = await store.read(bcid(classId));
    expect(read?.bcid).toEqual(bcid(classId));
    expect(read?.tags).toEqual(['a', 'b', 'ä 😀']);
    expect(read?.encoderVersion).toBe(1);
    expect(read?.enrolled).toEqual(written?.enrolled);
    expect(read?.features.map(({ id }) => id)).toEqual(written?.features.map(({ id }) => id));
    for (const [index, { values }] of (read?.features ?? []).entries())
      expect(cosine(values, written!.features[index]!.values)).toBeGreaterThan(0.99999);
    expect(await store.read(bcid(classId - 1n))).toBeUndefined();
    expect(await store.read(bcid(classId, 'other'))).toBeUndefined();
  });

  it('returns vectors as stored, one template after the other, and erases them', async () => {
    const written = await enrol(21n, ['b', 'a']);
    const consent = { reference: 'form 7', recorded: new Date() };
    await enrol(22n);
    await store.update(bcid(22n), (current) => ({ ...current!, consent, thumbnails: [] }));
    const steps: Uint8Array[] = [];
    const found = new Map<bigint, object>();
    for await (const page of store.readVectors('test', 'main', [21n, 22n, 404n]))
      for (const { bcid, template } of page) {
        if (template instanceof TemplateCorrupted) throw template;
        const { encoderVersion, tags, consented, vectors } = template;
        found.set(bcid.classId, { encoderVersion, tags, consented });
        steps.push(...vectors);
        if (bcid.classId !== 21n) continue;
        written!.features.forEach(({ values }, i) => {
          expect([...vectors[i]!]).toEqual([...new Uint8Array(quantise(values).buffer)]);
        });
      }
    expect(found.get(21n)).toEqual({ encoderVersion: 1, tags: ['a', 'b'], consented: false });
    expect(found.get(22n)).toEqual({ encoderVersion: 1, tags: [], consented: true });
    expect(found.size).toBe(2);
    expect(steps).toHaveLength(4);
    expect(steps.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true);
  });

  it('summarises, and returns thumbnails byte by byte', async () => {
    const features = [feature()];
    const thumbnails = features.map((one) => thumbnailOf(one, 50_000));
    await store.update(bcid(2n), () => ({ encoderVersion: 3, features, tags: ['x'], thumbnails }));
    expect(await store.summary(bcid(2n))).toMatchObject({
      encoderVersion: 3,
      featureVectors: 1,
      tags: ['x'],
      thumbnailsStored: 1,
    });
    const [thumbnail] = await store.thumbnails(bcid(2n));
    expect(thumbnail?.featureId).toBe(features[0]?.id);
    expect(Buffer.compare(thumbnail!.png, thumbnails[0]!.png)).toBe(0);
    expect(await store.summary(bcid(404n))).toBeUndefined();
    expect(await store.thumbnails(bcid(404n))).toEqual([]);
  });

  it('keeps thumbnails of kept features, erases the others', async () => {
    const first = await enrol(3n);
    const [kept] = first!.features;
    const added = feature();
    await store.update(bcid(3n), (current) => ({
      encoderVersion: 1,
      features: [kept!, added],
      tags: current!.tags,
      thumbnails: [thumbnailOf(added)],
    }));
    const ids = (await store.thumbnails(bcid(3n))).map(({ featureId }) => featureId);
    expect(ids.toSorted()).toEqual([kept!.id, added.id].toSorted());
  });

  it('leaves everything unchanged if the change is undefined', async () => {
    expect(await store.update(bcid(5n), () => undefined)).toBeUndefined();
    expect(await store.read(bcid(5n))).toBeUndefined();
  });

  it('replaces tags and keeps the rest', async () => {
    const before = await enrol(6n, ['old']);
    expect(await store.setTags(bcid(6n), ['new', 'newer'])).toBe(true);
    const after = await store.read(bcid(6n));
    expect(after?.tags).toEqual(['new', 'newer']);
    expect(after?.enrolled).toEqual(before?.enrolled);
    expect(await store.thumbnails(bcid(6n))).toHaveLength(2);
    const rows = await database.db
      .selectFrom('template_tags')
      .select('tag')
      .where('class_id', '=', 6n)
      .execute();
    expect(rows.map(({ tag }) => tag).toSorted()).toEqual(['new', 'newer']);
    expect(await store.setTags(bcid(404n), [])).toBe(false);
  });

  it.each([
    ['too many', Array.from({ length: 65 }, (_, index) => `t${index}`)],
    ['too long', ['x'.repeat(65)]],
    ['empty', ['']],
    ['with a NUL', ['a\0b']],
    ['with half a surrogate pair', ['\ud800']],
  ])('refuses tags: %s', async (_, tags) => {
    await enrol(7n);
    await expect(store.setTags(bcid(7n), tags)).rejects.toMatchObject({ code: 'InvalidArgument' });
  });

  it('erases template, thumbnails and tags', async () => {
    await enrol(8n, ['gone']);
    expect(await store.delete(bcid(8n))).toBeInstanceOf(Date);
    expect(await store.delete(bcid(8n))).toBeUndefined();
    expect(await store.read(bcid(8n))).toBeUndefined();
    for (const table of ['templates', 'thumbnails', 'template_tags'] as const) {
      const rows = await database.db
        .selectFrom(table)
        .select('class_id')
        .where('class_id', '=', 8n)
        .execute();
      expect(rows).toEqual([]);
    }
  });

  it('pages through templates of another encoder', async () => {
    for (const classId of [21n, 22n, 23n]) await enrol(classId, [], 9);
    const first = await store.outdated(1, 2);
    const seen = [...first];
    for (let page = first; page.length > 0; ) {
      page = await store.outdated(1, 2, page.at(-1));
      seen.push(...page);
    }
    const ids = seen.map(({ classId }) => classId);
    expect(ids.filter((id) => id > 20n && id < 30n)).toEqual([21n, 22n, 23n]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain(3n);
  });

  it('loses nothing if 20 enrolments of one class run at once, on two connections', async () => {
    const other = await test.open();
    const stores = [store, createTemplateStore(other, await openKeyRing(keys, other))];
    const features = Array.from({ length: 20 }, () => feature());
    await Promise.all(
      features.map((added, index) =>
        stores[index % 2]!.update(bcid(30n), (current) => ({
          encoderVersion: 1,
          features: [...(current?.features ?? []), added],
          tags: [],
          thumbnails: [thumbnailOf(added)],
        })),
      ),
    );
    const read = await store.read(bcid(30n));
    const sorted = (ids: readonly string[]) => ids.toSorted();
    expect(sorted(read!.features.map(({ id }) => id))).toEqual(
      sorted(features.map(({ id }) => id)),
    );
    expect(await store.thumbnails(bcid(30n))).toHaveLength(20);
    await other.close();
  });
});
