/** `erase` while the data is in use, on both databases: what is gone, and what the proof says. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../../src/access/clients/clients.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import type { Database } from '../../../src/storage/database.ts';
import { classTables, findInFiles, sampleRows } from '../../../src/storage/erased-bytes.ts';
import type { TemplateStore } from '../../../src/templates/store.ts';
import { createTemplateStore } from '../../../src/templates/store.ts';
import { type Cli, createCli } from '../../../testing/cli/run-cli.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { bcid, feature, masterKey, thumbnailOf } from '../../../testing/template-samples.ts';

const NOTHING = {
  template_revisions: 0,
  templates: 0,
  thumbnails: 0,
  template_tags: 0,
};

describe.each(await databaseKinds())('erase on %s', (kind) => {
  const keys = masterKey();
  let test: TestDatabase;
  let database: Database;
  let store: TemplateStore;
  let cli: Cli;
  let env: Readonly<Record<string, string>>;

  beforeEach(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    cli = await createCli();
    const ring = await openKeyRing(keys, database);
    store = createTemplateStore(database, ring);
    const clients = createClientRegistry(database, ring);
    for (const partition of ['main', 'other'])
      await clients.create({ id: partition, name: 'n', storage: 'test', partition });
    for (const one of [bcid(1n), bcid(2n), bcid(3n), bcid(1n, 'other')])
      await store.update(one, () => {
        const features = [feature(300), feature(300)];
        const thumbnails = features.map((each) => thumbnailOf(each, 20_000));
        return { encoderVersion: 1, features, tags: ['staff'], thumbnails };
      });
    env = {
      PROSOPON_DATA: test.location.dataDir,
      PROSOPON_MASTER_KEY: keys.masterKey,
      ...(test.location.databaseUrl !== undefined && { DATABASE_URL: test.location.databaseUrl }),
    };
  });
  afterEach(async () => {
    await cli.remove();
    await test.drop();
  });
  const erase = async (...args: readonly string[]) => {
    const { code, out, err } = await cli.runWith(env, 'erase', ...args, '--yes', '--json');
    return { code, err, proof: out === '' ? undefined : JSON.parse(out) };
  };

  it('erases the named classes and proves it', async () => {
    const { code, proof } = await erase('--client', 'main', '--class', '1', '--class', '99');
    expect(proof).toMatchObject({
      client: 'main',
      erased: 1,
      withoutTemplate: [99],
      rowsLeft: NOTHING,
      proven: true,
    });
    expect(code).toBe(0);
    if (kind === 'sqlite') {
      expect(proof.samples).toBeGreaterThan(80);
      expect(proof.files.map(({ file }: { file: string }) => file)).toContain('prosopon.db');
    }
    expect(await store.read(bcid(1n))).toBeUndefined();
    expect(await store.read(bcid(2n))).toBeDefined();
    expect(await store.read(bcid(1n, 'other'))).toBeDefined();
    const trail = await cli.runWith(env, 'audit', 'export', '--client', 'main');
    expect(trail.out).toMatch(/"classId":1,.*"event":"erasure"/);
  });

  it('erases all of a client, and nobody else', async () => {
    expect((await erase('--all-of', 'main')).proof).toMatchObject({ erased: 3, proven: true });
    expect(await store.extent({ storage: 'test' })).toMatchObject({ templates: 1 });
  });

  it.runIf(kind === 'sqlite')('says where bytes of an erased template remain', async () => {
    const tables = await classTables(database);
    const key = { storage: 'test', partition: 'main', class_id: 2n };
    const [sample] = await sampleRows(database.db, tables, key);
    const padding = Buffer.alloc(1024 * 1024 - 7);
    await writeFile(join(test.location.dataDir, 'copy'), Buffer.concat([padding, sample!]));
    const { code, proof } = await erase('--client', 'main', '--class', '2');
    expect(code).toBe(5);
    expect(proof.proven).toBe(false);
    expect(proof.files).toContainEqual({ file: 'copy', found: 1 });
    expect(
      await findInFiles(test.location.dataDir, [sample!], new Set(['copy'])),
    ).not.toContainEqual(expect.objectContaining({ found: 1 }));
  });

  it.runIf(kind === 'sqlite')('requires a subject', async () => {
    expect((await erase('--class', '1', '--all-of', 'main')).code).toBe(4);
  });
});
