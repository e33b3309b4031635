/** Enrolment on real faces: what is added, what is skipped, what stays. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidImage } from '../../../src/errors.ts';
import { enroll } from '../../../src/operations/face/enroll.ts';
import { examiningEngine } from '../../../testing/engine.ts';
import { maskedPortrait } from '../../../testing/masked.ts';
import { portrait } from '../../../testing/people.ts';
import { openWorkplace, portraits, submitted, type Workplace } from '../workplace.ts';

let work: Workplace;
beforeAll(async () => {
  work = await openWorkplace(await examiningEngine());
});
afterAll(() => work.close());

const bcid = (classId: bigint) => ({ storage: 'test', partition: 'main', classId });

describe('enroll', () => {
  it('creates a template, then adds to it', async () => {
    const images = await portraits('ben', 0);
    const first = await enroll(work.parts, work.context(), { classId: 1n, images });
    expect(first).toMatchObject({
      status: 'SUCCEEDED',
      errors: [],
      performedAction: 'NEW_TEMPLATE_CREATED',
      enrolledImages: 1,
      template: { classId: 1n, available: true, featureVectors: 1, thumbnailsStored: 1 },
    });
    const more = await portraits('ben', 1, 2);
    const second = await enroll(work.parts, work.context(), { classId: 1n, images: more });
    expect(second).toMatchObject({
      performedAction: 'TEMPLATE_UPDATED',
      enrolledImages: 2,
      template: { featureVectors: 3, thumbnailsStored: 3, enrolled: first.template.enrolled },
    });
  });

  it('enrols nothing if one image cannot be decoded, and names it', async () => {
    const images = submitted(await portrait('ben'), Buffer.from('no image'), Buffer.from('nor I'));
    const call = enroll(work.parts, work.context(), { classId: 4n, images });
    await expect(call).rejects.toThrow(InvalidImage);
    await expect(call).rejects.toThrow(/^images\[1\]\.image: /);
    expect(await work.parts.templates.read(bcid(4n))).toBeUndefined();
  });

  it('keeps no more feature vectors than the client allows, the newest among them', async () => {
    const context = work.context({ maxFeatureVectors: 2 });
    const first = await portraits('dov', 0, 1, 2);
    const result = await enroll(work.parts, context, { classId: 5n, images: first });
    expect(result.template).toMatchObject({ featureVectors: 2, thumbnailsStored: 2 });
    expect(result.enrolledImages).toBe(2);
    const second = await portraits('dov', 3);
    const later = await enroll(work.parts, work.context({ maxFeatureVectors: 2 }), {
      classId: 5n,
      images: second,
    });
    expect(later.enrolledImages).toBe(1);
    expect(later.template).toMatchObject({ featureVectors: 2, thumbnailsStored: 2 });
  });

  it('stores no thumbnail if the client forbids it', async () => {
    const images = await portraits('ben', 0);
    const context = work.context({ thumbnails: false });
    const result = await enroll(work.parts, context, { classId: 6n, images });
    expect(result.template).toMatchObject({ featureVectors: 1, thumbnailsStored: 0 });
  });

  it('refuses another person in call or template, and counts those compared with it', async () => {
    const counted = async (classId: bigint) =>
      (await work.parts.refusedComparisons.list()).find((one) => one.classId === classId)?.refused;
    const mixed = submitted(await portrait('ben'), await portrait('dov'));
    const both = await enroll(work.parts, work.context(), { classId: 7n, images: mixed });
    expect(both).toMatchObject({
      performedAction: 'ENROLLMENT_FAILED',
      enrolledImages: 0,
      errors: [{ errorCode: 'NotRecognised' }, { errorCode: 'NotRecognised' }],
      template: { available: false },
    });
    const most = submitted(
      ...(await Promise.all([0, 1].map((look) => portrait('ben', look)))),
      await portrait('dov'),
    );
    const [one] = (await enroll(work.parts, work.context(), { classId: 7n, images: most })).errors;
    expect(one?.message).toMatch(/^images\[2\]\.image: /);
    expect(await counted(7n)).toBeUndefined();

    const again = await enroll(work.parts, work.context(), {
      classId: 7n,
      images: submitted(
        await portrait('ben', 2),
        await portrait('dov', 1),
        await portrait('dov', 2),
      ),
    });
    expect(again).toMatchObject({ performedAction: 'TEMPLATE_UPDATED', enrolledImages: 1 });
    expect(again.errors.map(({ message }) => message.slice(0, 15))).toEqual([
      'images[1].image',
      'images[2].image',
    ]);
    expect(await counted(7n)).toBe(2);
    expect(JSON.stringify(again.images)).not.toContain('SamePerson');
  });

  it('refuses a masked face unless the client asks for it', async () => {
    const images = submitted(await maskedPortrait(3));
    expect(await enroll(work.parts, work.context(), { classId: 12n, images })).toMatchObject({
      performedAction: 'ENROLLMENT_FAILED',
      errors: [
        {
          errorCode: 'FaceCovered',
          message: expect.stringMatching(/^images\[0\]\.image: .* mask or scarf/),
        },
      ],
    });
    const asked = work.context({ enrolCovered: true });
    expect(await enroll(work.parts, asked, { classId: 12n, images })).toMatchObject({
      performedAction: 'NEW_TEMPLATE_CREATED',
      errors: [],
    });
  });

  it('loses nothing if two calls enrol the same class at once', async () => {
    const calls = [0, 1, 2, 3].map(async (look) =>
      enroll(work.parts, work.context(), { classId: 9n, images: await portraits('cem', look) }),
    );
    const actions = (await Promise.all(calls)).map(({ performedAction }) => performedAction);
    expect(actions.filter((action) => action === 'NEW_TEMPLATE_CREATED')).toHaveLength(1);
    const template = await work.parts.templates.read(bcid(9n));
    expect(template?.features).toHaveLength(4);
  });

  it('limits the images of one call', async () => {
    const images = submitted(...Array.from({ length: 101 }, () => new Uint8Array()));
    const call = enroll(work.parts, work.context(), { classId: 11n, images });
    await expect(call).rejects.toThrow('images: at most 100 in one call, 101 given');
  });

  it('leaves turns to another client, however many calls and images there are', async () => {
    const [image] = await portraits('ben', 0);
    const gone = new AbortController();
    const context = work.context({}, gone.signal);
    const alone = work.context();
    const other = { ...alone, client: { ...alone.client, id: 'other', partition: 'other' } };
    await work.register(other.client);
    const images = Array.from({ length: 12 }, () => image!);
    const flood = Array.from({ length: 40 }, (_, i) =>
      enroll(work.parts, { ...context, jobId: `${i}` }, { classId: BigInt(100 + i), images }),
    );
    const ends = Promise.allSettled(flood);
    const request = { classId: 1n, images: [image!] };
    expect(await enroll(work.parts, other, request)).toMatchObject({ enrolledImages: 1 });
    gone.abort();
    const codes = (await ends).flatMap((end) => ('reason' in end ? [end.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(['Cancelled', 'Unavailable']));
  });

  it('stores nothing for a caller who has left', async () => {
    const images = await portraits('ben', 0, 1, 2);
    const gone = new AbortController();
    const call = enroll(work.parts, work.context({}, gone.signal), { classId: 10n, images });
    gone.abort();
    await expect(call).rejects.toMatchObject({ code: 'Cancelled' });
    expect(await work.parts.templates.read(bcid(10n))).toBeUndefined();
  });
});
