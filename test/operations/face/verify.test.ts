/** Verification on real faces. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidImage, NotFound } from '../../../src/errors.ts';
import { enroll } from '../../../src/operations/face/enroll.ts';
import { verify } from '../../../src/operations/face/verify.ts';
import { runJob } from '../../../src/operations/job.ts';
import { group, nobody } from '../../../testing/people.ts';
import { openWorkplace, portraits, probe, type Workplace } from '../workplace.ts';

let work: Workplace;
beforeAll(async () => {
  work = await openWorkplace();
  const images = await portraits('ben', 0);
  await enroll(work.parts, work.context(), { classId: 1n, images });
});
afterAll(() => work.close());

describe('verify', () => {
  it("decides by the client's false-match rate", async () => {
    const request = { classId: 1n, images: [await probe('dov')] };
    const anyone = work.context({ falseMatchRate: 1 });
    const { exactScore, verified } = await verify(work.parts, anyone, request);
    expect(verified).toBe(true);
    const strict = await verify(work.parts, work.context(), request);
    expect(strict).toMatchObject({ verified: false, exactScore });
  });

  it.each([
    ['FaceNotFound', nobody, 0],
    ['MultipleFacesFound', group, 4],
  ] as const)('answers %s with the faces it saw', async (errorCode, picture, faces) => {
    const image = { bytes: await picture(), field: 'image' };
    const counted = await work.parts.refusedComparisons.list();
    const result = await verify(work.parts, work.context(), { classId: 1n, images: [image] });
    expect(result).toMatchObject({ status: 'SUCCEEDED', verified: false, score: 0 });
    expect(await work.parts.refusedComparisons.list()).toEqual(counted);
    expect(result.errors).toMatchObject([{ errorCode }]);
    expect(result.image?.faces).toHaveLength(faces);
  });

  it('looks for the template before the image', async () => {
    const image = { bytes: Buffer.from('no image'), field: 'image' };
    const call = (classId: bigint) =>
      verify(work.parts, work.context(), { classId, images: [image] });
    await expect(call(404n)).rejects.toThrow(NotFound);
    await expect(call(1n)).rejects.toThrow(InvalidImage);
    await expect(call(1n)).rejects.toThrow(/^image: /);
  });

  it('tells four digits of the person, a step of others, and records the exact score', async () => {
    for (const person of ['ben', 'dov'] as const) {
      const context = work.context();
      const request = { classId: 1n, images: [await probe(person)] };
      const { score, exactScore } = await runJob(
        work.parts,
        context,
        { operation: 'verify', classId: 1n },
        (admitted) => verify(work.parts, admitted, request),
      );
      expect(score).toBe(person === 'ben' ? Math.round(exactScore! * 1e4) / 1e4 : 0.063);
      const jobs = await work.parts.bookkeeping.list({ operation: 'verify' });
      expect(jobs.find(({ jobId }) => jobId === context.jobId)?.score).toBe(exactScore);
    }
  });

  it('never uses a template that fails its check', async () => {
    await enroll(work.parts, work.context(), { classId: 66n, images: await portraits('ben', 0) });
    await work.database.write((trx) =>
      trx
        .updateTable('templates')
        .set({ signature: new Uint8Array(32) })
        .where('class_id', '=', 66n)
        .execute(),
    );

    const request = { classId: 66n, images: [await probe('ben')] };
    expect(await verify(work.parts, work.context(), request)).toMatchObject({
      status: 'FAULTED',
      errors: [{ errorCode: 'TemplateCorrupted' }],
      verified: false,
      image: undefined,
    });
    const added = await enroll(work.parts, work.context(), {
      classId: 66n,
      images: await portraits('ben', 1),
    });
    expect(added).toMatchObject({
      status: 'FAULTED',
      performedAction: 'ENROLLMENT_FAILED',
      errors: [{ errorCode: 'TemplateCorrupted' }],
    });
  });
});
