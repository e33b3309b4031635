/** Consent: it comes with an enrolment, stays with the template, and can be demanded. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidArgument } from '../../../src/errors.ts';
import { enroll } from '../../../src/operations/face/enroll.ts';
import { setTemplateTags } from '../../../src/operations/face/set-template-tags.ts';
import { templateStatus } from '../../../src/operations/face/template-status.ts';
import { verify } from '../../../src/operations/face/verify.ts';
import { search } from '../../../src/operations/search/search.ts';
import { openWorkplace, portraits, probe, type Workplace } from '../workplace.ts';

let work: Workplace;
beforeAll(async () => {
  work = await openWorkplace();
});
afterAll(() => work.close());

const strict = () => work.context({ requireConsent: true });
const consentOf = async (classId: bigint) => {
  const request = { classId, downloadThumbnails: false };
  const { template } = await templateStatus(work.parts, work.context(), request);
  return template.consent?.reference;
};

describe('a consent', () => {
  it('is stored with the template until another one replaces it', async () => {
    const images = await portraits('ada', 0);
    const context = work.context();
    const first = await enroll(work.parts, context, { classId: 1n, images, consent: 'form 7 ä' });
    expect(first.template.consent).toEqual({ reference: 'form 7 ä', recorded: context.received });
    await enroll(work.parts, work.context(), { classId: 1n, images: await portraits('ada', 1) });
    await setTemplateTags(work.parts, work.context(), { classId: 1n, tags: ['staff'] });
    expect(await consentOf(1n)).toBe('form 7 ä');
    await enroll(work.parts, work.context(), { classId: 1n, images, consent: 'form 8' });
    expect(await consentOf(1n)).toBe('form 8');
  });

  it('can be added later, without images', async () => {
    await enroll(work.parts, work.context(), { classId: 2n, images: await portraits('ben', 0) });
    expect(await consentOf(2n)).toBeUndefined();
    const later = { classId: 2n, images: [], consent: 'later' };
    const result = await enroll(work.parts, work.context(), later);
    expect(result).toMatchObject({ performedAction: 'TEMPLATE_UPDATED', enrolledImages: 0 });
    expect(await consentOf(2n)).toBe('later');
    const nobody = await enroll(work.parts, work.context(), { ...later, classId: 999n });
    expect(nobody.performedAction).toBe('NONE');
  });

  it.each(['', 'a\nb', 'x'.repeat(257)])('is refused if it is %j', async (consent) => {
    const images = await portraits('ada', 0);
    const enrolling = enroll(work.parts, work.context(), { classId: 3n, images, consent });
    await expect(enrolling).rejects.toThrow(/^consent: expected 1 to 256/);
  });
});

describe('a client that requires consent', () => {
  it('cannot enrol without one, and says why', async () => {
    const images = await portraits('cem', 0);
    const enrolling = enroll(work.parts, strict(), { classId: 4n, images });
    await expect(enrolling).rejects.toThrow(InvalidArgument);
    await expect(enrolling).rejects.toThrow(/^consent: /);
    expect(
      await work.parts.templates.read({ storage: 'test', partition: 'main', classId: 4n }),
    ).toBe(undefined);
    await enroll(work.parts, strict(), { classId: 4n, images, consent: 'c' });
    const more = { classId: 4n, images: await portraits('cem', 1) };
    expect((await enroll(work.parts, strict(), more)).enrolledImages).toBe(1);
  });

  it('finds only people who gave one, but verifies all', async () => {
    const images = await portraits('dov', 1);
    await enroll(work.parts, work.context(), { classId: 5n, images: await portraits('dov', 0) });
    const found = async (context = strict(), topMatches = false) =>
      (await search(work.parts, context, { images, tags: [], topMatches })).result[0]!.matches.map(
        ({ classId }) => classId,
      );
    expect(await found(work.context())).toEqual([5n]);
    expect(await found()).toEqual([]);
    expect(await found(strict(), true)).not.toContain(5n);
    const request = { classId: 5n, images: [await probe('dov')] };
    expect((await verify(work.parts, strict(), request)).verified).toBe(true);
    await enroll(work.parts, strict(), { classId: 5n, images: [], consent: 'at last' });
    expect(await found()).toEqual([5n]);
  });
});
