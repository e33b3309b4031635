/** Nobody grows a face from the answers of verify: a climber among synthetic faces. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRefusedComparisons } from '../../../src/access/refused-comparisons.ts';
import { ResourceExhausted } from '../../../src/errors.ts';
import { NO_GALLERY } from '../../../src/gallery/gallery.ts';
import { createAuditTrail } from '../../../src/journal/audit-trail.ts';
import { ActiveEngine } from '../../../src/operations/active-engine.ts';
import { type VerifyResult, verify } from '../../../src/operations/face/verify.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import type { Database } from '../../../src/storage/database.ts';
import type { Template } from '../../../src/templates/template.ts';
import { createOutbox } from '../../../src/webhooks/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { masterKey } from '../../../testing/template-samples.ts';
import { contextOf } from '../workplace.ts';
import { DIMENSION, gaussian, imageOf, syntheticEngine, unit } from './synthetic-faces.ts';

const CLASS = 1n;
const CALLS = 5000;
const LIMIT = 30;

let test: TestDatabase;
let database: Database;
let parts: Parameters<typeof verify>[0];
let random: () => number;

beforeAll(async () => {
  test = await createTestDatabase('sqlite');
  database = await test.open();
  const keyRing = await openKeyRing(masterKey(), database);
  const victim = unit(Array.from({ length: DIMENSION }, gaussian(7)));
  const template = { encoderVersion: 1, features: [{ values: victim }] } as unknown as Template;
  parts = {
    activeEngine: new ActiveEngine({
      engine: syntheticEngine,
      encoderVersion: 1,
      gallery: NO_GALLERY,
    }),
    templates: { read: async () => template } as unknown as typeof parts.templates,
    // No class is erased here: their templates are not in the database.
    refusedComparisons: { ...createRefusedComparisons(database), forgetErased: async () => {} },
    audit: createAuditTrail(database, keyRing),
    outbox: createOutbox(keyRing),
  };
});
afterAll(() => test.drop());
beforeEach(async () => {
  random = gaussian(1);
  await parts.refusedComparisons.clear({ ...contextOf().client, classId: CLASS });
});

type Answer = Pick<VerifyResult, 'verified' | 'score'>;
interface Climb {
  readonly calls: number;
  /** Calls that were answered at all. */
  readonly answered: number;
  readonly verified: boolean;
}

/** Keeps the best face so far and tries others around it, going on from any that is not worse. */
async function climb(ask: (face: Float32Array, call: number) => Promise<Answer>): Promise<Climb> {
  let best = unit(Array.from({ length: DIMENSION }, random));
  let bestScore = -1;
  let answered = 0;
  for (let call = 1; call <= CALLS; call++) {
    const face = unit([...best].map((value) => value + 0.12 * random()));
    const answer = await ask(face, call).catch((error: unknown) => {
      if (error instanceof ResourceExhausted) return undefined;
      throw error;
    });
    if (answer === undefined) continue;
    answered++;
    if (answer.verified) return { calls: call, answered, verified: true };
    if (answer.score < bestScore) continue;
    best = face;
    bestScore = answer.score;
  }
  return { calls: CALLS, answered, verified: false };
}

const compareAs = (context: ReturnType<typeof contextOf>, face: Float32Array) =>
  verify(parts, context, { classId: CLASS, images: [imageOf(face)] });

it('exact scores would make it possible', async () => {
  const { verified, calls } = await climb(async (face) => {
    const { verified, exactScore } = await compareAs(contextOf({ failedVerifications: 0 }), face);
    return { verified, score: exactScore! };
  });
  expect(verified).toBe(true);
  expect(calls).toBeLessThan(1000);
});

describe('five thousand calls', () => {
  it('of one client learn at most thirty answers', async () => {
    const result = await climb((face) => compareAs(contextOf(), face));
    expect(result).toEqual({ calls: CALLS, answered: LIMIT, verified: false });
    expect(await parts.audit.list({ event: 'comparison-limit' })).toMatchObject([
      { clientId: 'shop', details: { change: 'reached', classId: CLASS, limit: LIMIT } },
    ]);
  });

  it('of ten clients together learn no more', async () => {
    const clients = Array.from({ length: 10 }, (_, i) => ({ ...contextOf().client, id: `c${i}` }));
    const result = await climb((face, call) =>
      compareAs({ ...contextOf(), client: clients[call % clients.length]! }, face),
    );
    expect(result).toEqual({ calls: CALLS, answered: LIMIT, verified: false });
  });
});

describe('a class at its limit', () => {
  const victim = () => parts.templates.read({ ...contextOf().client, classId: CLASS });
  const stranger = unit(Array.from({ length: DIMENSION }, gaussian(99)));

  it('answers nobody, not even the person, until the hour is over', async () => {
    for (let i = 0; i < LIMIT; i++) await compareAs(contextOf(), stranger);
    const own = (await victim())!.features[0]!.values;
    await expect(compareAs(contextOf(), own)).rejects.toMatchObject({
      code: 'ResourceExhausted',
      retryAfter: expect.any(Number),
    });
  });

  it('is not reached more slowly because of successes in between', async () => {
    const own = (await victim())!.features[0]!.values;
    for (let i = 0; i < LIMIT; i++) {
      expect((await compareAs(contextOf(), own)).verified).toBe(true);
      await compareAs(contextOf(), stranger);
    }
    await expect(compareAs(contextOf(), own)).rejects.toThrow(ResourceExhausted);
  });

  it('tells a hundred concurrent calls no more than that', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, () => compareAs(contextOf(), stranger)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMIT);
  });

  it('does not exist for a client without a limit, whose refusals are not counted', async () => {
    const open = contextOf({ failedVerifications: 0 });
    for (let i = 0; i < LIMIT + 1; i++) await compareAs({ ...open, jobId: `${i}` }, stranger);
    expect((await compareAs(contextOf(), stranger)).verified).toBe(false);
  });
});
