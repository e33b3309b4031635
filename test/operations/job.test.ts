/** How a job ends is on the books, however it ends. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/access/clients/client.ts';
import { DEFAULT_CLIENT_SETTINGS } from '../../src/access/clients/client-settings.ts';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import {
  Aborted,
  Cancelled,
  InvalidArgument,
  jobError,
  ServiceError,
  Unavailable,
} from '../../src/errors.ts';
import type { AuditTrail } from '../../src/journal/audit-trail.ts';
import { createAuditTrail } from '../../src/journal/audit-trail.ts';
import type { Bookkeeping } from '../../src/journal/bookkeeping.ts';
import { createBookkeeping } from '../../src/journal/bookkeeping.ts';
import type { Context } from '../../src/operations/context.ts';
import { type JobResult, recordFailure, runJob } from '../../src/operations/job.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { TemplateCorrupted } from '../../src/templates/template.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

let test: TestDatabase;
let bookkeeping: Bookkeeping;
let audit: AuditTrail;
let client: Client;

beforeAll(async () => {
  test = await createTestDatabase('sqlite');
  const database = await test.open();
  bookkeeping = createBookkeeping(database);
  const keyRing = await openKeyRing(masterKey(), database);
  audit = createAuditTrail(database, keyRing);
  const clients = createClientRegistry(database, keyRing);
  client = await clients.create({ id: 'shop', name: 'Shop', storage: 's', partition: '1' });
});
afterAll(() => test.drop());

const JOB = { operation: 'verify', classId: 2n ** 63n - 1n } as const;

function context(more: Partial<Context> = {}): Context {
  const signal = new AbortController().signal;
  return { client, jobId: randomUUID(), received: new Date(), signal, ...more };
}

const booked = async (jobId: string) =>
  (await bookkeeping.list({ clientId: 'shop', limit: 100 })).find((job) => job.jobId === jobId);

const success: JobResult = { status: 'SUCCEEDED', errors: [], decision: 'verified' };

describe('runJob', () => {
  it('records a decision with all data from the caller', async () => {
    const here = context({ referenceNumber: 'ref-7', transactionId: 'tx-9' });
    expect(await runJob({ bookkeeping, audit }, here, JOB, async () => success)).toBe(success);
    expect(await booked(here.jobId)).toMatchObject({
      clientId: 'shop',
      operation: 'verify',
      classId: JOB.classId,
      referenceNumber: 'ref-7',
      transactionId: 'tx-9',
      status: 'SUCCEEDED',
      errors: [],
      decision: 'verified',
      started: here.received,
    });
  });

  it('records a biometric "no" as succeeded, with its errors', async () => {
    const here = context();
    const errors = [jobError('FaceNotFound')];
    await runJob({ bookkeeping, audit }, here, JOB, async () => ({ ...success, errors }));
    expect(await booked(here.jobId)).toMatchObject({ status: 'SUCCEEDED', errors });
  });

  it('records and passes on a service error', async () => {
    const here = context();
    const thrown = new InvalidArgument('image: not a decodable image');
    const job = runJob({ bookkeeping, audit }, here, JOB, () => Promise.reject(thrown));
    await expect(job).rejects.toBe(thrown);
    expect(await booked(here.jobId)).toMatchObject({
      status: 'FAULTED',
      errors: [{ errorCode: 'InvalidArgument', message: 'image: not a decodable image' }],
    });
  });

  it('hides unexpected errors from the caller', async () => {
    const here = context();
    const job = runJob({ bookkeeping, audit }, here, JOB, () =>
      Promise.reject(new Error('/etc/secret')),
    );
    await expect(job).rejects.toMatchObject({ code: 'Internal' });
    await expect(job).rejects.not.toThrow(/secret/);
    expect(JSON.stringify((await booked(here.jobId))?.errors)).not.toContain('secret');
  });

  it('records cancelled work as cancelled, whatever was thrown', async () => {
    const signal = AbortSignal.abort();
    for (const thrown of [new Cancelled(), new DOMException('gone', 'AbortError')]) {
      const here = context({ signal });
      const job = runJob({ bookkeeping, audit }, here, JOB, () => Promise.reject(thrown));
      await expect(job).rejects.toMatchObject({ code: 'Cancelled', httpStatus: 408 });
      expect(await booked(here.jobId)).toMatchObject({ status: 'CANCELLED' });
    }
  });

  it('names a corrupted template in bookkeeping and audit trail', async () => {
    const here = context();
    const bcid = { storage: 's', partition: '1', classId: 7n };
    const job = runJob({ bookkeeping, audit }, here, JOB, () =>
      Promise.reject(new TemplateCorrupted(bcid)),
    );
    await expect(job).rejects.toMatchObject({ code: 'Internal', message: /integrity/ });
    const recorded = await booked(here.jobId);
    expect(recorded?.errors).toMatchObject([{ errorCode: 'TemplateCorrupted' }]);
    const [finding] = await audit.list({ event: 'template-corrupted' });
    expect(finding).toMatchObject({
      clientId: 'shop',
      jobId: here.jobId,
      details: { operation: 'verify', classId: JOB.classId },
    });
  });

  it('runs nothing that the client may not call', async () => {
    const settings = { ...DEFAULT_CLIENT_SETTINGS, allowedOperations: ['verify'] as const };
    const here = context({ client: { ...client, settings } });
    let ran = 0;
    const operate = async () => {
      ran++;
      return success;
    };
    await runJob({ bookkeeping, audit }, here, JOB, operate);
    const denied = context({ client: here.client });
    const job = runJob(
      { bookkeeping, audit },
      denied,
      { operation: 'enroll', classId: 1n },
      operate,
    );
    await expect(job).rejects.toMatchObject({ code: 'PermissionDenied' });
    expect(ran).toBe(1);
    expect(await booked(denied.jobId)).toMatchObject({ status: 'FAULTED', operation: 'enroll' });
  });

  it('releases no decision that cannot be recorded', async () => {
    const broken = createBookkeeping(await closedDatabase());
    const job = runJob({ bookkeeping: broken, audit }, context(), JOB, async () => success);
    await expect(job).rejects.toThrow();
  });

  it('records a result that could not be completed as failed, and ends its attempt', async () => {
    const outcomes: unknown[] = [];
    const attempt = {
      number: 1,
      samples: [],
      end: async (outcome: unknown) => outcomes.push(outcome),
    };
    const here = context({ attempt: attempt as unknown as NonNullable<Context['attempt']> });
    const settle = () => Promise.reject(new Aborted('The session has ended meanwhile.'));
    const job = runJob({ bookkeeping, audit }, here, JOB, async () => ({ ...success, settle }));
    await expect(job).rejects.toMatchObject({ code: 'Aborted', httpStatus: 409 });
    const errors = [{ errorCode: 'Aborted', message: 'The session has ended meanwhile.' }];
    expect(await booked(here.jobId)).toMatchObject({ status: 'FAULTED', errors });
    expect(outcomes).toMatchObject([{ success: false, errors, jobId: here.jobId }]);
  });

  it('ends the attempt of a result that cannot be recorded', async () => {
    const outcomes: unknown[] = [];
    const attempt = {
      number: 1,
      samples: [],
      end: async (outcome: unknown) => outcomes.push(outcome),
    };
    const here = context({ attempt: attempt as unknown as NonNullable<Context['attempt']> });
    const broken = createBookkeeping(await closedDatabase());
    const job = runJob({ bookkeeping: broken, audit }, here, JOB, async () => success);
    await expect(job).rejects.toThrow();
    expect(outcomes).toMatchObject([{ success: false }]);
  });

  it('tells the surplus no before its row is on the disk', async () => {
    const database = await test.open();
    const disk = Promise.withResolvers<void>();
    const slow = createBookkeeping({
      ...database,
      write: (fn, options) => disk.promise.then(() => database.write(fn, options)),
    });
    const here = context();
    const refused = new Unavailable('Too many requests are being processed.', 3);
    expect(await recordFailure({ bookkeeping: slow, audit }, here, JOB, refused)).toBe(refused);
    expect(await booked(here.jobId)).toBeUndefined();
    disk.resolve();
    await slow.written();
    expect(await booked(here.jobId)).toMatchObject({ errors: [{ errorCode: 'Unavailable' }] });
  });

  it('asks a database that is away once for all jobs that wait', async () => {
    let writes = 0;
    const away = createBookkeeping({
      ...(await test.open()),
      async write() {
        writes++;
        throw new Unavailable('The database is not available.');
      },
    });
    const parts = { bookkeeping: away, audit };
    const jobs = Array.from({ length: 5 }, () =>
      runJob(parts, context(), JOB, async () => success),
    );
    for (const job of await Promise.allSettled(jobs)) expect(job.status).toBe('rejected');
    expect(writes).toBeLessThan(5);
  });

  it('keeps the first error if the bookkeeping fails', async () => {
    const broken = createBookkeeping(await closedDatabase());
    const error = await recordFailure(
      { bookkeeping: broken, audit },
      context(),
      JOB,
      new InvalidArgument('x: y'),
    );
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'InvalidArgument', message: 'x: y' });
    expect(error.detail).toMatch(/not recorded/);
  });
});

async function closedDatabase() {
  const other = await createTestDatabase('sqlite');
  const database = await other.open();
  await other.drop();
  return database;
}
