/** Processes that keep the gallery in the database are killed: its vectors equal the templates again. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabaseGallery } from '../../../src/gallery/database/database-gallery.ts';
import { galleryKeys, rotateGalleryKey } from '../../../src/gallery/database/gallery-keys.ts';
import { createVectorRotation } from '../../../src/gallery/database/rotate-vectors.ts';
import { type KeyRing, openKeyRing } from '../../../src/sealing/keys.ts';
import type { Database } from '../../../src/storage/database.ts';
import { referenceOf } from '../../../src/templates/class-vector.ts';
import type { TemplateStore } from '../../../src/templates/store.ts';
import { createTemplateStore } from '../../../src/templates/store.ts';
import { TemplateCorrupted } from '../../../src/templates/template.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { bcid, feature, masterKey } from '../../../testing/template-samples.ts';
import { createVectorDatabase, vectorEngines } from '../../../testing/vector-databases.ts';

const PROGRAM = fileURLToPath(new URL('../../../testing/fill-vectors-forever.ts', import.meta.url));
const DIMENSION = 32;
const key = masterKey();

interface StoredVector {
  readonly class_id: bigint;
  readonly revision: number;
  readonly key_id: string;
  readonly tags: readonly string[];
  readonly vector: string;
}

describe.each(await vectorEngines())('on %s', (engine) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createVectorDatabase(engine);
  });
  afterEach(() => test.drop());

  /** Runs as one process after the other does, since PGlite has one connection. */
  const alone = async <T>(
    work: (process: {
      readonly database: Database;
      readonly keyRing: KeyRing;
      readonly templates: TemplateStore;
    }) => Promise<T>,
  ): Promise<T> => {
    const database = await test.open();
    const keyRing = await openKeyRing(key, database);
    try {
      return await work({ database, keyRing, templates: createTemplateStore(database, keyRing) });
    } finally {
      await database.close();
    }
  };

  /** Is killed after that many printed lines; the first says that it begins to fill. */
  const fillAndDie = async (firstClass: number, lines: number): Promise<bigint[]> => {
    const { masterKey } = key;
    const job = { ...test.location, masterKey, dimension: DIMENSION, firstClass: `${firstClass}` };
    const child = spawn(process.execPath, [PROGRAM, JSON.stringify(job)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const printed: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      printed.push(line);
      if (printed.length === lines) child.kill('SIGKILL');
    }
    return printed.slice(1).map(BigInt);
  };

  const expectEqual = () =>
    alone(async ({ database, keyRing, templates }) => {
      const gallery = createDatabaseGallery({
        ...{ database, keyRing, templates, dimension: DIMENSION },
        encoderVersion: 1,
        typicalFaces: [],
        index: 'exact',
      });
      await gallery.ready;
      await gallery.close();
      const [newest, ...older] = await galleryKeys(database.db);
      expect(older).toEqual([]);
      const rotate = createVectorRotation(keyRing, DIMENSION, []);
      const { rows } = await sql<StoredVector>`select class_id, revision, key_id, tags,
        vector::text as vector from gallery_vectors order by class_id`.execute(database.db);
      const stored = Map.groupBy(rows, ({ class_id }) => class_id);
      const revisions = new Map(
        (await database.db.selectFrom('templates').select(['class_id', 'revision']).execute()).map(
          ({ class_id, revision }) => [class_id, revision],
        ),
      );
      for await (const batch of templates.scan({}))
        for (const { bcid, template } of batch) {
          if (template instanceof TemplateCorrupted) throw template;
          const own = stored.get(bcid.classId) ?? [];
          stored.delete(bcid.classId);
          expect(own).toHaveLength(1);
          const { revision, key_id, tags, vector } = own[0]!;
          expect({ revision, key_id, tags }).toEqual({
            revision: revisions.get(bcid.classId),
            key_id: newest!.id,
            tags: template.tags,
          });
          const rotated = rotate(newest!.id, referenceOf(template));
          (JSON.parse(vector) as number[]).forEach((value, k) => {
            expect(value).toBeCloseTo(rotated[k]!, 2);
          });
        }
      expect([...stored.keys()]).toEqual([]);
      return [...revisions.keys()];
    });

  it('exactly the acknowledged templates have vectors', async () => {
    await alone(async ({ templates }) => {
      for (let id = 1n; id <= 120n; id++)
        await templates.update(bcid(id), () => ({
          encoderVersion: 1,
          features: [feature(DIMENSION)],
          tags: ['before'],
          thumbnails: [],
        }));
    });
    await fillAndDie(1000, 1);
    const acknowledged = await fillAndDie(2000, 6);
    await alone(({ database }) => rotateGalleryKey(database));
    await fillAndDie(3000, 1);
    acknowledged.push(...(await fillAndDie(4000, 12)));
    await alone(({ templates }) => templates.delete(bcid(7n)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(5 + 11);
    const people = await expectEqual();
    expect(people).toEqual(expect.arrayContaining(acknowledged));
    expect(people).not.toContain(7n);
  });
});
