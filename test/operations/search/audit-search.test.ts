/** Every search leaves an entry in the audit trail; without the entry there is no result. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cancelled, Internal, InvalidImage, Unavailable } from '../../../src/errors.ts';
import { deleteTemplate } from '../../../src/operations/face/delete-template.ts';
import { enroll } from '../../../src/operations/face/enroll.ts';
import { search } from '../../../src/operations/search/search.ts';
import { openWorkplace, portraits, submitted, type Workplace } from '../workplace.ts';

let work: Workplace;
beforeAll(async () => {
  work = await openWorkplace();
  await enroll(work.parts, work.context(), { classId: 1n, images: await portraits('ada', 0) });
  await enroll(work.parts, work.context(), { classId: 2n, images: await portraits('ben', 0) });
});
afterAll(() => work.close());

const last = async () => (await work.parts.audit.list({ event: 'search', limit: 1 }))[0];

describe('the entry of a search', () => {
  it('records who searched for whom, when, among how many, and the outcome', async () => {
    const [image] = await portraits('ada', 1);
    const images = [image!, ...submitted((await portraits('dov', 0))[0]!.bytes)];
    const context = { ...work.context(), transactionId: 'tx-1', referenceNumber: 'ref-1' };
    const request = { images, tags: [], topMatches: false };
    const { result } = await search(work.parts, context, request);
    const entry = await last();
    expect(entry).toMatchObject({
      intact: true,
      actor: 'shop',
      clientId: 'shop',
      jobId: context.jobId,
      transactionId: 'tx-1',
      referenceNumber: 'ref-1',
      details: {
        started: context.received.toISOString(),
        ended: expect.stringMatching(/Z$/),
        tags: [],
        topMatches: false,
        gallerySize: 2,
        galleryVersion: expect.any(Number),
        probes: images.map(({ bytes }) => work.parts.audit.probeHash(bytes)),
        matches: result.map(({ matches }) =>
          matches.map(({ classId, exactScore: score, identified }) => ({
            classId,
            score,
            identified,
          })),
        ),
        outcome: 'SUCCEEDED',
        errors: [],
      },
    });
    expect(result[0]!.matches).toMatchObject([{ classId: 1n, identified: true }]);
  });

  it('contains no image, vector or file name', async () => {
    const images = await portraits('ada', 1);
    await search(work.parts, work.context(), { images, tags: [], topMatches: true });
    const text = JSON.stringify((await last())?.details, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(text.length).toBeLessThan(1000);
  });

  it('is written for failed and cancelled searches', async () => {
    const broken = { images: submitted(Buffer.from('none')), tags: ['staff'], topMatches: false };
    await expect(search(work.parts, work.context(), broken)).rejects.toThrow(InvalidImage);
    expect((await last())?.details).toMatchObject({
      outcome: 'FAULTED',
      errors: ['InvalidArgument'],
      tags: ['staff'],
      matches: [],
    });
    const gone = work.context({}, AbortSignal.abort());
    const request = { images: await portraits('ben', 1), tags: [], topMatches: false };
    await expect(search(work.parts, gone, request)).rejects.toThrow(Cancelled);
    expect((await last())?.details).toMatchObject({ outcome: 'CANCELLED', errors: ['Cancelled'] });
  });

  it('is required: a search that cannot be recorded returns nothing', async () => {
    const append = () => Promise.reject(new Error('no room'));
    const parts = { ...work.parts, audit: { ...work.parts.audit, append } };
    const request = { images: await portraits('ben', 1), tags: [], topMatches: false };
    await expect(search(parts, work.context(), request)).rejects.toThrow('no room');
    const broken = { ...request, images: submitted(Buffer.from('none')) };
    await expect(search(parts, work.context(), broken)).rejects.toThrow(Internal);
  });

  it('is required of a failed search, which may be tried again once the database is back', async () => {
    const append = () => Promise.reject(new Unavailable('away'));
    const parts = { ...work.parts, audit: { ...work.parts.audit, append } };
    const request = { images: submitted(Buffer.from('none')), tags: [], topMatches: false };
    await expect(search(parts, work.context(), request)).rejects.toThrow(Unavailable);
  });
});

it('records a deletion as an erasure', async () => {
  const context = work.context();
  await deleteTemplate(work.parts, context, { classId: 2n });
  expect(await work.parts.audit.list({ event: 'erasure' })).toMatchObject([
    { jobId: context.jobId, details: { storage: 'test', partition: 'main', classId: 2n } },
  ]);
});
