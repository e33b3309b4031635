/** Liveness that a task token demands, over real HTTP with the real models: nothing gets past it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { TaskGrant } from '../../../../src/access/tasks/task-claims.ts';
import { validity } from '../../../../src/access/tasks/task-tokens.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { base64, startService, type TestService } from '../../../../testing/http/service.ts';
import { livePerson } from '../../../../testing/live-people.ts';
import { framesOf, recordings } from '../../../../testing/recordings.ts';
import { sharedPath } from '../../../../testing/shared.ts';

const modelsDir = sharedPath('models');
const folder = recordings();
const CLASS = 1001n;

describe.skipIf(modelsDir === undefined || folder === undefined)('demanded liveness', () => {
  let engine: FaceEngine;
  let service: TestService;
  let client: CreatedClient;
  /** PNG frames: the person of the class at rest and after a nod, and a replayed recording. */
  let rest: Buffer;
  let nodded: Buffer;
  let replayed: Buffer;
  /** Direction of the nod, and the other one. */
  let direction: string;
  let opposite: string;

  beforeAll(async () => {
    engine = await testEngine({ modelsDir });
    service = await startService(engine);
    client = await service.client('shop');
    const frames = await framesOf(folder!, 'live/nod-head.mp4', 12);
    rest = frames[0]!;
    replayed = (await framesOf(folder!, 'replay/w-fake.mp4', 3))[1]!;
    for (const frame of frames.slice(1)) {
      const liveImages = [{ image: base64(rest) }, { image: base64(frame) }];
      const call = { client, body: { liveImages } };
      const { json } = await service.call('POST', '/api/v1/livenessdetection', call);
      if (!json.live) continue;
      const down = json.imageProperties[1].faces[0].movementDirection > 180;
      [direction, opposite] = down ? ['down', 'up'] : ['up', 'down'];
      const tagged = [liveImages[0], { ...liveImages[1], tags: [direction] }];
      const body = { liveImages: tagged };
      const met = await service.call('POST', '/api/v1/livenessdetection', { client, body });
      if (!met.json.live) continue;
      nodded = frame;
      break;
    }
    expect(nodded).toBeDefined();
    const body = [{ image: base64(rest) }];
    await service.call('POST', `/api/face/v1/enroll/${CLASS}`, { client, body });
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await engine.close();
  });

  /** The picture as one that was never sent before. */
  const fresh = (frame: Buffer) => base64(Buffer.concat([frame, randomBytes(8)]));

  const issue = (more: Partial<TaskGrant> = {}) =>
    service.parts.taskTokens.issue({
      tokenId: randomUUID(),
      clientId: 'shop',
      task: 'verify',
      bcid: { storage: 'test', partition: 'shop', classId: CLASS },
      maxAttempts: 3,
      liveDetection: true,
      challenge: undefined,
      autoEnroll: false,
      traits: 3,
      ...validity(),
      ...more,
    });
  const post = async (token: string, path: string, body?: unknown) =>
    (await service.call('POST', path, body === undefined ? { token } : { token, body })).json;
  const verify = (token: string, image: string) =>
    post(token, `/api/face/v1/verify/${CLASS}`, { image });

  /** Recordings are short: what was seen yesterday may be seen again. */
  const anotherDay = () => service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
  beforeEach(async () => void (await anotherDay()));

  /** Uploads the samples, given with their directions, and runs the task. */
  async function run(token: string, task: string, ...samples: [Buffer, ...string[]][]) {
    await anotherDay();
    for (const [frame, ...tags] of samples)
      expect(await post(token, '/api/v1/upload', { image: fresh(frame), tags })).toMatchObject({
        accepted: true,
      });
    return post(token, `/api/task/v1/${task}`);
  }

  it('judges the frames uploaded with a sample', async () => {
    const ada = await livePerson(folder!, 'ada');
    const [first, second] = ada.pair(['down']);
    const { burst } = second!;
    const jumping = burst!.map((frame) => ({ ...frame, image: burst![0]!.image }));
    for (const [frames, success] of [
      [burst, true],
      [jumping, false],
    ] as const) {
      await anotherDay();
      const token = await issue({ task: 'livenessdetection', bcid: undefined });
      await post(token, '/api/v1/upload', first);
      await post(token, '/api/v1/upload', { ...second, burst: frames });
      const { errors, ...ran } = await post(token, '/api/task/v1/livenessdetection');
      expect(ran).toMatchObject({ success });
      const messages = errors.map(({ message }: { readonly message: string }) => message);
      // Without its member: the end user knows no samples[1].
      expect(messages).toEqual(success ? [] : [expect.stringMatching(/^The face jumped/)]);
    }
  });

  it('verifies a live image once, and no replay', async () => {
    const image = fresh(rest);
    const verified = await verify(await issue(), image);
    expect(verified).toMatchObject({ verified: true, errors: [] });
    const body = { liveImages: [{ image }] };
    const examined = await service.call('POST', '/api/v1/livenessdetection', { client, body });
    const [{ textureLivenessScore }] = examined.json.imageProperties[0].faces;
    expect(verified.imageProperties.faces).toMatchObject([{ textureLivenessScore }]);
    expect(textureLivenessScore).toBeGreaterThan(0);
    const again = await verify(await issue(), image);
    expect(again).toMatchObject({
      verified: false,
      score: 0,
      errors: [{ errorCode: 'RejectedByObviousFakeDetector' }],
    });
    expect(await verify(await issue(), fresh(replayed))).toMatchObject({
      verified: false,
      errors: [{ errorCode: expect.stringMatching(/^RejectedBy/) }],
    });
    // Nothing was compared in these.
    expect(await service.parts.refusedComparisons.list()).toEqual([]);
    // The client itself decides what it demands of its own calls.
    const own = { client, body: { image } };
    const { json } = await service.call('POST', `/api/face/v1/verify/${CLASS}`, own);
    expect(json.verified).toBe(true);
  });

  it('enrols and identifies nobody who is not live', async () => {
    const bcid = { storage: 'test', partition: 'shop', classId: 2n };
    const enrolling = await issue({ task: 'enroll', bcid });
    const path = '/api/face/v1/enroll/2';
    for (const images of [[fresh(replayed)], [fresh(rest), fresh(replayed)]]) {
      await anotherDay();
      expect(
        await post(
          enrolling,
          path,
          images.map((image) => ({ image })),
        ),
      ).toMatchObject({
        performedAction: 'ENROLLMENT_FAILED',
        enrolledImages: 0,
        errors: [{ errorCode: expect.stringMatching(/^RejectedBy/) }],
        templateStatus: { available: false },
      });
    }
    await anotherDay();
    expect(await post(enrolling, path, [{ image: fresh(rest) }])).toMatchObject({
      performedAction: 'NEW_TEMPLATE_CREATED',
    });
    const identifying = await issue({ task: 'identify' });
    expect(await run(identifying, 'identify', [replayed])).toMatchObject({
      success: false,
      error: expect.stringMatching(/^RejectedBy/),
    });
  });

  it('requires a head that moves between two samples', async () => {
    const token = await issue();
    expect(await run(token, 'verify', [rest], [nodded])).toMatchObject({ success: true });
    expect(await run(token, 'verify', [rest], [rest])).toMatchObject({
      success: false,
      error: 'RejectedByObviousFakeDetector',
      triesLeft: 1,
    });
  });

  it('requires, on demand, the directions of the attempt', async () => {
    const challenge = [[opposite], [direction], [direction]];
    const token = await issue({ challenge });
    const wrongAttempt = await run(token, 'verify', [rest], [nodded, direction]);
    expect(wrongAttempt).toMatchObject({ success: false, error: 'RejectedByChallengeResponse' });
    expect(await run(token, 'verify', [rest], [nodded])).toMatchObject({
      success: false,
      error: 'RejectedByChallengeResponse',
    });
    expect(await run(token, 'verify', [rest], [nodded, direction])).toMatchObject({
      success: true,
      triesLeft: 0,
    });
    const lying = await issue({ challenge: [[opposite]], maxAttempts: 1 });
    expect(await run(lying, 'verify', [rest], [nodded, opposite])).toMatchObject({
      success: false,
      error: 'RejectedByChallengeResponse',
    });
  });

  it('tells a challenge as its attempt begins, if the application wants that', async () => {
    const token = await issue({ challenge: [[], []], toldLater: 2, maxAttempts: 2 });
    expect(await run(token, 'verify', [rest], [nodded, direction])).toMatchObject({
      Message: expect.stringMatching(/Ask for the challenge/),
    });
    const told = await post(token, '/api/task/v1/challenge');
    expect(told).toEqual({
      challenge: [expect.any(String), expect.any(String)],
      try: 1,
      triesLeft: 1,
      until: expect.stringMatching(/Z$/),
    });
    expect(await post(token, '/api/task/v1/challenge')).toEqual(told);
    // Samples of before were erased, and these answer another challenge.
    expect(await run(token, 'verify', [rest], [nodded, direction])).toMatchObject({
      success: false,
      error: 'RejectedByChallengeResponse',
      triesLeft: 1,
    });
    const next = await post(token, '/api/task/v1/challenge');
    expect(next).toMatchObject({ try: 2, triesLeft: 0 });
  });

  it('applies to the liveness task, by samples and by its own route', async () => {
    const more = { task: 'livenessdetection', bcid: undefined } as const;
    const token = await issue({ ...more, challenge: [[direction], [opposite], [direction]] });
    const path = '/api/v1/livenessdetection';
    const images = (...tags: string[]) => ({
      liveImages: [{ image: fresh(rest) }, { image: fresh(nodded), tags }],
    });
    expect(await post(token, path, images(direction))).toMatchObject({ live: true, errors: [] });
    await anotherDay();
    expect(await post(token, path, images(direction))).toMatchObject({
      live: false,
      errors: [{ errorCode: 'RejectedByChallengeResponse' }],
    });
    expect(await run(token, 'livenessdetection', [rest], [nodded, direction])).toMatchObject({
      success: true,
    });
  });
});
