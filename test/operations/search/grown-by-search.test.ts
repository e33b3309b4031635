/** Nobody grows a face from the answers of search: climbers among synthetic faces. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRefusedComparisons } from '../../../src/access/refused-comparisons.ts';
import type { TaskPermit } from '../../../src/access/tasks/task-tokens.ts';
import { ResourceExhausted } from '../../../src/errors.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { completed, type Gallery } from '../../../src/gallery/gallery.ts';
import { createAuditTrail } from '../../../src/journal/audit-trail.ts';
import { ActiveEngine } from '../../../src/operations/active-engine.ts';
import type { Context } from '../../../src/operations/context.ts';
import { verify } from '../../../src/operations/face/verify.ts';
import { search, type ToldMatch } from '../../../src/operations/search/search.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import type { Template } from '../../../src/templates/template.ts';
import { createOutbox } from '../../../src/webhooks/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { masterKey } from '../../../testing/template-samples.ts';
import { DIMENSION, gaussian, imageOf, syntheticEngine, unit } from '../face/synthetic-faces.ts';
import { contextOf } from '../workplace.ts';

const VICTIM = 1n;
const LIMIT = 30;
const CALLS = 50;
/** What one in three hundred random faces reaches. */
const LAX = 0.5;
const STRICT = 0.67;

type Parts = Parameters<typeof search>[0] & Parameters<typeof verify>[0];

let test: TestDatabase;
let parts: Parts;
let random: () => number;
const stored = new Map<bigint, Template>();

/** Thresholds follow from the rate, as those of a calibrated engine do. */
const engine: FaceEngine = {
  ...syntheticEngine,
  threshold: (rate: number) => (rate > 1e-4 ? LAX : STRICT),
};

/** Looks at everybody with the tags. */
const gallery = {
  async search(probes, given) {
    const among = [...stored.values()].filter(({ tags }) =>
      given.tags.every((tag) => tags.includes(tag)),
    );
    const { limit, threshold = -1 } = completed(given, among.length);
    const candidates = probes.map((probe) =>
      among
        .map(({ bcid: { classId }, features }) => ({
          classId,
          comparison: engine.compare(probe, features[0]!.values),
        }))
        .filter(({ comparison }) => comparison >= threshold)
        .sort((p, q) => q.comparison - p.comparison)
        .slice(0, limit),
    );
    return { candidates, searched: among.length, otherEncoder: 0, version: 1 };
  },
} as Pick<Gallery, 'search'> as Gallery;

const face = () => unit(Array.from({ length: DIMENSION }, random));
const near = (best: Float32Array, by = 0.12) =>
  unit([...best].map((value) => value + by * random()));

function enrolled(classId: bigint, tags: readonly string[]): Template {
  const values = unit(Array.from({ length: DIMENSION }, gaussian(Number(classId) + 100)));
  const bcid = { storage: 'test', partition: 'main', classId };
  return { bcid, encoderVersion: 1, tags, features: [{ values }] } as unknown as Template;
}

beforeAll(async () => {
  test = await createTestDatabase('sqlite');
  const database = await test.open();
  const keyRing = await openKeyRing(masterKey(), database);
  const templates = {
    read: async ({ classId }: { classId: bigint }) => stored.get(classId),
    readMany: async (_storage: string, _partition: string, classIds: readonly bigint[]) =>
      classIds.flatMap((id) => (stored.has(id) ? [{ template: stored.get(id)! }] : [])),
  };
  parts = {
    activeEngine: new ActiveEngine({ engine, encoderVersion: 1, gallery }),
    templates: templates as unknown as Parts['templates'],
    // No class is erased here: their templates are not in the database.
    refusedComparisons: { ...createRefusedComparisons(database), forgetErased: async () => {} },
    audit: createAuditTrail(database, keyRing),
    outbox: createOutbox(keyRing),
  };
});
afterAll(() => test.drop());
beforeEach(async () => {
  random = gaussian(1);
  stored.clear();
  for (let id = 1n; id <= 20n; id++)
    stored.set(id, enrolled(id, id === VICTIM ? ['victim', 'few'] : id < 6n ? ['few'] : []));
  for (const one of await parts.refusedComparisons.list())
    await parts.refusedComparisons.clear(one);
});

const victim = () => stored.get(VICTIM)!.features[0]!.values;
const find = async (
  faces: readonly Float32Array[],
  { tags = ['victim'], topMatches = false } = {},
  context: Context = contextOf(),
) => {
  const { result } = await search(parts, context, { images: faces.map(imageOf), tags, topMatches });
  return result.map(({ matches }) => matches);
};
const counted = async (classId = VICTIM) =>
  (await parts.refusedComparisons.list()).find((one) => one.classId === classId)?.refused ?? 0;
const ofVictim = (matches: Awaited<ReturnType<typeof find>>[number]) =>
  matches.find(({ classId }) => classId === VICTIM);

/**
 * Looks for anybody taken for the victim, then goes on from the best, with as many probes a call.
 * @returns answers in which the victim was told, and the best face
 */
