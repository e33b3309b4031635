/** Templates taken from one installation to another: other keys, other numbers, the same people. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packTemplates, unpackTemplates } from '../../src/archive/template-archive.ts';
import { InvalidArgument } from '../../src/errors.ts';
import { type KeyRing, openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { currentEncoderVersion } from '../../src/templates/encoder-version.ts';
import type { TemplateStore } from '../../src/templates/store.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { TemplateCorrupted } from '../../src/templates/template.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { bcid, cosine, feature, masterKey, thumbnailOf } from '../../testing/template-samples.ts';

interface Installation {
  readonly test: TestDatabase;
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly store: TemplateStore;
}

const FROM = { storage: 'test', partition: 'main' };
const TO = { storage: 'new', partition: '2' };
const LARGEST = 2n ** 63n - 1n;
let source: Installation;
let target: Installation;

const install = async (): Promise<Installation> => {
  const test = await createTestDatabase('sqlite');
  const database = await test.open();
  const keyRing = await openKeyRing(masterKey(), database);
  return { test, database, keyRing, store: createTemplateStore(database, keyRing) };
};

beforeEach(async () => {
  source = await install();
  target = await install();
  const encoderVersion = await currentEncoderVersion(source, { name: 'net', fingerprint: 'f1' });
  for (const classId of [1n, 2n, LARGEST])
    await source.store.update(bcid(classId), () => {
      const features = [feature(64), feature(64)];
      const thumbnails = features.map((one) => thumbnailOf(one, 3000));
      const consent = { reference: `form ${classId}`, recorded: new Date(0) };
      return { encoderVersion, features, tags: ['staff'], thumbnails, consent };
    });
  await source.store.update(bcid(1n, 'other'), () => ({
    encoderVersion,
    features: [feature(64)],
    tags: [],
    thumbnails: [],
  }));
});
afterEach(async () => {
  await source.test.drop();
  await target.test.drop();
});

const report = { templates: 0, thumbnails: 0, corrupted: 0 };
const packed = async (counts = { ...report }) =>
  Array.fromAsync(packTemplates(source.database, source.store, FROM, counts));
const unpack = async (pieces: readonly Buffer[], replace = false) =>
  unpackTemplates(
    (async function* () {
      yield* pieces;
    })(),
    target,
    target.store,
    TO,
    replace,
  );

describe('an archive of templates', () => {
  it('brings people with all their data, and nobody else', async () => {
    await currentEncoderVersion(target, { name: 'older', fingerprint: 'f0' });
    const counts = { ...report };
    expect(await unpack(await packed(counts))).toEqual({ imported: 3, existing: 0 });
    expect(counts).toEqual({ templates: 3, thumbnails: 6, corrupted: 0 });
    for (const classId of [1n, 2n, LARGEST]) {
      const before = (await source.store.read(bcid(classId)))!;
      const after = (await target.store.read({ ...TO, classId }))!;
      expect(after.encoderVersion).toBe(2);
      expect(after).toMatchObject({
        tags: ['staff'],
        consent: before.consent,
        enrolled: before.enrolled,
      });
      for (const [i, { id, enrolled, values }] of before.features.entries()) {
        expect(after.features[i]).toMatchObject({ id, enrolled });
        expect(cosine(after.features[i]!.values, values)).toBeGreaterThan(0.99999);
      }
      expect(await target.store.thumbnails({ ...TO, classId })).toEqual(
        await source.store.thumbnails(bcid(classId)),
      );
    }
    const rows = await target.database.db.selectFrom('templates').select('class_id').execute();
    expect(rows).toHaveLength(3);
  });

  it('leaves existing people alone unless told to replace them', async () => {
    const pieces = await packed();
    await unpack(pieces);
    const mine = { ...TO, classId: 2n };
    await target.store.setTags(mine, ['mine']);
    expect(await unpack(pieces)).toEqual({ imported: 0, existing: 3 });
    expect((await target.store.read(mine))?.tags).toEqual(['mine']);
    expect(await unpack(pieces, true)).toEqual({ imported: 3, existing: 0 });
    expect((await target.store.read(mine))?.tags).toEqual(['staff']);
    expect((await target.store.read(mine))?.features).toHaveLength(2);
  });

  it('counts a damaged template as existing, and replaces it if told to', async () => {
    const pieces = await packed();
    await unpack(pieces);
    await target.database.write((trx) =>
      trx
        .updateTable('templates')
        .set({ signature: new Uint8Array(32) })
        .where('class_id', '=', 2n)
        .execute(),
    );
    await target.store.delete({ ...TO, classId: LARGEST });
    const damaged = { ...TO, classId: 2n };
    expect(await unpack(pieces)).toEqual({ imported: 1, existing: 2 });
    await expect(target.store.read(damaged)).rejects.toThrow(TemplateCorrupted);
    expect(await unpack(pieces, true)).toEqual({ imported: 3, existing: 0 });
    expect((await target.store.read(damaged))?.features).toHaveLength(2);
  });

  it('skips a template that fails its check', async () => {
    await source.database.write((trx) =>
      trx
        .updateTable('templates')
        .set({ signature: new Uint8Array(32) })
        .where('class_id', '=', 2n)
        .execute(),
    );
    const counts = { ...report };
    expect(await unpack(await packed(counts))).toEqual({ imported: 2, existing: 0 });
    expect(counts.corrupted).toBe(1);
  });

  it('skips only the thumbnail that fails its check', async () => {
    const [first] = await source.store.thumbnails(bcid(2n));
    await source.database.write((trx) =>
      trx
        .updateTable('thumbnails')
        .set({ signature: new Uint8Array(32) })
        .where('feature_id', '=', first!.featureId)
        .execute(),
    );
    const counts = { ...report };
    expect(await unpack(await packed(counts))).toEqual({ imported: 3, existing: 0 });
    expect(counts).toEqual({ templates: 3, thumbnails: 5, corrupted: 1 });
    await expect(source.store.thumbnails(bcid(2n))).rejects.toThrow(TemplateCorrupted);
  });

  it('omits thumbnails of samples enrolled meanwhile', async () => {
    const { store } = source;
    const meanwhile: TemplateStore = {
      ...store,
      async thumbnails(of, ...more) {
        if (of.classId === 2n)
          await store.update(of, (current) => {
            const features = [feature(64)];
            return { ...current!, features, thumbnails: [thumbnailOf(features[0]!, 3000)] };
          });
        return store.thumbnails(of, ...more);
      },
    };
    const counts = { ...report };
    const pieces = await Array.fromAsync(packTemplates(source.database, meanwhile, FROM, counts));
    expect(await unpack(pieces)).toEqual({ imported: 3, existing: 0 });
    expect(counts).toEqual({ templates: 3, thumbnails: 4, corrupted: 0 });
    expect(await target.store.thumbnails({ ...TO, classId: 2n })).toEqual([]);
  });

  it('takes one thumbnail of each sample, and none of others', async () => {
    const [manifest, ...classes] = Buffer.concat(await packed())
      .toString()
      .trimEnd()
      .split('\n');
    const doubled = classes.map((text) => {
      const line = JSON.parse(text);
      const [one, other] = line.thumbnails;
      return JSON.stringify({ ...line, thumbnails: [one, other, one, { ...one, featureId: 'x' }] });
    });
    const whole = [manifest, ...doubled].map((line) => `${line}\n`).join('');
    expect(await unpack([Buffer.from(whole)])).toEqual({ imported: 3, existing: 0 });
    expect(await target.store.thumbnails({ ...TO, classId: 2n })).toHaveLength(2);
  });

  it('is refused if it is something else', async () => {
    await expect(unpack([])).rejects.toThrow(InvalidArgument);
    const pieces = await packed();
    const whole = Buffer.concat(pieces);
    await expect(unpack([whole.subarray(0, -1)])).rejects.toThrow('ends too soon');
    await expect(unpack([whole, Buffer.from('{}\n')])).rejects.toThrow(InvalidArgument);
    whole.write('x', 0);
    await expect(unpack([whole])).rejects.toThrow(InvalidArgument);
    for (const [is, was] of [
      ['{"encoders":{}', '{"storage":"te'],
      ['9999-99-99T99', /\d{4}-\d\d-\d\dT\d\d/.exec(whole.toString('latin1'))![0]],
    ] as const) {
      const changed = Buffer.concat(await packed());
      changed.write(is, changed.indexOf(was));
      await expect(unpack([changed]), is).rejects.toThrow(InvalidArgument);
    }
  });

  it("passes on its reader's failure, and counts what was stored before", async () => {
    const failing = (async function* () {
      const whole = Buffer.concat(await packed());
      yield whole.subarray(0, whole.lastIndexOf('\n', -2) + 1);
      throw new InvalidArgument('the file was changed');
    })();
    const counts = { imported: 0, existing: 0 };
    const reading = unpackTemplates(failing, target, target.store, TO, false, counts);
    await expect(reading).rejects.toThrow('the file was changed');
    const { length } = await target.database.db.selectFrom('templates').selectAll().execute();
    expect(length).toBeGreaterThan(0);
    expect(counts).toEqual({ imported: length, existing: 0 });
  });
});
