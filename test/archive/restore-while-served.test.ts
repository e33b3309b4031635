/** A backup is not restored under a service, and a service that starts meanwhile finds all of it. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backup } from '../../src/archive/backup.ts';
import { openBackup, restore } from '../../src/archive/restore.ts';
import { type ArchiveSecret, openStream } from '../../src/archive/sealed-stream.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { KeyConfig } from '../../src/sealing/master-key.ts';
import { requireMasterKey, takeMasterKey } from '../../src/sealing/master-key-of.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { bcid, feature, masterKey } from '../../testing/template-samples.ts';

const SECRET: ArchiveSecret = { kind: 'key', key: randomBytes(32) };

describe.each((await databaseKinds()).filter((kind) => kind !== 'citus'))('into %s', (kind) => {
  const keys = masterKey();
  let source: TestDatabase;
  let target: TestDatabase;
  let file: Buffer;

  beforeEach(async () => {
    source = await createTestDatabase('sqlite');
    target = await createTestDatabase(kind);
    const database = await source.open();
    const store = createTemplateStore(database, await openKeyRing(keys, database));
    await store.update(bcid(1n), () => ({
      encoderVersion: 1,
      features: [feature()],
      tags: ['a'],
      thumbnails: [],
    }));
    file = await backupOf(database, source.location.dataDir);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await source.drop();
    await target.drop();
  });

  const backupOf = async (database: Database, dataDir: string) => {
    const pieces: Buffer[] = [];
    const options = { release: '1.2.3', secret: SECRET };
    await backup(database, dataDir, options, async (stream) => {
      for await (const piece of stream) pieces.push(piece);
    });
    return Buffer.concat(pieces);
  };
  /** @param beforeCommit happens when every row was inserted */
  const put = async (
    beforeCommit = async () => {},
    accept = (db: Kysely<Schema>) => requireMasterKey(keys, db),
  ) => {
    const one = async function* () {
      yield file;
    };
    const opened = await openBackup(await openStream(one(), () => SECRET));
    return restore(target.location, opened, async (db) => {
      await accept(db);
      await beforeCommit();
    });
  };
  const stored = async (database: Database, config: KeyConfig = keys) => {
    const ring = await openKeyRing(config, database);
    return (await createTemplateStore(database, ring).read(bcid(1n)))?.tags;
  };

  it('a service that runs on it refuses the restore', async () => {
    await openKeyRing(keys, await target.open());
    await expect(put()).rejects.toThrow(
      kind === 'sqlite' ? 'is not empty' : 'a service is connected to this database from 127.0.0.1',
    );
  });

  it('a service that starts meanwhile waits, and finds what was restored', async () => {
    let starting: Promise<unknown> | undefined;
    await put(async () => {
      starting = openDatabase(target.location).then(async (database) => {
        const found = await stored(database);
        await database.close();
        return found;
      });
      starting.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await starting).toEqual(['a']);
    const { db } = await target.open();
    expect(await db.selectFrom('key_encryption_keys').select('id').execute()).toHaveLength(1);
  });

  it.runIf(kind === 'sqlite')('a service without a key takes that of the backup', async () => {
    const keyFile = join(target.location.dataDir, 'master.key');
    const inFile = { masterKey: undefined, keyFile, keyFileIsDefault: true };
    const service = await target.open();
    let starting: Promise<unknown> | undefined;
    await put(
      async () => {
        starting = stored(service, inFile);
        starting.catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 300));
      },
      (db) => takeMasterKey(inFile, db, keys.masterKey),
    );
    expect(await starting).toEqual(['a']);
    expect((await readFile(keyFile, 'utf8')).trim()).toBe(keys.masterKey);
  });

  it('refuses tables of another release', async () => {
    const other = await createTestDatabase('sqlite');
    const database = await other.open();
    await sql`update schema_versions set version = 26`.execute(database.db);
    file = await backupOf(database, other.location.dataDir);
    await database.close();
    await other.drop();
    await expect(put()).rejects.toThrow('the backup has schema version 26');
  });

  describe.runIf(kind === 'postgres')('not even if its database was emptied under it', () => {
    const served = async (databaseUrl: string) => {
      const service = await openDatabase({ ...target.location, databaseUrl });
      await service.ping();
      await expect(put()).rejects.toThrow('stop it first');
      await service.close();
      await put();
      expect(await stored(await target.open())).toEqual(['a']);
    };
    const named = (name: string) => {
      const url = new URL(target.location.databaseUrl!);
      url.searchParams.set('application_name', name);
      return url.href;
    };

    it('from an address without a name', () => served(target.location.databaseUrl!));
    it('by the name in its address', () => served(named('faces')));
    it('by that of a restore', () => served(named('prosopon restore')));
    it('by the name that the environment gives', () => {
      vi.stubEnv('PGAPPNAME', 'faces');
      return served(target.location.databaseUrl!);
    });
  });
});
