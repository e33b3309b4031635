/** A database of people becomes one on several nodes: again, by class or partition, under writers. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enrolPeople } from '../../../bench/gallery/enrolled-people.ts';
import { ConfigError } from '../../../src/config/config.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import { verifyRows } from '../../../src/sealing/verify-rows.ts';
import type { Database } from '../../../src/storage/database.ts';
import { distribute } from '../../../src/storage/distribution/distribute.ts';
import { inspectDistribution } from '../../../src/storage/distribution/inspect.ts';
import { createTemplateStore } from '../../../src/templates/store.ts';
import type { ScanScope } from '../../../src/templates/template.ts';
import {
  CITUS,
  createOnCoordinator,
  createTestDatabase,
  onWorkersOf,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { bcid, feature, masterKey, thumbnailOf } from '../../../testing/template-samples.ts';

const keys = masterKey();
const patiently = { timeout: 30_000 };

async function enroller(database: Database) {
  const keyRing = await openKeyRing(keys, database);
  const templates = createTemplateStore(database, keyRing);
  const enrol = (classId: bigint) => {
    const one = feature();
    return templates.update(bcid(classId), () => ({
      encoderVersion: 1,
      features: [one],
      tags: ['somebody'],
      thumbnails: [thumbnailOf(one)],
    }));
  };
  return { keyRing, templates, enrol };
}

it('says that SQLite lies on one machine', async () => {
  const test = await createTestDatabase('sqlite');
  try {
    const database = await test.open();
    await expect(distribute(database, onWorkersOf('postgres://nowhere'))).rejects.toThrow(
      ConfigError,
    );
    expect(await inspectDistribution(database)).toBeUndefined();
  } finally {
    await test.drop();
  }
});

describe.skipIf(CITUS === undefined)('distribute', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createOnCoordinator(await mkdtemp(join(tmpdir(), 'prosopon-')), CITUS!);
  });
  afterEach(() => test.drop());

  it.each(['class', 'partition'] as const)('by %s moves existing data, once', async (by) => {
    const database = await test.open();
    expect((await inspectDistribution(database))?.by).toBeUndefined();
    const { enrol, templates, keyRing } = await enroller(database);
    for (let id = 1n; id <= 20n; id++) await enrol(id);

    const options = { ...onWorkersOf(CITUS!), by };
    expect(await distribute(database, options)).toBeGreaterThan(30);
    expect(await distribute(database, options)).toBe(0);

    const found = (await inspectDistribution(database))!;
    expect(found.by).toBe(by);
    expect(found.nodes.every(({ answers }) => answers)).toBe(true);
    expect(found.nodes.reduce((sum, { shards }) => sum + shards, 0)).toBe(options.shards);
    const placed = new Map(found.tables.map(({ table, placement }) => [table, placement]));
    expect(placed.get('thumbnails')).toBe(by);
    expect(placed.get('key_encryption_keys')).toBe('reference');
    expect(placed.get('audit_marks')).toBe('coordinator');
    expect([...placed.values()]).not.toContain('unplaced');

    for (let id = 1n; id <= 20n; id++)
      expect((await templates.read(bcid(id)))?.tags).toEqual(['somebody']);
    await enrol(21n);
    expect(await templates.delete(bcid(20n))).toBeInstanceOf(Date);
    expect(await templates.thumbnails(bcid(20n))).toEqual([]);
    expect((await verifyRows(database, keyRing.derive)).faults).toEqual([]);
  });

  it('leaves everybody to be read once, in shares too', async () => {
    const people = 2_500;
    const vector = feature().values;
    const source = { ...test.location, ...keys, keyFileIsDefault: false as const };
    const { database } = await enrolPeople(
      source,
      people,
      () => vector,
      () => {},
    );
    await distribute(database, onWorkersOf(CITUS!));
    await database.close();

    const readAll = async (scope: ScanScope) => {
      const { templates } = await enroller(await test.open());
      const ids: bigint[] = [];
      for await (const page of templates.scanVectors(scope))
        ids.push(...page.map(({ bcid }) => bcid.classId));
      return ids;
    };
    const everybody = Array.from({ length: people }, (_, i) => BigInt(i + 1));
    const ascending = (ids: bigint[]) => ids.toSorted((a, b) => Number(a - b));
    expect(ascending(await readAll({}))).toEqual(everybody);
    const shares = [
      await readAll({ share: { part: 0, of: 2 } }),
      await readAll({ share: { part: 1, of: 2 } }),
    ];
    expect(ascending(shares.flat())).toEqual(everybody);
    expect(await readAll({ storage: 'another' })).toEqual([]);
  });

  it('happens once if requested twice at the same moment', async () => {
    const [database, other] = [await test.open(), await test.open()];
    const { enrol, templates } = await enroller(database);
    await enrol(1n);
    const placed = await Promise.all(
      [database, other].map((one) => distribute(one, onWorkersOf(CITUS!))),
    );
    expect(placed.toSorted((a, b) => a - b)).toEqual([0, expect.toSatisfy((n) => n > 30)]);
    expect((await templates.read(bcid(1n)))?.tags).toEqual(['somebody']);
  });

  it('leaves no row of a person behind on the coordinator', async () => {
    const database = await test.open();
    const { enrol } = await enroller(database);
    await enrol(1n);
    await distribute(database, onWorkersOf(CITUS!));
    const { rows } = await sql<{ bytes: number }>`
      select cast(pg_relation_size('templates') as integer) as bytes`.execute(database.db);
    expect(rows).toEqual([{ bytes: 0 }]);
  });

  it('keeps data enrolled meanwhile', async () => {
    const [database, other] = [await test.open(), await test.open()];
    const { enrol, templates, keyRing } = await enroller(other);
    const enrolled: bigint[] = [];
    let going = true;
    const enrolling = (async () => {
      for (let id = 1n; going; id++) {
        await enrol(id);
        enrolled.push(id);
      }
    })();
    await expect.poll(() => enrolled.length, patiently).toBeGreaterThan(5);
    await distribute(database, onWorkersOf(CITUS!));
    const before = enrolled.length;
    await expect.poll(() => enrolled.length, patiently).toBeGreaterThan(before + 5);
    going = false;
    await enrolling;
    for (const id of enrolled) expect(await templates.read(bcid(id))).toBeDefined();
    expect(await templates.extent({})).toMatchObject({ templates: enrolled.length });
    expect((await verifyRows(database, keyRing.derive)).faults).toEqual([]);
  });

  it('refuses a different distribution', async () => {
    const database = await test.open();
    await distribute(database, onWorkersOf(CITUS!));
    await expect(distribute(database, { ...onWorkersOf(CITUS!), by: 'partition' })).rejects.toThrow(
      /distributed by class already/,
    );
  });
});
