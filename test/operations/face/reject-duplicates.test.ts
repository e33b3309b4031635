/** A client that rejects duplicates: nobody comes into two classes of a partition. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TaskPermit } from '../../../src/access/tasks/task-tokens.ts';
import { Cancelled, Unavailable } from '../../../src/errors.ts';
import { NO_GALLERY } from '../../../src/gallery/gallery.ts';
import { ActiveEngine } from '../../../src/operations/active-engine.ts';
import { enroll } from '../../../src/operations/face/enroll.ts';
import { verify } from '../../../src/operations/face/verify.ts';
import type { Person } from '../../../testing/people.ts';
import { openWorkplace, portraits, type Workplace } from '../workplace.ts';

const REFUSED = 'This person is already enrolled in another class.';

let work: Workplace;
beforeAll(async () => {
  work = await openWorkplace();
});
afterAll(() => work.close());
beforeEach(async () => {
  for (const classId of await enrolledClasses()) await work.parts.templates.delete(bcid(classId));
  await enrol(1n, 'ada', [0, 2]);
});

const bcid = (classId: bigint) => ({ storage: 'test', partition: 'main', classId });
const strict = (signal?: AbortSignal) => work.context({ rejectDuplicates: true }, signal);
const enrol = async (
  classId: bigint,
  person: Person,
  looks: readonly number[],
  context = work.context(),
) => enroll(work.parts, context, { classId, images: await portraits(person, ...looks) });

async function enrolledClasses(): Promise<bigint[]> {
  const partition = { storage: 'test', partition: 'main' };
  const page = await work.parts.templates.page(partition, { after: undefined, limit: 100 });
  return page.map((one) => one.bcid.classId);
}

it('refuses a person of another class, names nobody, and enrols nothing', async () => {
  const result = await enrol(2n, 'ada', [1], strict());
  expect(result).toMatchObject({
    status: 'SUCCEEDED',
    performedAction: 'ENROLLMENT_FAILED',
    enrolledImages: 0,
    accepted: false,
    errors: [{ errorCode: 'AlreadyEnrolled', message: `images[0].image: ${REFUSED}` }],
  });
  expect(JSON.stringify(result.errors)).not.toContain('1n');
  expect(await enrolledClasses()).toEqual([1n]);
});

it('leaves an entry in the audit trail that names both classes', async () => {
  const context = strict();
  await enrol(2n, 'ada', [1], context);
  const [entry] = await work.parts.audit.list({ event: 'search', limit: 1 });
  expect(entry).toMatchObject({
    jobId: context.jobId,
    details: { enrolment: { classId: 2n }, matches: [[{ classId: 1n, identified: true }]] },
  });
  for (const person of ['1', '2'])
    expect((await work.parts.audit.list({ person, limit: 1 }))[0]?.jobId).toBe(context.jobId);
});

it('is off unless the client asks for it', async () => {
  expect((await enrol(2n, 'ada', [1])).performedAction).toBe('NEW_TEMPLATE_CREATED');
});

it('enrols others, and more samples of the person of the class', async () => {
  expect((await enrol(2n, 'ben', [0], strict())).performedAction).toBe('NEW_TEMPLATE_CREATED');
  expect((await enrol(1n, 'ada', [1], strict())).performedAction).toBe('TEMPLATE_UPDATED');
});

it('enrols none of the images if one shows a person of another class', async () => {
  const images = (await Promise.all([portraits('ben', 0), portraits('ada', 1)])).flat();
  const named = images.map((image, i) => ({ ...image, field: `images[${i}].image` }));
  const result = await enroll(work.parts, strict(), { classId: 2n, images: named });
  expect(result.errors).toMatchObject([{ message: `images[1].image: ${REFUSED}` }]);
  expect(await enrolledClasses()).toEqual([1n]);
});

it('looks in the partition of the client only', async () => {
  const context = strict();
  const other = { ...context, client: { ...context.client, id: 'other', partition: 'other' } };
  await work.register(other.client);
  expect((await enrol(2n, 'ada', [1], other)).performedAction).toBe('NEW_TEMPLATE_CREATED');
});

it('of many enrolments of one person at once, one succeeds', async () => {
  const classes = [11n, 12n, 13n, 14n];
  const results = await Promise.all(classes.map((classId) => enrol(classId, 'dov', [0], strict())));
  const actions = results.map(({ performedAction }) => performedAction);
  expect(actions.toSorted()).toEqual([
    ...['ENROLLMENT_FAILED', 'ENROLLMENT_FAILED', 'ENROLLMENT_FAILED'],
    'NEW_TEMPLATE_CREATED',
  ]);
  expect(await enrolledClasses()).toHaveLength(2);
});

it('adds nothing to a class by automatic enrolment if another holds the person, too', async () => {
  await enrol(2n, 'ada', [0]);
  const permit = { autoEnroll: true, liveDetection: false } as TaskPermit;
  const images = await portraits('ada', 1);
  const result = await verify(work.parts, { ...strict(), permit }, { classId: 2n, images });
  expect(result).toMatchObject({ verified: true, decision: 'verified, ENROLLMENT_FAILED' });
  expect((await work.parts.templates.read(bcid(2n)))?.features).toHaveLength(1);
});

it('enrols nobody while the gallery is not loaded, and goes on when it is', async () => {
  const { engine, encoderVersion } = work.parts;
  const activeEngine = new ActiveEngine({ engine, encoderVersion, gallery: NO_GALLERY });
  const images = await portraits('ben', 0);
  const early = enroll({ ...work.parts, activeEngine }, strict(), { classId: 2n, images });
  await expect(early).rejects.toThrow(Unavailable);
  expect(await enrolledClasses()).toEqual([1n]);
  expect((await enrol(2n, 'ben', [0], strict())).accepted).toBe(true);
});

it('a caller who hangs up keeps nobody waiting', async () => {
  const gone = new AbortController();
  const leaving = enrol(2n, 'ben', [0], strict(gone.signal));
  gone.abort();
  await expect(leaving).rejects.toThrow(Cancelled);
  expect((await enrol(3n, 'cem', [0], strict())).accepted).toBe(true);
});
