/** Biometric data under their client's key: what opens the seal shows nothing and links nobody. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SealBroken } from '../../src/sealing/key-ring.ts';
import { createKeyStream } from '../../src/sealing/key-stream.ts';
import { type KeyRing, openKeyRing } from '../../src/sealing/keys.ts';
import { bindingOf } from '../../src/sealing/sealed-tables.ts';
import type { Database } from '../../src/storage/database.ts';
import { quantise } from '../../src/templates/quantise.ts';
import { BadRecord, decodeRecord } from '../../src/templates/record.ts';
import { createTemplateStore, type TemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { bcid, feature, masterKey, thumbnailOf } from '../../testing/template-samples.ts';

it('key streams are AES-256 in counter mode, whatever length came before', () => {
  const key = randomBytes(32);
  const stream = createKeyStream(key);
  for (const length of [0, 1, 15, 16, 17, 1043, 70_001, 3, 64]) {
    const [nonce, bytes] = [randomBytes(12), randomBytes(length + 1).subarray(1)];
    const start = Buffer.concat([nonce, Buffer.alloc(4)]);
    const expected = createCipheriv('aes-256-ctr', key, start).update(bytes);
    expect(stream(nonce, bytes).equals(expected)).toBe(true);
    expect(stream(nonce, expected).equals(bytes)).toBe(true);
  }
});

describe.each(await databaseKinds())('biometric data on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let ring: KeyRing;
  let store: TemplateStore;
  const keys = masterKey();
  beforeEach(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    ring = await openKeyRing(keys, database);
    store = createTemplateStore(database, ring);
  });
  afterEach(() => test.drop());

  const one = feature(256);
  const thumbnail = thumbnailOf(one);
  const enrol = (of = bcid(1n)) =>
    store.update(of, () => ({
      encoderVersion: 1,
      features: [one],
      tags: ['staff'],
      thumbnails: [thumbnail],
    }));
  const templateRows = () => database.db.selectFrom('templates').selectAll().execute();
  const thumbnailRows = () => database.db.selectFrom('thumbnails').selectAll().execute();

  /** What the seals hold for somebody without the client's key. */
  const opened = async () => {
    const templates = await templateRows();
    const thumbnails = await thumbnailRows();
    return Promise.all([
      ...templates.map((row) => openBare(bindingOf('templates', row), row)),
      ...thumbnails.map((row) => openBare(bindingOf('thumbnails', row), row)),
    ]);
  };
  const openBare = (
    { purpose, parts }: ReturnType<typeof bindingOf>,
    row: Parameters<KeyRing['open']>[2],
  ) => ring.open(database.db, { purpose, parts }, row);

  it('show nothing once their seal is open, and differ between clients', async () => {
    await enrol(bcid(1n, 'one'));
    await enrol(bcid(1n, 'two'));
    const all = await opened();
    const steps = Buffer.from(quantise(one.values).buffer);
    const secrets = [steps.subarray(0, 4), steps.subarray(-4), Buffer.from('staff'), one.id];
    for (const bytes of all) {
      for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
      expect(bytes.includes(Buffer.from(thumbnail.png.subarray(0, 4)))).toBe(false);
    }
    expect(sameBytes(all[0]!, all[1]!)).toBeLessThan(0.05);
    expect(sameBytes(all[2]!, all[3]!)).toBeLessThan(0.05);
  });

  it('are renewed by a new key without new images: other bytes, the same values', async () => {
    await enrol();
    const before = { bytes: await opened(), template: await store.read(bcid(1n)) };
    const rows = await templateRows();
    await ring.rotate();
    await ring.rewrap();
    const bytes = await opened();
    for (const [index, piece] of bytes.entries())
      expect(sameBytes(piece, before.bytes[index]!)).toBeLessThan(0.05);
    expect(await store.read(bcid(1n))).toEqual(before.template);
    expect((await store.thumbnails(bcid(1n)))[0]?.png).toEqual(thumbnail.png);
    const [renewed] = await templateRows();
    expect(sameBytes(renewed!.body, rows[0]!.body)).toBeLessThan(0.05);
  });

  it('of another client do not open, whoever writes their head', async () => {
    await enrol();
    const [row] = await templateRows();
    const binding = bindingOf('templates', row!);
    const other = { ...binding, client: { storage: 'test', partition: 'other' } };
    const bytes = await ring.open(database.db, other, row!);
    expect(() => decodeRecord(bytes)).toThrow(BadRecord);
    const { purpose, parts } = binding;
    const sealer = await ring.sealer(database.db);
    const short = sealer.seal({ purpose, parts }, Buffer.from('short'));
    await expect(ring.open(database.db, binding, short)).rejects.toThrow(SealBroken);
  });
});

/** Share of equal bytes; 1/256 by chance. */
function sameBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  let same = 0;
  for (let at = 0; at < length; at++) if (a[at] === b[at]) same++;
  return same / length;
}
