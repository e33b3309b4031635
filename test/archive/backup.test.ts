/** A backup put back gives the same database, on either kind, from either kind. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { backup } from '../../src/archive/backup.ts';
import { openBackup, restore } from '../../src/archive/restore.ts';
import { type ArchiveSecret, openStream } from '../../src/archive/sealed-stream.ts';
import { createAuditTrail } from '../../src/journal/audit-trail.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { requireMasterKey } from '../../src/sealing/master-key-of.ts';
import type { Database } from '../../src/storage/database.ts';
import { allRows } from '../../src/storage/rows.ts';
import { type Schema, TABLES } from '../../src/storage/schema.ts';
import { readSnapshot } from '../../src/storage/snapshot.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { bcid, feature, masterKey, thumbnailOf } from '../../testing/template-samples.ts';

const KINDS = await databaseKinds();
/** Tests on a cluster share a database, where the connections of one pass for a service to another. */
const TARGETS = KINDS.filter((kind) => kind !== 'citus');
const SECRET: ArchiveSecret = { kind: 'key', key: randomBytes(32) };
const LARGEST = 2n ** 63n - 1n;

const dump = (database: Database, dataDir: string) =>
  readSnapshot(database, dataDir, async (db) => {
    const all: Record<string, unknown[]> = {};
    for (const table of Object.keys(TABLES) as (keyof Schema)[])
      all[table] = await Array.fromAsync(allRows(db, table), plain);
    return all;
  });
/** Bytes of both databases compare alike. */
const plain = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    ]),
  );

it('a line without end is refused, not gathered', async () => {
  const piece = Buffer.alloc(4 * 1024 * 1024, 'x');
  const plain = (async function* () {
    for (let i = 0; i < 100; i++) yield piece;
  })();
  const header = { content: 'backup', secret: 'key', salt: '', created: '' } as const;
  await expect(openBackup({ header, plain })).rejects.toThrow('is too long');
});

describe.each(KINDS.flatMap((from) => TARGETS.map((to) => ({ from, to }))))(
  'a backup of $from put back into $to',
  ({ from, to }) => {
    const keys = masterKey();
    let source: TestDatabase;
    let target: TestDatabase;
    let database: Database;

    beforeEach(async () => {
      source = await createTestDatabase(from);
      target = await createTestDatabase(to);
      database = await source.open();
    });
    afterEach(async () => {
      await source.drop();
      await target.drop();
    });

    const fill = async () => {
      const ring = await openKeyRing(keys, database);
      const store = createTemplateStore(database, ring);
      for (const classId of [1n, 2n, LARGEST])
        await store.update(bcid(classId), () => {
          const features = [feature(300), feature(300)];
          const thumbnails = features.map((one) => thumbnailOf(one, 70_000));
          const consent = { reference: 'form', recorded: new Date() };
          return { encoderVersion: 1, features, tags: ['int8:7', 'ä'], thumbnails, consent };
        });
      const clients = createClientRegistry(database, ring);
      await clients.create({ id: 'shop', name: 'Shop', storage: 'test', partition: 'main' });
      const audit = createAuditTrail(database, ring);
      for (let n = 0; n < 5; n++)
        await audit.append({ event: 'search', actor: 'shop', details: {} });
    };
    const make = async (during?: () => Promise<void>) => {
      const pieces: Buffer[] = [];
      const options = { release: '1.2.3', secret: SECRET };
      const report = await backup(database, source.location.dataDir, options, async (stream) => {
        for await (const piece of stream) {
          if (pieces.length === 0) await during?.();
          pieces.push(piece);
        }
      });
      return { report, file: Buffer.concat(pieces) };
    };
    const put = async (file: Buffer, owner = keys) => {
      const one = async function* () {
        yield file;
      };
      const opened = await openBackup(await openStream(one(), () => SECRET));
      return restore(target.location, opened, (db) => requireMasterKey(owner, db));
    };

    it('restores every row unchanged', async () => {
      await fill();
      const { report, file } = await make();
      expect(report.tables).toMatchObject({ templates: 3, thumbnails: 6, clients: 1 });
      expect(await put(file)).toEqual({
        tables: Object.fromEntries(Object.entries(report.tables).filter(([, rows]) => rows > 0)),
      });
      const restored = await target.open();
      const [before, after] = [
        await dump(database, source.location.dataDir),
        await dump(restored, target.location.dataDir),
      ];
      for (const [table, rows] of Object.entries(before))
        expect(after[table], table).toEqual(expect.arrayContaining(rows));
      const ring = await openKeyRing(keys, restored);
      const store = createTemplateStore(restored, ring);
      expect((await store.read(bcid(LARGEST)))?.tags).toEqual(['int8:7', 'ä']);
      expect(await store.thumbnails(bcid(1n))).toHaveLength(2);
      expect(await createAuditTrail(restored, ring).verify()).toMatchObject({ intact: true });
    });

    it('with another master key leaves the database untouched', async () => {
      await fill();
      const { file } = await make();
      await expect(put(file, masterKey())).rejects.toThrow('is not the master key');
      await put(file);
      expect(await openKeyRing(keys, await target.open())).toBeDefined();
    });

    it.runIf(from === to)(
      'holds the state at its start, whatever is written meanwhile',
      async () => {
        await fill();
        const forgotten = join(source.location.dataDir, 'snapshot-old');
        if (from === 'sqlite') {
          await mkdir(forgotten);
          await utimes(forgotten, 1, 1);
        }
        const other = await source.open();
        const ring = await openKeyRing(keys, other);
        const { file } = await make(async () => {
          await createTemplateStore(other, ring).delete(bcid(1n));
          await createAuditTrail(other, ring).append({
            event: 'erasure',
            actor: 'shop',
            details: {},
          });
        });
        await put(file);
        const restored = await target.open();
        const restoredRing = await openKeyRing(keys, restored);
        expect(await createTemplateStore(restored, restoredRing).read(bcid(1n))).toBeDefined();
        const report = await createAuditTrail(restored, restoredRing).verify();
        expect(report).toMatchObject({ intact: true, entries: 5 });
        expect(await readdir(source.location.dataDir)).not.toContainEqual(
          expect.stringMatching(/^snapshot/),
        );
      },
    );

    it.runIf(from === to)(
      'is restored wholly or not at all, and only into an empty database',
      async () => {
        await fill();
        const { file } = await make();
        await expect(put(file.subarray(0, file.length - 40))).rejects.toThrow();
        const empty = await target.open();
        expect(await empty.db.selectFrom('key_encryption_keys').selectAll().execute()).toEqual([]);
        await empty.close();
        await put(file);
        await expect(put(file)).rejects.toThrow(/not empty/);
      },
    );
  },
);