async function climb(
  ask: (faces: readonly Float32Array[], call: number) => ReturnType<typeof find>,
  together: number,
  scoreOf = ({ score }: ToldMatch) => score,
) {
  let best: Float32Array | undefined;
  let bestScore = 0;
  let told = 0;
  for (let call = 0; call < CALLS; call++) {
    const from = best;
    const faces = Array.from({ length: together }, () => (from ? near(from) : face()));
    for (const [i, matches] of (await ask(faces, call)).entries()) {
      const match = ofVictim(matches);
      if (match === undefined) continue;
      told++;
      if (scoreOf(match) < bestScore) continue;
      best = faces[i]!;
      bestScore = scoreOf(match);
    }
  }
  return { told, best: best ?? face() };
}

const passes = (best: Float32Array) => engine.compare(best, victim()) >= STRICT;

it('exact scores without a limit would make it possible', async () => {
  const open = contextOf({ failedVerifications: 0 });
  const ask = (faces: readonly Float32Array[]) => find(faces, { topMatches: true }, open);
  const { best } = await climb(ask, 40, ({ exactScore }) => exactScore);
  expect(passes(best)).toBe(true);
});

describe('fifty calls', () => {
  const clients = Array.from({ length: 5 }, (_, i) => ({ ...contextOf().client, id: `c${i}` }));
  const of = (call: number): Context => ({ ...contextOf(), client: clients[call % 5]! });

  it.each([
    ['narrowed to one class', 1, ['victim'], false],
    ['forty in a call', 40, ['victim'], false],
    ['for the most alike', 40, ['victim'], true],
    ['for the most alike of few, and of all', 20, ['few'], true],
  ])('%s grow no face', async (_, together, tags, topMatches) => {
    const { told, best } = await climb(
      (faces, call) =>
        find(faces, { topMatches, tags: call % 2 === 0 ? tags : tags.slice(1) }, of(call)),
      together,
    );
    expect(told).toBeLessThanOrEqual(LIMIT);
    expect(passes(best)).toBe(false);
    expect(await counted()).toBe(LIMIT);
  });
});

describe('a search among few', () => {
  it('identifies nobody whom the client would not verify', async () => {
    const open = contextOf({ failedVerifications: 0 });
    let lookalike = victim();
    while (engine.compare(lookalike, victim()) >= STRICT) lookalike = near(victim(), 0.18);
    expect(engine.compare(lookalike, victim())).toBeGreaterThan(LAX);
    expect(await find([lookalike, victim()], {}, open)).toMatchObject([[], [{ identified: true }]]);
    const [listed] = await find([lookalike], { topMatches: true }, open);
    const { score } = await verify(parts, open, { classId: VICTIM, images: [imageOf(lookalike)] });
    expect(listed).toMatchObject([{ score }]);
  });

  it('counts with verifications, and silently skips a class at its limit', async () => {
    for (let i = 0; i < LIMIT / 2; i++) {
      await verify(parts, contextOf(), { classId: VICTIM, images: [imageOf(face())] });
      await find([face()], { tags: ['few'] });
    }
    expect(await find([victim()], { tags: ['few'] })).toEqual([[]]);
    const [searched] = await parts.audit.list({ event: 'search', limit: 1 });
    expect(searched?.details).toMatchObject({ matches: [[]], limited: [{ classId: VICTIM }] });
    expect(await find([victim()], { tags: [], topMatches: true })).not.toMatchObject([
      [{ classId: VICTIM }],
    ]);
    const [own] = [{ classId: VICTIM, images: [imageOf(victim())] }];
    await expect(verify(parts, contextOf(), own)).rejects.toThrow(ResourceExhausted);
    const [entry] = await parts.audit.list({ event: 'comparison-limit', limit: 1 });
    expect(entry?.details).toMatchObject({ change: 'reached', limit: LIMIT });
    const other = stored.get(2n)!.features[0]!.values;
    const [matches] = await find([other], { tags: ['few'] });
    expect(matches!.length).toBeLessThanOrEqual(1);
  });

  it('counts against no class if it identifies a person', async () => {
    for (let i = 0; i < LIMIT + 5; i++)
      await find([stored.get(2n)!.features[0]!.values], { tags: ['few'] });
    expect(await counted()).toBe(0);
    expect(await find([victim()], { tags: ['few'] })).toMatchObject([[{ classId: VICTIM }]]);
  });

  it('counts one for an attempt, whose images show one person', async () => {
    const attempt = { ...contextOf(), permit: {} as TaskPermit };
    const stranger = face();
    const images = Array.from({ length: 6 }, () => near(stranger, 0.01));
    await find(images, { tags: ['few'] }, attempt);
    expect(await counted()).toBe(1);
  });
});

describe('a search among hundreds', () => {
  beforeEach(() => {
    for (let id = 21n; id <= 300n; id++) stored.set(id, enrolled(id, []));
  });

  it('counts only classes that are returned without being the person', async () => {
    const faces = Array.from({ length: 40 }, face);
    await find(faces, { tags: [] });
    expect(await parts.refusedComparisons.list()).toEqual([]);
    const told = (await find(faces, { tags: [], topMatches: true })).flat();
    const listed = await parts.refusedComparisons.list();
    expect(listed.reduce((sum, { refused }) => sum + refused, 0)).toBe(
      told.filter(({ exactScore }) => exactScore < 0.5).length,
    );
  });
});
