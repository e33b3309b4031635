/** Replayed images: known again as files and by perceptual hash, in their scope, for a day. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReplayGuard, type ReplayGuard } from '../../src/access/replay.ts';
import { decodeImage } from '../../src/faces/image/decode.ts';
import { perceptualHashOf } from '../../src/faces/liveness/perceptual-hash.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { portrait } from '../../testing/photos.ts';
import { masterKey } from '../../testing/template-samples.ts';

const LIMITS = { maxPixels: 1e7, maxSide: 1920 };
const hashOf = async (file: Uint8Array) =>
  perceptualHashOf((await decodeImage(file, LIMITS)).picture);

describe.each(await databaseKinds())('on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let guard: ReplayGuard;
  /** As another process on the same database has it. */
  let other: ReplayGuard;
  let original: Buffer;

  beforeAll(async () => {
    const key = masterKey();
    test = await createTestDatabase(kind);
    database = await test.open();
    guard = createReplayGuard(database, await openKeyRing(key, database));
    const second = await test.open();
    other = createReplayGuard(second, await openKeyRing(key, second));
    original = await portrait(2, 640).jpeg({ quality: 92 }).toBuffer();
  });
  afterAll(() => test.drop());

  const BEGIN = Date.now();
  const at = (seconds: number) => new Date(BEGIN + seconds * 1000);

  it('an image saved again is a replay, at every process', async () => {
    const copies = {
      recompressed: sharp(original).jpeg({ quality: 40 }),
      'as another format': sharp(original).webp({ quality: 60 }),
      smaller: sharp(original).resize(400).jpeg(),
      larger: sharp(original).resize(900).jpeg(),
      'cut by a pixel': sharp(original)
        .extract({ left: 1, top: 1, width: 638, height: 638 })
        .jpeg(),
    };
    expect(await guard.pictureSeenBefore('a', await hashOf(original), at(0))).toBe(false);
    for (const [name, copy] of Object.entries(copies))
      expect(
        await other.pictureSeenBefore('a', await hashOf(await copy.toBuffer()), at(10)),
        name,
      ).toBe(true);
  });

  it('other images are no replay, nor is the same image in another scope', async () => {
    for (const person of [3, 4, 5]) {
      const picture = await portrait(person, 640).jpeg().toBuffer();
      expect(await guard.pictureSeenBefore('a', await hashOf(picture), at(20))).toBe(false);
    }
    expect(await guard.pictureSeenBefore('b', await hashOf(original), at(20))).toBe(false);
  });

  it('a picture of one colour is a replay of another one, but of nothing else', async () => {
    const [black, grey] = [new Uint16Array(1024), new Uint16Array(1024).fill(32_768)];
    const seen = await hashOf(original);
    const answers = [];
    for (const [hash, seconds] of [
      [black, 0],
      [seen, 10],
      [grey, 20],
      [seen, 30],
    ] as const)
      answers.push(await guard.pictureSeenBefore('e', hash, at(seconds)));
    expect(answers).toEqual([false, false, true, true]);
  });

  it('a camera may repeat a scene within two seconds, but not later', async () => {
    const seen = await hashOf(original);
    const answers = [];
    for (const seconds of [0, 0.1, 1.9, 2.1, 60, 86_000])
      answers.push(await guard.pictureSeenBefore('c', seen, at(seconds)));
    expect(answers).toEqual([false, false, false, true, true, true]);
  });

  it('forgets after a day, or with its scope; its data reveals no image', async () => {
    const seen = await hashOf(original);
    await guard.pictureSeenBefore('d', seen, at(0));
    const rows = await database.db.selectFrom('image_looks').selectAll().execute();
    const plain = Buffer.from(seen.buffer).subarray(64, 96);
    for (const { body, scope } of rows) {
      expect(Buffer.from(body).includes(plain)).toBe(false);
      expect(Buffer.from(scope).toString()).not.toMatch(/^[a-d]$/);
    }
    await other.forget('d');
    expect(await guard.pictureSeenBefore('d', seen, at(10))).toBe(false);
    expect(await guard.pictureSeenBefore('d', seen, at(90_000))).toBe(false);
    await guard.sweep(at(180_000));
    expect(await database.db.selectFrom('image_looks').selectAll().execute()).toEqual([]);
  });

  it('of two processes that receive a file at once, one reports a replay', async () => {
    const file = randomBytes(100);
    const told = await Promise.all([guard, other].map((one) => one.seenBefore('a', file)));
    expect(told.sort()).toEqual([false, true]);
  });
});
