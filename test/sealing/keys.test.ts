/** The key ring: never a new master key over old data, rotation while others write. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { ConfigError } from '../../src/config/config.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { bcid, feature, masterKey, thumbnailOf } from '../../testing/template-samples.ts';

describe.each(await databaseKinds())('key ring on %s', (kind) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase(kind);
  });
  afterEach(() => test.drop());

  const inFile = (keyFileIsDefault: boolean, name = 'master.key') => ({
    masterKey: undefined,
    keyFile: join(test.location.dataDir, name),
    keyFileIsDefault,
  });
  const enrol = async (store: ReturnType<typeof createTemplateStore>, classId: bigint) => {
    const features = [feature(32)];
    const thumbnails = features.map((one) => thumbnailOf(one));
    await store.update(bcid(classId), () => ({
      encoderVersion: 1,
      features,
      tags: [],
      thumbnails,
    }));
  };

  it('makes the default key file once, for its owner only, and says so', async () => {
    const database = await test.open();
    const warnings: string[] = [];
    const config = inFile(true);
    await openKeyRing(config, database, (message) => warnings.push(message));
    expect(warnings.join()).toContain(config.keyFile);
    expect((await stat(config.keyFile)).mode & 0o777).toBe(0o600);
    const content = await readFile(config.keyFile, 'utf8');
    await openKeyRing(config, database, (message) => warnings.push(message));
    expect(await readFile(config.keyFile, 'utf8')).toBe(content);
    expect(warnings).toHaveLength(1);
    await chmod(config.keyFile, 0o644);
    await openKeyRing(config, database, (message) => warnings.push(message));
    expect(warnings[1]).toContain('can be read by others');
  });

  it('never makes a configured key file, nor a new one over sealed data', async () => {
    const database = await test.open();
    const configured = openKeyRing(inFile(false), database);
    await expect(configured).rejects.toThrow(ConfigError);
    await openKeyRing(masterKey(), database);
    await expect(openKeyRing(inFile(true), database)).rejects.toThrow(/is missing.*restore/);
    await expect(stat(inFile(true).keyFile)).rejects.toThrow('ENOENT');
  });

  it('refuses another master key and an invalid file', async () => {
    const database = await test.open();
    await openKeyRing(masterKey(), database);
    await expect(openKeyRing(masterKey(), database)).rejects.toThrow(
      'PROSOPON_MASTER_KEY is not the master key this database was sealed with',
    );
    await mkdir(test.location.dataDir, { recursive: true });
    const config = inFile(true, 'bad.key');
    await writeFile(config.keyFile, 'short', { mode: 0o600 });
    await expect(openKeyRing(config, database)).rejects.toThrow(/bad\.key: expected base64/);
    await writeFile(config.keyFile, `!!!!${Buffer.alloc(32, 1).toString('base64')}`);
    await expect(openKeyRing(config, database)).rejects.toThrow(/bad\.key: expected base64/);
  });

  it('agrees on one key if several processes start at once', async () => {
    const databases = await Promise.all([test.open(), test.open(), test.open()]);
    const quiet = () => undefined;
    const rings = await Promise.all(
      databases.map((database) => openKeyRing(inFile(true), database, quiet)),
    );
    const stores = rings.map((ring, index) => createTemplateStore(databases[index]!, ring));
    for (const [index, store] of stores.entries()) await enrol(store, BigInt(index + 1));
    for (const store of stores)
      for (const classId of [1n, 2n, 3n]) expect(await store.read(bcid(classId))).toBeDefined();
    const keys = await databases[0]!.db.selectFrom('key_encryption_keys').select('id').execute();
    expect(keys).toHaveLength(1);
  });

  it('rotates while another connection enrols; then nothing needs the old key', async () => {
    const keys = masterKey();
    const [database, other] = [await test.open(), await test.open()];
    const ring = await openKeyRing(keys, database);
    const stores = [
      createTemplateStore(database, ring),
      createTemplateStore(other, await openKeyRing(keys, other)),
    ];
    const clients = createClientRegistry(database, ring);
    const client = await clients.create({ id: 'c', name: 'C', storage: 's', partition: 'p' });
    for (let id = 1n; id <= 130n; id++) await enrol(stores[0]!, id);

    let rotating = true;
    let last = 1000n;
    const writing = (async () => {
      while (rotating) {
        await enrol(stores[1]!, ++last);
        await stores[1]!.setTags(bcid((last % 130n) + 1n), [`at ${last}`]);
        await otherWork();
      }
    })();
    const newest = await ring.rotate();
    const progress: [number, number][] = [];
    const report = await ring
      .rewrap({ onProgress: (...step) => progress.push(step) })
      .finally(() => {
        rotating = false;
      });
    await writing;

    expect(report.corrupted).toBe(0);
    expect(report.rewrapped).toBeGreaterThan(130);
    expect(report.erasedKeys).toBe(1);
    expect(progress.at(-1)?.[0]).toBe(report.rewrapped);
    for (const table of ['templates', 'thumbnails', 'client_keys'] as const) {
      const rows = await database.db.selectFrom(table).select('kek_id').distinct().execute();
      expect(rows, table).toEqual([{ kek_id: newest }]);
    }
    const fresh = createTemplateStore(other, await openKeyRing(keys, other));
    for (let id = 1n; id <= 130n; id++) {
      expect(await fresh.read(bcid(id))).toBeDefined();
      expect(await fresh.thumbnails(bcid(id))).toHaveLength(1);
    }
    for (let id = 1001n; id <= last; id++) expect(await stores[0]!.read(bcid(id))).toBeDefined();
    const [signing] = await createClientRegistry(other, ring).signingKeys('c');
    expect(Buffer.from(signing!).toString('base64')).toBe(client.key);
  });

  it('two rotations at once leave one key, which opens everything', async () => {
    const keys = masterKey();
    const databases = [await test.open(), await test.open()];
    const rings = [await openKeyRing(keys, databases[0]!), await openKeyRing(keys, databases[1]!)];
    const store = createTemplateStore(databases[0]!, rings[0]!);
    for (let id = 1n; id <= 20n; id++) await enrol(store, id);
    const rotate = async (ring: (typeof rings)[number]) => {
      await ring.rotate();
      return ring.rewrap();
    };
    const reports = await Promise.all(rings.map(rotate));
    expect(reports.map(({ corrupted }) => corrupted)).toEqual([0, 0]);
    await rings[0]!.rewrap();
    const left = await databases[0]!.db.selectFrom('key_encryption_keys').selectAll().execute();
    expect(left).toHaveLength(1);
    const fresh = createTemplateStore(databases[1]!, await openKeyRing(keys, databases[1]!));
    for (let id = 1n; id <= 20n; id++) expect(await fresh.read(bcid(id))).toBeDefined();
  });

  it('never seals with a rotated key, even if its row is restored as the newest', async () => {
    const keys = masterKey();
    const database = await test.open();
    const ring = await openKeyRing(keys, database);
    const store = createTemplateStore(database, ring);
    await enrol(store, 1n);
    const [old] = await database.db.selectFrom('key_encryption_keys').selectAll().execute();
    await ring.rotate();
    await ring.rewrap();
    await database.write((trx) =>
      trx
        .insertInto('key_encryption_keys')
        .values({ ...old!, generation: 99 })
        .execute(),
    );
    await expect(enrol(store, 2n)).rejects.toThrow();
    expect(await store.read(bcid(1n))).toBeDefined();
    await expect(openKeyRing(keys, database)).rejects.toThrow(ConfigError);
  });

  it('leaves corrupted rows and their key alone, and continues', async () => {
    const database = await test.open();
    const ring = await openKeyRing(masterKey(), database);
    const store = createTemplateStore(database, ring);
    for (const id of [1n, 2n, 3n]) await enrol(store, id);
    await database.write((trx) =>
      trx
        .updateTable('templates')
        .set({ signature: randomBytes(32) })
        .where('class_id', '=', 2n)
        .execute(),
    );
    await ring.rotate();
    expect(await ring.rewrap()).toEqual({ rewrapped: 5, corrupted: 1, erasedKeys: 0 });
    await store.delete(bcid(2n));
    expect(await ring.rewrap()).toEqual({ rewrapped: 0, corrupted: 0, erasedKeys: 1 });
    expect(await store.read(bcid(3n))).toBeDefined();
  });

  it('stops between batches on request, and continues the next time', async () => {
    const database = await test.open();
    const ring = await openKeyRing(masterKey(), database);
    const store = createTemplateStore(database, ring);
    for (let id = 1n; id <= 45n; id++) await enrol(store, id);
    await ring.rotate();
    const controller = new AbortController();
    const stopped = ring.rewrap({
      signal: controller.signal,
      onProgress: (done) => done > 0 && controller.abort(),
    });
    await expect(stopped).rejects.toThrow('aborted');
    for (let id = 1n; id <= 45n; id++) expect(await store.read(bcid(id))).toBeDefined();
    expect(await ring.rewrap()).toMatchObject({ corrupted: 0, erasedKeys: 1 });
  });
});
