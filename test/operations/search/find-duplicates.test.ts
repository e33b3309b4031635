/** People who are enrolled twice, among synthetic ones: it is known which. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cancelled } from '../../../src/errors.ts';
import { createMemoryGallery } from '../../../src/gallery/memory/memory-gallery.ts';
import { findDuplicates } from '../../../src/operations/search/find-duplicates.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import { createTemplateStore, type TemplateStore } from '../../../src/templates/store.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { bcid, masterKey } from '../../../testing/template-samples.ts';
import { DIMENSION, gaussian, syntheticEngine, unit } from '../face/synthetic-faces.ts';
import { contextOf } from '../workplace.ts';

/** Of two batches. Every hundredth is enrolled again, in a class after all others. */
const PEOPLE = 1100;
const TWICE = Array.from({ length: 11 }, (_, i) => [BigInt(i * 100 + 1), BigInt(PEOPLE + i + 1)]);
const { signal } = new AbortController();

let test: TestDatabase;
let templates: TemplateStore;
let parts: Parameters<typeof findDuplicates>[0];

beforeAll(async () => {
  test = await createTestDatabase('sqlite');
  const database = await test.open();
  templates = createTemplateStore(database, await openKeyRing(masterKey(), database));
  const random = gaussian(7);
  const draw = () => unit(Array.from({ length: DIMENSION }, random));
  const people = Array.from({ length: PEOPLE }, draw);
  for (const [first] of TWICE) {
    const noise = draw();
    const values = people[Number(first) - 1]!.map((value, k) => value + 0.4 * noise[k]!);
    people.push(unit([...values]));
  }
  for (const [i, values] of people.entries()) await enrol(BigInt(i + 1), values);
  const gallery = createMemoryGallery({
    ...{ templates, encoderVersion: 1, dimension: DIMENSION, typicalFaces: [], threads: 1 },
  });
  await gallery.ready;
  // No two strangers among these are so much alike.
  const engine = { ...syntheticEngine, threshold: (rate: number) => (rate < 1e-8 ? 0.999 : 0.9) };
  parts = { engine, templates, encoderVersion: 1, gallery };
});
afterAll(async () => {
  await parts.gallery.close();
  await test.drop();
});

function enrol(classId: bigint, values: Float32Array, encoderVersion = 1) {
  const features = [{ id: randomUUID(), values, enrolled: new Date() }];
  const change = { encoderVersion, features, tags: [], thumbnails: [] };
  return templates.update(bcid(classId), () => change);
}

const find = (search: { after?: bigint; signal?: AbortSignal } = {}, { client } = contextOf()) =>
  Array.fromAsync(findDuplicates(parts, client, { signal, ...search }));
type Batches = Awaited<ReturnType<typeof find>>;

const pairsOf = (batches: Batches) =>
  [...new Set(batches.flatMap(({ pairs }) => pairs.map(({ classIds }) => `${classIds}`)))].sort();
const EXPECTED = TWICE.map((pair) => `${pair}`).sort();

it('finds each pair, over the borders of batches, and no other', async () => {
  const batches = await find();
  expect(batches.map(({ upTo }) => upTo)).toEqual([1024n, 1111n]);
  expect(batches.reduce((sum, { classes }) => sum + classes, 0)).toBe(PEOPLE + TWICE.length);
  expect(pairsOf(batches)).toEqual(EXPECTED);
});

it('continues after a class and finds the rest', async () => {
  const [first] = await find();
  const rest = await find({ after: first!.upTo });
  expect(rest.map(({ upTo }) => upTo)).toEqual([1111n]);
  expect(pairsOf([first!, ...rest])).toEqual(EXPECTED);
});

it('goes by the rates of the client', async () => {
  expect(pairsOf(await find({}, contextOf({ falsePositiveIdentificationRate: 1e-9 })))).toEqual([]);
});

it('leaves out, and counts, templates of another encoder and those without consent', async () => {
  const copy = (await templates.read(bcid(2n)))!.features[0]!.values;
  await enrol(5000n, copy, 2);
  try {
    const batches = await find();
    expect(batches.at(-1)).toMatchObject({ upTo: 5000n, leftOut: 1 });
    expect(pairsOf(batches)).toEqual(EXPECTED);
    const consented = await find({}, contextOf({ requireConsent: true }));
    expect(consented.every(({ classes, leftOut }) => classes === leftOut)).toBe(true);
  } finally {
    await templates.delete(bcid(5000n));
  }
});

it('ends when it is cancelled', async () => {
  await expect(find({ signal: AbortSignal.abort() })).rejects.toThrow(Cancelled);
});

it('has nothing to do in an empty partition', async () => {
  const { client } = contextOf();
  const context = contextOf();
  expect(await find({}, { ...context, client: { ...client, partition: 'empty' } })).toEqual([]);
});
