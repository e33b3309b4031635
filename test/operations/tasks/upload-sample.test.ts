/** Samples of a task token that are uploaded again, corrected. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../src/access/clients/client.ts';
import {
  createTaskTokens,
  type TaskTokens,
  validity,
} from '../../../src/access/tasks/task-tokens.ts';
import type { Context } from '../../../src/operations/context.ts';
import type { CaptureReport } from '../../../src/operations/liveness/capture-suspicions.ts';
import {
  type UploadSampleRequest,
  uploadSample,
} from '../../../src/operations/tasks/upload-sample.ts';
import { imagesOf } from '../../../testing/examined-faces.ts';
import { type AccountsWorkplace, openAccountsWorkplace } from '../accounts/accounts-workplace.ts';

let work: AccountsWorkplace;
let tokens: TaskTokens;
let client: Client;
beforeAll(async () => {
  work = await openAccountsWorkplace('sqlite');
  const { clients, database, keyRing } = work.intruder;
  client = await clients.create({ id: 'shop', name: 'Shop', storage: 'test', partition: 'main' });
  tokens = createTaskTokens({ database, keyRing, issuer: 'http://test' });
});
afterAll(() => work.close());

/** Uploads with a new token that demands live images, and runs its task. */
async function withToken() {
  const token = await tokens.issue({
    tokenId: randomUUID(),
    clientId: client.id,
    task: 'verify',
    bcid: { storage: 'test', partition: 'main', classId: 7n },
    maxAttempts: 3,
    liveDetection: true,
    challenge: undefined,
    autoEnroll: false,
    traits: 3,
    ...validity(),
  });
  const permit = await tokens.permit(token);
  const context: Context = { ...work.context(), client, permit };
  return {
    upload: (sample: Partial<UploadSampleRequest>) =>
      uploadSample(work.intruder, context, { image: newImage(), tags: [], ...sample }),
    async samples() {
      const begun = await permit.beginTask();
      return 'samples' in begun ? begun.samples : [];
    },
  };
}

const newImage = () => imagesOf('ada', 1)[0]!;

const burst = Array.from({ length: 5 }, (_, i) => ({
  bytes: Buffer.from(`frame ${i}`),
  milliseconds: i,
  field: `burst[${i}].image`,
}));

const camera = (label: string): CaptureReport => ({
  camera: { label, width: 1280, height: 720, frameRate: 30 },
  frames: [],
});

it.each([undefined, 0])(
  'a burst that the first upload lacked is stored (index %s)',
  async (index) => {
    const { upload, samples } = await withToken();
    const image = newImage();
    const at = index === undefined ? {} : { index };
    await upload({ image, ...at });
    expect(await upload({ image, ...at, burst })).toMatchObject({ accepted: true });
    expect(await upload({ image, ...at, burst })).toMatchObject({ accepted: true });
    const stored = await samples();
    expect(stored).toHaveLength(1);
    expect(stored[0]?.burst).toHaveLength(5);
  },
);

it('the directions of a sample can be corrected', async () => {
  const { upload, samples } = await withToken();
  const image = newImage();
  await upload({});
  await upload({ image, tags: ['left'] });
  expect(await upload({ image, tags: ['right'] })).toMatchObject({ accepted: true });
  expect((await samples()).map(({ tags }) => tags)).toEqual([[], ['right']]);
});

it.each([
  ['without a report', undefined],
  ['with a better one', camera('Integrated Webcam')],
])('suspicions stay with an image that is uploaded again %s', async (_, capture) => {
  const { upload, samples } = await withToken();
  const image = newImage();
  await upload({ image, capture: camera('OBS Virtual Camera') });
  await upload({ image, burst, capture });
  expect(await samples()).toMatchObject([
    { burst: { length: 5 }, suspicions: expect.arrayContaining(['virtual camera']) },
  ]);
});

it('an image that found no room is not used', async () => {
  const { upload } = await withToken();
  for (let n = 0; n < 8; n++) expect(await upload({})).toMatchObject({ accepted: true });
  const image = newImage();
  await expect(upload({ image })).rejects.toThrow('at most 8 samples');
  expect(await upload({ image, index: 7 })).toMatchObject({ accepted: true });
});

it('the same upload, twice at once, is accepted twice and stored once', async () => {
  const { upload, samples } = await withToken();
  const image = newImage();
  const both = await Promise.all([upload({ image }), upload({ image })]);
  expect(both).toMatchObject([{ accepted: true }, { accepted: true }]);
  expect(await samples()).toHaveLength(1);
});
