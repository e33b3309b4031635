/** Writers are killed at any moment: galleries that follow, and new ones, equal the database. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Gallery } from '../../src/gallery/gallery.ts';
import { createMemoryGallery } from '../../src/gallery/memory/memory-gallery.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { TemplateStore } from '../../src/templates/store.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { type Template, TemplateCorrupted } from '../../src/templates/template.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { bcid, masterKey } from '../../testing/template-samples.ts';

const PROGRAM = fileURLToPath(new URL('../../testing/enrol-forever.ts', import.meta.url));
const DIMENSION = 256;

describe.each(await databaseKinds())('on %s', (kind) => {
  const keys = masterKey();
  let test: TestDatabase;
  let store: TemplateStore;
  const galleries: Gallery[] = [];
  beforeEach(async () => {
    test = await createTestDatabase(kind);
    const database = await test.open();
    store = createTemplateStore(database, await openKeyRing(keys, database));
  });
  afterEach(async () => {
    await Promise.all(galleries.splice(0).map((gallery) => gallery.close()));
    await test.drop();
  });

  const openGallery = async () => {
    const options = { encoderVersion: 1, dimension: DIMENSION, typicalFaces: [], threads: 1 };
    const gallery = createMemoryGallery({ ...options, templates: store });
    galleries.push(gallery);
    await gallery.ready;
    return gallery;
  };

  /** Enrols until that many enrolments are acknowledged, and is killed then. */
  const enrolAndDie = async (firstClass: number, killedAfter: number): Promise<bigint[]> => {
    const job = { ...test.location, masterKey: keys.masterKey, firstClass: String(firstClass) };
    const child = spawn(process.execPath, [PROGRAM, JSON.stringify(job)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const acknowledged: bigint[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(BigInt(line));
      if (acknowledged.length === killedAfter) child.kill('SIGKILL');
    }
    return acknowledged;
  };

  const stored = async (): Promise<Template[]> => {
    const templates: Template[] = [];
    for await (const batch of store.scan({}))
      for (const { template } of batch)
        if (!(template instanceof TemplateCorrupted)) templates.push(template);
    return templates;
  };

  const expectEqual = async (gallery: Gallery, templates: readonly Template[]) => {
    await expect.poll(() => gallery.status().classes, { timeout: 10_000 }).toBe(templates.length);
    const { signal } = new AbortController();
    const scope = { storage: 'test', partition: 'main', limit: 1, signal };
    for (const { bcid, features, tags } of templates) {
      const { candidates } = await gallery.search([features[0]!.values], { ...scope, tags });
      expect(candidates[0]![0]!.classId).toBe(bcid.classId);
    }
  };

  it('finds exactly what was acknowledged', async () => {
    const following = await openGallery();
    const killed = await Promise.all([enrolAndDie(1, 3), enrolAndDie(1000, 25)]);
    await store.delete(bcid(1n));
    const acknowledged = killed.flat().filter((classId) => classId !== 1n);
    const templates = await stored();
    const ids = new Set(templates.map(({ bcid }) => bcid.classId));
    expect(acknowledged.filter((classId) => !ids.has(classId))).toEqual([]);
    await expectEqual(following, templates);
    await expectEqual(await openGallery(), templates);
  });
});
