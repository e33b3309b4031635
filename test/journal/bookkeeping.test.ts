/** The bookkeeping on both databases: every job is kept, found, and erased when its time is over. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { jobError, otherSide } from '../../src/errors.ts';
import type { Bookkeeping, RecordedJob } from '../../src/journal/bookkeeping.ts';
import { createBookkeeping } from '../../src/journal/bookkeeping.ts';
import { NEGATIVE_DECISIONS } from '../../src/journal/negative-decisions.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

const DAY_MS = 86_400_000;
const job = (more: Partial<RecordedJob> = {}): RecordedJob => ({
  jobId: randomUUID(),
  clientId: 'some',
  operation: 'verify',
  status: 'SUCCEEDED',
  errors: [],
  started: new Date(),
  durationMs: 12.5,
  ...more,
});

describe.each(await databaseKinds())('bookkeeping on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let bookkeeping: Bookkeeping;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    bookkeeping = createBookkeeping(database);
  });
  afterAll(() => test.drop());

  it('keeps every given field', async () => {
    const full = job({
      clientId: 'fields',
      classId: 9_223_372_036_854_775_807n,
      referenceNumber: 'ref "1" ä',
      transactionId: 'tx',
      errors: [{ errorCode: 'FaceNotFound', message: 'No\u0000 face.' }],
      decision: 'not verified',
      started: new Date('2025-06-01T10:00:00.123Z'),
    });
    const bare = job({ clientId: 'fields', started: new Date('2025-06-01T11:00:00Z') });
    await bookkeeping.record(full);
    await bookkeeping.record(bare);
    expect(await bookkeeping.list({ clientId: 'fields' })).toEqual([bare, full]);
  });

  it('tells what was refused and why, whatever the message, by client and class', async () => {
    const at = (minute: number) => new Date(Date.UTC(2024, 5, 1, 10, minute));
    const wait = (seconds: number) => [{ errorCode: 'ResourceExhausted', message: `${seconds} s` }];
    const refused = { clientId: 'g', classId: 9_223_372_036_854_775_807n } as const;
    for (const one of [
      { ...refused, decision: 'not verified', started: at(1) },
      { ...refused, status: 'FAULTED', errors: wait(17), started: at(2) },
      { ...refused, status: 'FAULTED', errors: wait(16), started: at(3) },
      { ...refused, decision: 'verified', started: at(4) },
      { clientId: 'h', operation: 'enroll', decision: 'ENROLLMENT_FAILED', started: at(61) },
    ] as const)
      await bookkeeping.record(job(one));
    const found = await bookkeeping.failures({ since: at(0), until: at(120), bucket: 'hour' });
    const verify = { time: at(0), clientId: 'g', operation: 'verify' };
    expect(found.reasons).toHaveLength(3);
    expect(found.reasons).toEqual(
      expect.arrayContaining([
        { ...verify, reason: 'ResourceExhausted', calls: 2 },
        { ...verify, reason: 'not verified', calls: 1 },
        {
          ...{ time: at(60), clientId: 'h', operation: 'enroll' },
          ...{ reason: 'ENROLLMENT_FAILED', calls: 1 },
        },
      ]),
    );
    expect(found.classes).toEqual([{ ...refused, calls: 3, latest: at(3) }]);
  });

  it('counts turns to the other side while the setting that refuses them is in force', async () => {
    const errors = [jobError('RejectedByChallengeResponse', otherSide(false))];
    await bookkeeping.record(job({ clientId: 'sides', errors }));
    await bookkeeping.record(job({ clientId: 'sides' }));
    const used = { id: 'sides', created: new Date(0) };
    const settings = (mirroredCaptures: boolean) => ({ ...used, settings: { mirroredCaptures } });
    expect(await bookkeeping.usage(settings(false))).toMatchObject({ calls: 2, otherSide: 1 });
    expect(await bookkeeping.usage(settings(true))).toMatchObject({ calls: 2, otherSide: 0 });
  });

  it('counts refusals of the list as "no" in charts, except failures', async () => {
    const started = new Date('2023-06-01T10:00:00Z');
    const charted = { clientId: 'charts', started };
    const others = ['verified', 'not available', 'LEVEL_1', 'NONE', 'verified, ENROLLMENT_FAILED'];
    for (const decision of [...NEGATIVE_DECISIONS, ...others])
      await bookkeeping.record(job({ ...charted, operation: decision, decision }));
    const broken = { status: 'FAULTED', decision: 'not verified' } as const;
    await bookkeeping.record(job({ ...charted, ...broken, operation: 'broken' }));
    const asked = { clientId: 'charts', since: started, until: new Date(), bucket: 'day' } as const;
    const rows = await bookkeeping.statistics(asked);
    const named = (those: readonly { readonly operation: string }[]) =>
      those.map(({ operation }) => operation).sort();
    expect(named(rows.filter(({ negative }) => negative > 0))).toEqual(
      [...NEGATIVE_DECISIONS].sort(),
    );
    expect(named(rows.filter(({ faulted }) => faulted > 0))).toEqual(['broken']);
    const { reasons } = await bookkeeping.failures(asked);
    expect(named(reasons)).toEqual([...NEGATIVE_DECISIONS, 'broken'].sort());
  });

  it('filters by client, operation and time, newest first, up to the limit', async () => {
    const at = (minute: number) => new Date(Date.UTC(2025, 0, 1, 0, minute));
    for (const minute of [3, 1, 2])
      await bookkeeping.record(
        job({ clientId: 'f', operation: `op${minute}`, started: at(minute) }),
      );
    const operations = async (filter: Parameters<Bookkeeping['list']>[0]) =>
      (await bookkeeping.list({ clientId: 'f', ...filter })).map(({ operation }) => operation);
    expect(await operations({})).toEqual(['op3', 'op2', 'op1']);
    expect(await operations({ limit: 1 })).toEqual(['op3']);
    expect(await operations({ since: at(2) })).toEqual(['op3', 'op2']);
    expect(await operations({ operation: 'op1' })).toEqual(['op1']);
    expect(await operations({ clientId: 'nobody' })).toEqual([]);
  });

  it('keeps all of many jobs that end at once, and the same job once', async () => {
    const jobs = Array.from({ length: 500 }, () => job({ clientId: 'many' }));
    await Promise.all(jobs.map((one) => bookkeeping.record(one)));
    await bookkeeping.record(jobs[0]!);
    expect(await bookkeeping.list({ clientId: 'many', limit: 1000 })).toHaveLength(500);
  });

  it('rejects only the job that cannot be kept, not its neighbours', async () => {
    const outcomes = await Promise.allSettled([
      bookkeeping.record(job({ clientId: 'mixed' })),
      bookkeeping.record(job({ clientId: 'mixed', durationMs: -1 })),
      bookkeeping.record(job({ clientId: 'mixed', classId: -1n })),
      bookkeeping.record(job({ clientId: 'mixed' })),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await bookkeeping.list({ clientId: 'mixed' })).toHaveLength(2);
  });

  it("erases entries older than their client's retention, or the default for deleted clients", async () => {
    const clients = createClientRegistry(database, await openKeyRing(masterKey(), database));
    const client = { name: 'n', storage: 's', partition: 'p' };
    await clients.create({ ...client, id: 'short', settings: { retentionDays: 7 } });
    await clients.create({ ...client, id: 'long', settings: { retentionDays: 1000 } });
    const now = new Date('2040-01-01T00:00:00Z');
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
    for (const clientId of ['short', 'long', 'gone'])
      for (const days of [6, 8, 364, 366])
        await bookkeeping.record(job({ clientId, decision: `${days}`, started: daysAgo(days) }));
    await bookkeeping.sweep(now);
    const left = async (clientId: string) =>
      (await bookkeeping.list({ clientId })).map(({ decision }) => decision);
    expect(await left('short')).toEqual(['6']);
    expect(await left('long')).toEqual(['6', '8', '364', '366']);
    expect(await left('gone')).toEqual(['6', '8', '364']);
    expect(await bookkeeping.sweep(now)).toBe(0);
  });
});
