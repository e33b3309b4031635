/** An image is decoded, searched for faces and encoded once, whatever is made of it. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TaskPermit } from '../../../src/access/tasks/task-tokens.ts';
import { NO_GALLERY } from '../../../src/gallery/gallery.ts';
import { enrollOwnFace } from '../../../src/operations/accounts/enroll-own-face.ts';
import { ActiveEngine } from '../../../src/operations/active-engine.ts';
import type { Context } from '../../../src/operations/context.ts';
import { enroll } from '../../../src/operations/face/enroll.ts';
import { verify } from '../../../src/operations/face/verify.ts';
import { uploadSample } from '../../../src/operations/tasks/upload-sample.ts';
import { imagesOf, namingEngine } from '../../../testing/examined-faces.ts';
import { type AccountsWorkplace, openAccountsWorkplace } from '../accounts/accounts-workplace.ts';

vi.mock('../../../src/operations/liveness/detect-liveness.ts', async (original) => ({
  ...(await original<object>()),
  examineLiveImages: (await import('../../../testing/examined-faces.ts')).examineNamedFaces,
}));

let work: AccountsWorkplace;
let parts: AccountsWorkplace['intruder'];
let shop: Context;
let analyses = 0;
beforeAll(async () => {
  work = await openAccountsWorkplace('sqlite');
  const engine = namingEngine(async () => void analyses++);
  const activeEngine = new ActiveEngine({ engine, encoderVersion: 1, gallery: NO_GALLERY });
  parts = { ...work.intruder, activeEngine };
  const made = { id: 'shop', name: 'Shop', storage: 'test', partition: 'main' };
  const client = await parts.clients.create(made);
  shop = { ...work.context(), client };
  await enroll(parts, shop, { classId: 1n, images: imagesOf('ada', 1) });
});
beforeEach(() => {
  analyses = 0;
});
afterAll(() => work.close());

/** The context of a task token that demands this; its images are new ones. */
const permitted = (demand: Partial<TaskPermit>): Context => ({
  ...shop,
  permit: {
    seenBefore: async () => false,
    ...demand,
  } as TaskPermit,
});

it.each([true, false])('verified and enrolled by a token (live images: %s)', async (live) => {
  const context = permitted({ liveDetection: live, autoEnroll: true });
  const before = await parts.templates.summary({ ...shop.client, classId: 1n });
  const request = { classId: 1n, images: imagesOf('ada', 1) };
  const { decision } = await verify(parts, context, request);
  expect(decision).toBe('verified, TEMPLATE_UPDATED');
  expect(analyses).toBe(1);
  const after = await parts.templates.summary({ ...shop.client, classId: 1n });
  expect(after?.featureVectors).toBe(before!.featureVectors + 1);
  expect(after?.thumbnailsStored).toBe(before!.thumbnailsStored + 1);
});

it('enrolled with live images', async () => {
  const context = permitted({ liveDetection: true });
  const { enrolledImages } = await enroll(parts, context, {
    classId: 2n,
    images: imagesOf('ben'),
  });
  expect([enrolledImages, analyses]).toEqual([2, 2]);
});

it('uploaded, and encoded by the task alone', async () => {
  const samples: Uint8Array[] = [];
  const context = permitted({
    liveDetection: true,
    countUpload: async () => {},
    renewSample: async () => false,
    addSample: async ({ bytes }) => samples.push(bytes) > 0,
  });
  const { engine } = parts.activeEngine.current();
  const analyse = vi.spyOn(engine, 'analyse');
  const [image] = imagesOf('ada', 1);
  expect(await uploadSample(parts, context, { image: image!, tags: [] })).toMatchObject({
    accepted: true,
    errors: [],
  });
  expect([analyses, samples]).toEqual([1, [image!.bytes]]);
  const [[, options] = []] = analyse.mock.calls;
  expect(options?.features).toBe(false);
  analyse.mockRestore();
});

it('enrolled by the person', async () => {
  const user = await work.register('ada');
  const { token: session } = await parts.accounts.sessions.begin(user.id, 'face');
  const { enrolled } = await enrollOwnFace(parts, work.context(), {
    user,
    session,
    consent: { version: '1', language: 'en', text: 'I agree.' },
    proven: true,
    challenge: [],
    images: imagesOf('ada'),
  });
  expect([enrolled, analyses]).toEqual([true, 2]);
});
