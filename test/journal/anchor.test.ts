/** A database that was put back as it once was, with everything that would tell, is noticed. */
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { type Anchor, createAnchor } from '../../src/journal/anchor.ts';
import type { AuditTrail } from '../../src/journal/audit-trail.ts';
import { createAuditTrail } from '../../src/journal/audit-trail.ts';
import { acceptRollback, createRollbackGuard } from '../../src/operations/rollback.ts';
import { type KeyRing, openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

const isRoot = process.getuid?.() === 0;

/** All that the tests write, in an order in which it can be put back. */
const TABLES = ['clients', 'client_keys', 'audit_entries', 'audit_marks'] as const;

describe.each(await databaseKinds())('on %s', (kind) => {
  const key = masterKey();
  let dataDir: string;
  let test: TestDatabase;
  let database: Database;
  let keyRing: KeyRing;
  let anchor: Anchor;
  let audit: AuditTrail;
  let clients: ReturnType<typeof createClientRegistry>;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
  });
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'prosopon-anchor-'));
    await putBack({});
    keyRing = await openKeyRing(key, database);
    anchor = createAnchor(dataDir, database, keyRing);
    // A process that has just begun: an older one would notice by itself.
    audit = createAuditTrail(database, keyRing);
    clients = createClientRegistry(database, keyRing);
    await create('before');
    return () => rm(dataDir, { recursive: true });
  });
  afterAll(() => test.drop());

  type Rows = Partial<Record<(typeof TABLES)[number], readonly unknown[]>>;
  const copy = async (): Promise<Rows> => {
    const rows: Record<string, readonly unknown[]> = {};
    for (const table of TABLES)
      rows[table] = await database.db.selectFrom(table).selectAll().execute();
    return rows;
  };
  const putBack = (rows: Rows, tables: readonly (typeof TABLES)[number][] = TABLES) =>
    database.write(async (trx: Kysely<Schema>) => {
      for (const table of tables.toReversed())
        await sql`delete from ${sql.table(table)}`.execute(trx);
      for (const table of tables)
        for (const row of rows[table] ?? [])
          await trx
            .insertInto(table)
            .values(row as never)
            .execute();
    });
  const create = async (id: string) => {
    await clients.create({ id, name: id, storage: 's', partition: id });
    await audit.append({ event: 'client-change', actor: 'test', details: { id } });
  };

  it('accepts a continued trail, even if others have noted it', async () => {
    const other = createAnchor(dataDir, database, keyRing);
    expect(await anchor.renew()).toBeUndefined();
    await create('after');
    expect(await other.renew()).toBeUndefined();
    expect(await anchor.renew()).toBeUndefined();
    await Promise.all([anchor.renew(), other.renew()]);
    expect(await anchor.problem()).toBeUndefined();
    expect((await stat(join(dataDir, 'anchor'))).mode & 0o077).toBe(0);
  });

  it('calls a database restored as a whole older', async () => {
    const before = await copy();
    await create('after');
    await anchor.renew();
    await putBack(before);
    expect(await anchor.problem()).toMatch('ends with entry 1, and had reached entry 2');
    expect(await anchor.renew()).toMatch('had reached entry 2');
    expect(await anchor.problem()).toBeDefined();
  });

  it('calls one that has diverged since older', async () => {
    const before = await copy();
    await create('after');
    await anchor.renew();
    await putBack(before);
    audit = createAuditTrail(database, keyRing);
    await create('other');
    expect(await anchor.problem()).toMatch('entry 2 of the audit trail is another one');
  });

  it('does not serve a database that it cannot judge', async () => {
    await mkdir(join(dataDir, 'anchor'));
    const error = vi.fn();
    const guard = createRollbackGuard({ anchor, audit }, error);
    await expect(guard.look()).rejects.toThrow('cannot be told');
    await rm(join(dataDir, 'anchor'), { recursive: true });
    await guard.look();
    await rm(join(dataDir, 'anchor'));
    await mkdir(join(dataDir, 'anchor'));
    await guard.look();
    expect(error).toHaveBeenCalledOnce();
  });

  it('serves a database although how far it is cannot be noted', async () => {
    const full = () => Promise.reject(new Error('no space'));
    const unwritten = createAnchor(dataDir, { ...database, onDisk: full }, keyRing);
    const error = vi.fn();
    const guard = createRollbackGuard({ anchor: unwritten, audit }, error);
    await guard.look();
    guard.check();
    expect(error).toHaveBeenCalledWith(expect.stringContaining('no space'));
  });

  it('reports a forged anchor', async () => {
    await anchor.renew();
    const path = join(dataDir, 'anchor');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"seq":"1"', '"seq":"0"'));
    expect(await anchor.problem()).toMatch('was changed');
    await writeFile(path, '');
    expect(await anchor.problem()).toMatch('was changed');
  });

  it.skipIf(!isRoot)(
    'leaves the anchor to the owner of the folder, if root writes it',
    async () => {
      await chown(dataDir, 65_534, 65_534);
      await anchor.accept();
      expect(await stat(join(dataDir, 'anchor'))).toMatchObject({ uid: 65_534, gid: 65_534 });
    },
  );

  it.skipIf(isRoot)('reports an anchor that may not be read', async () => {
    await anchor.renew();
    await chmod(join(dataDir, 'anchor'), 0);
    expect(await anchor.problem()).toMatch('cannot be read');
  });

  it('notes nothing that a power failure could take back', async () => {
    const disk = Promise.withResolvers<void>();
    const slow = createAnchor(dataDir, { ...database, onDisk: () => disk.promise }, keyRing);
    const renewed = slow.renew();
    await create('unsynced');
    await expect(stat(join(dataDir, 'anchor'))).rejects.toThrow('ENOENT');
    disk.resolve();
    expect(await renewed).toBeUndefined();
    expect((await stat(join(dataDir, 'anchor'))).isFile()).toBe(true);
  });

  it('does not serve an older database until an operator accepts it', async () => {
    const before = await copy();
    await create('after');
    await anchor.renew();
    await putBack(before);
    audit = createAuditTrail(database, keyRing);
    const error = vi.fn();
    for (let start = 0; start < 2; start++) {
      const guard = createRollbackGuard({ anchor, audit }, error);
      await expect(guard.look()).rejects.toThrow('The database has been rolled back');
      await expect(guard.look()).rejects.toThrow('accept-rollback');
      expect(() => guard.check()).toThrow('accept-rollback');
    }
    expect(error).toHaveBeenCalledTimes(2);
    const found = await audit.list({ event: 'rollback' });
    expect(found).toMatchObject([{ actor: 'service', details: { change: 'found' } }]);
    expect(await acceptRollback({ anchor, audit }, 'cli:ada')).toBeDefined();
    const guard = createRollbackGuard({ anchor, audit }, error);
    await guard.look();
    guard.check();
    expect(await acceptRollback({ anchor, audit }, 'cli:ada')).toBeUndefined();
    const [accepted] = await audit.list({ event: 'rollback' });
    expect(accepted).toMatchObject({ actor: 'cli:ada', details: { change: 'accepted' } });
  });
});
