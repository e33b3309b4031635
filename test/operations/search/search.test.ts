/** One-to-many search on real faces. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteTemplate } from '../../../src/operations/face/delete-template.ts';
import { enroll } from '../../../src/operations/face/enroll.ts';
import { setTemplateTags } from '../../../src/operations/face/set-template-tags.ts';
import { verify } from '../../../src/operations/face/verify.ts';
import { type SearchRequest, search } from '../../../src/operations/search/search.ts';
import { group, nobody, type Person } from '../../../testing/people.ts';
import { openWorkplace, portraits, probe, submitted, type Workplace } from '../workplace.ts';

const CLASSES: readonly (readonly [bigint, Person, readonly string[]])[] = [
  [1n, 'ada', ['staff', 'east']],
  [2n, 'ben', ['staff']],
  [3n, 'cem', ['guest', 'east']],
];

let work: Workplace;
beforeAll(async () => {
  work = await openWorkplace();
  for (const [classId, person, tags] of CLASSES) {
    await enroll(work.parts, work.context(), { classId, images: await portraits(person, 0, 2) });
    await setTemplateTags(work.parts, work.context(), { classId, tags });
  }
});
afterAll(() => work.close());

const find = (request: Partial<SearchRequest>, context = work.context()) =>
  search(work.parts, context, { images: [], tags: [], topMatches: false, ...request });

const matchesOf = async (request: Partial<SearchRequest>) =>
  (await find(request)).result.map(({ matches }) => matches.map(({ classId }) => classId));

describe('search', () => {
  it('returns the class of each face, in the order of the images', async () => {
    const images = submitted(
      (await probe('cem')).bytes,
      (await probe('dov')).bytes,
      (await probe('ada')).bytes,
    );
    const result = await find({ images });
    expect(result).toMatchObject({ status: 'SUCCEEDED', errors: [] });
    expect(result.decision).toBe('2 of 3 identified');
    expect(result.images).toHaveLength(3);
    const classes = result.result.map(({ matches }) => matches.map(({ classId }) => classId));
    expect(classes).toEqual([[3n], [], [1n]]);
  });

  it('gives the score of a verification', async () => {
    const [image] = submitted((await probe('ben')).bytes);
    const { result } = await find({ images: [image!], topMatches: true });
    const { score } = await verify(work.parts, work.context(), { classId: 2n, images: [image!] });
    expect(result[0]!.matches[0]).toMatchObject({ classId: 2n, score });
  });

  it('lists the best matches, sorted, as many as the client wants', async () => {
    const images = submitted((await probe('dov')).bytes);
    const { result } = await find({ images, topMatches: true });
    const scores = result[0]!.matches.map(({ score }) => score);
    expect(scores).toHaveLength(3);
    expect(scores).toEqual(scores.toSorted((p, q) => q - p));
    const context = work.context({ topMatches: 2 });
    expect((await find({ images, topMatches: true }, context)).result[0]!.matches).toHaveLength(2);
  });

  it('tells steps for unidentified people, and four digits for identified ones', async () => {
    const steps = new Set<number>();
    for (const person of ['dov', 'ada', 'cem'] as const) {
      const images = await portraits(person, 1);
      const { result } = await find({ images, topMatches: true });
      const named = (await find({ images })).result[0]!.matches.map(({ classId }) => classId);
      for (const { classId, score } of result[0]!.matches)
        if (named.includes(classId)) expect(score).toBe(Number(score.toFixed(4)));
        else steps.add(score);
    }
    expect(steps.size).toBeLessThanOrEqual(4);
  });

  it('identifies nobody if false positives must be rarer than the calibration can ensure', async () => {
    const images = await portraits('dov', 1);
    const anyone = work.context({ falsePositiveIdentificationRate: 0.999, falseMatchRate: 0.999 });
    expect((await find({ images }, anyone)).result[0]!.matches).not.toEqual([]);
    expect((await find({ images })).result[0]!.matches).toEqual([]);
  });

  it('searches only templates with all the tags', async () => {
    const images = await portraits('ada', 1);
    expect(await matchesOf({ images, tags: ['east'] })).toEqual([[1n]]);
    expect(await matchesOf({ images, tags: ['east', 'staff'] })).toEqual([[1n]]);
    expect(await matchesOf({ images, tags: ['guest'] })).toEqual([[]]);
    expect(await matchesOf({ images, tags: ['guest'], topMatches: true })).toEqual([[3n]]);
    expect(await matchesOf({ images, tags: ['East'] })).toEqual([[]]);
  });

  it('answers an image without exactly one face with an error and an empty result', async () => {
    const images = submitted(await nobody(), (await probe('ben')).bytes, await group());
    const { errors, result } = await find({ images });
    expect(errors).toMatchObject([
      { errorCode: 'FaceNotFound', message: expect.stringMatching(/^images\[0\]\.image: /) },
      { errorCode: 'MultipleFacesFound', message: expect.stringMatching(/^images\[2\]\.image: /) },
    ]);
    expect(result.map(({ matches }) => matches.length)).toEqual([0, 1, 0]);
  });

  it('finds a class right after its enrolment and not after its deletion', async () => {
    const images = await portraits('dov', 1);
    expect(await matchesOf({ images })).toEqual([[]]);
    const enrolled = await portraits('dov', 0);
    await enroll(work.parts, work.context(), { classId: 4n, images: enrolled });
    expect(await matchesOf({ images })).toEqual([[4n]]);
    await deleteTemplate(work.parts, work.context(), { classId: 4n });
    expect(await matchesOf({ images })).toEqual([[]]);
  });

  it("sees only the client's templates", async () => {
    const context = work.context();
    const other = { ...context, client: { ...context.client, partition: 'other' } };
    const images = await portraits('ben', 1);
    expect((await find({ images, topMatches: true }, other)).result[0]!.matches).toEqual([]);
  });

  it('skips a template that fails its check, and says so', async () => {
    await enroll(work.parts, work.context(), { classId: 66n, images: await portraits('dov', 0) });
    await work.database.write((trx) =>
      trx
        .updateTable('templates')
        .set({ signature: new Uint8Array(32) })
        .where('class_id', '=', 66n)
        .execute(),
    );
    const { result, errors } = await find({ images: await portraits('dov', 1) });
    expect(result[0]!.matches).toEqual([]);
    expect(errors).toMatchObject([{ errorCode: 'TemplateCorrupted' }]);
    const [entry] = await work.parts.audit.list({ event: 'search', limit: 1 });
    expect(entry?.details).toMatchObject({ corrupted: [{ classId: 66n }] });
  });
});
