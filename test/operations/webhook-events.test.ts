/** What webhooks are told of operations: with each change, once, and with nothing of a face. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { ResourceExhausted } from '../../src/errors.ts';
import { deleteTemplate } from '../../src/operations/face/delete-template.ts';
import { enroll } from '../../src/operations/face/enroll.ts';
import { verify } from '../../src/operations/face/verify.ts';
import { runJob } from '../../src/operations/job.ts';
import { createDeliveries } from '../../src/webhooks/deliveries.ts';
import { EVENT_TYPES } from '../../src/webhooks/event.ts';
import { nobody } from '../../testing/people.ts';
import { openWorkplace, portraits, probe, submitted, type Workplace } from './workplace.ts';

let work: Workplace;
let hook: string;
/** Messages as a receiver would get them. */
let told: { readonly type: string; readonly data: Record<string, unknown> }[];

beforeAll(async () => {
  work = await openWorkplace();
  const events = Object.keys(EVENT_TYPES);
  ({ id: hook } = await work.webhooks.create({
    clientId: 'shop',
    url: 'https://a.example/',
    events,
  }));
});
afterAll(() => work.close());
beforeEach(async () => {
  told = [];
  await take();
  told = [];
});

async function take() {
  const { database, keyRing, webhooks } = work;
  const deliveries = createDeliveries({
    ...{ database, keyRing, webhooks, warn: console.warn },
    sender: {
      async send(_, { body }) {
        told.push(JSON.parse(body));
        return { outcome: 'taken', answer: 'answered 204' };
      },
    },
  });
  await deliveries.look();
  await deliveries.idle();
}

describe('webhooks receive', () => {
  it('a face enrolled, added to and erased, with actor and job', async () => {
    const context = { ...work.context(), referenceNumber: 'case 7' };
    const { jobId } = context;
    const classId = 9_007_199_254_740_993n;
    await enroll(work.parts, context, { classId, images: await portraits('ben', 0) });
    await enroll(work.parts, context, { classId, images: await portraits('ben', 1) });
    await enroll(work.parts, context, { classId, images: submitted(await nobody()) });
    await enroll(work.parts, context, { classId, images: [], consent: 'form 3' });
    await deleteTemplate(work.parts, context, { classId });
    await expect(deleteTemplate(work.parts, context, { classId })).rejects.toThrow('No biometric');
    await take();
    const of = { classId: String(classId), clientId: 'shop', jobId, referenceNumber: 'case 7' };
    expect(told.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'face.enrolled', data: { ...of, action: 'NEW_TEMPLATE_CREATED' } },
      { type: 'face.enrolled', data: { ...of, action: 'TEMPLATE_UPDATED' } },
      { type: 'face.deleted', data: of },
    ]);
  });

  it('nothing of who asked, if another client that shares the partition did', async () => {
    const { storage, partition } = work.context().client;
    const clients = createClientRegistry(work.database, work.keyRing);
    const other = await clients.create({ id: 'other', name: 'Other', storage, partition });
    const context = work.context();
    const client = { ...context.client, ...other };
    const asked = { ...context, client, referenceNumber: 'case 8' };
    await enroll(work.parts, asked, { classId: 6n, images: await portraits('ben', 0) });
    await take();
    expect(told.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'face.enrolled', data: { classId: '6', action: 'NEW_TEMPLATE_CREATED' } },
    ]);
    await deleteTemplate(work.parts, asked, { classId: 6n });
  });

  it('a class that reached its limit of refusals, once', async () => {
    const caller = () => work.context({ failedVerifications: 2 });
    await enroll(work.parts, caller(), { classId: 5n, images: await portraits('ben', 0) });
    const image = await probe('ada');
    await verify(work.parts, caller(), { classId: 5n, images: [image] });
    const last = [0, 1, 2].map(() =>
      verify(work.parts, caller(), { classId: 5n, images: [image] }),
    );
    for (const one of await Promise.allSettled(last))
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ResourceExhausted);
    await take();
    const alarms = told.filter(({ type }) => type === 'comparisons.limited');
    expect(alarms).toMatchObject([{ data: { classId: '5', clientId: 'shop', limit: 2 } }]);
  });

  it('every job, however it ended', async () => {
    const context = work.context();
    const job = { operation: 'verify', classId: 77n } as const;
    const images = await portraits('ben', 0);
    await runJob(work.parts, context, { operation: 'enroll', classId: 77n }, (admitted) =>
      enroll(work.parts, admitted, { classId: 77n, images }),
    );
    const failed = runJob(work.parts, work.context(), { ...job, classId: 78n }, async (admitted) =>
      verify(work.parts, admitted, { classId: 78n, images: [await probe('ben')] }),
    );
    await expect(failed).rejects.toThrow('No biometric');
    await take();
    expect(told.filter(({ type }) => type === 'job.ended').map(({ data }) => data)).toMatchObject([
      { jobId: context.jobId, operation: 'enroll', status: 'SUCCEEDED', classId: '77', errors: [] },
      { operation: 'verify', status: 'FAULTED', classId: '78', errors: ['NotFound'] },
    ]);
    expect(Object.keys(told[0]!)).toEqual(['type', 'timestamp', 'data']);
    expect(await work.webhooks.find(hook)).toMatchObject({ health: { failingSince: null } });
  });
});
