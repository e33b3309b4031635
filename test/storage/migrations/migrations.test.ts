import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { providerKeys } from '../../../src/access/oauth/keys.ts';
import { createServiceKeys } from '../../../src/access/service-keys.ts';
import { SealBroken } from '../../../src/sealing/key-ring.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import { MIGRATIONS } from '../../../src/storage/migrations/all.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { masterKey } from '../../../testing/template-samples.ts';

describe.each(await databaseKinds())('a new database on %s', (kind) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase(kind, 'empty');
  });
  afterEach(() => test.drop());

  it('migrates once if several open it at the same time', async () => {
    const databases = await Promise.all([test.open(), test.open(), test.open(), test.open()]);
    for (const database of databases) await database.ping();
    const { rows } = await sql<{ version: number }>`select version from schema_versions`.execute(
      databases[0]!.db,
    );
    expect(rows).toEqual(MIGRATIONS.map(({ version }) => ({ version })));
  });

  it.runIf(kind === 'sqlite')(
    'adds columns and their checks in two steps, as Citus requires',
    async () => {
      const { db } = await test.open();
      const newer = MIGRATIONS.filter(({ version }) => version > 15);
      const statements = newer.flatMap(({ up }) => up(sql.raw('bytea'), 'postgres'));
      const texts = statements.map((statement) => statement.compile(db).sql);
      // Citus takes the two one after the other.
      expect(texts.filter((text) => /add column .*(check|references|unique)/s.test(text))).toEqual(
        [],
      );
    },
  );

  // A cluster is distributed, and therefore migrated, when a test gets it.
  it.skipIf(kind === 'citus')('keeps the keys of its OAuth provider, and the others', async () => {
    const master = masterKey();
    const older = await openDatabase(test.location, 15);
    const ring = await openKeyRing(master, older);
    const other = await createServiceKeys(older, ring, 'task token').current();
    const made = { signature: Buffer.from('{"kty":"RSA"}'), cookie: randomBytes(32) };
    const secrets = Object.entries({ ...made, pairwise: randomBytes(32) });
    const sealer = await ring.sealer(older.db);
    const created = new Date().toISOString();
    for (const [purpose, secret] of secrets) {
      const parts = [purpose, `id of ${purpose}`, created];
      const { kek_id, data_key, body, signature } = sealer.seal(
        { purpose: 'oauth key', parts },
        secret,
      );
      await sql`insert into oauth_keys values (${`id of ${purpose}`}, ${purpose}, ${created},
        ${kek_id}, ${data_key}, ${body}, ${signature})`.execute(older.db);
    }
    await older.close();

    const database = await test.open();
    const keyRing = await openKeyRing(master, database);
    const keys = await providerKeys(database, keyRing);
    expect(keys.signature).toMatchObject([{ kty: 'RSA', kid: 'id of signature' }]);
    expect(keys.cookie).toEqual([made.cookie.toString('base64url')]);
    expect(keys.pairwise).toEqual(secrets[2]![1]);
    expect((await createServiceKeys(database, keyRing, 'task token').current()).id).toBe(other.id);

    // Another one would rename every user to every application.
    await sql`update service_keys set data_key = (select data_key from service_keys
      where purpose = 'oauth cookie') where purpose = 'oauth pairwise'`.execute(database.db);
    await expect(providerKeys(database, keyRing)).rejects.toThrow(SealBroken);
  });
});
