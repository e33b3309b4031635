/** Liveness over real HTTP with its real models: every error code, reached by a real input. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVideo } from '../../../../evaluation/liveness/make-video.ts';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { heldPicture } from '../../../../testing/held-pictures.ts';
import { base64, startService, type TestService } from '../../../../testing/http/service.ts';
import { group, nobody } from '../../../../testing/people.ts';
import { portrait } from '../../../../testing/photos.ts';
import { framesOf as keptFrames } from '../../../../testing/recordings.ts';
import { sharedPath } from '../../../../testing/shared.ts';

const IMAGES = '/api/v1/livenessdetection';
const VIDEO = '/api/v1/videolivenessdetection';
const PHOTO = '/api/v1/photoverify';

const modelsDir = sharedPath('models');
const recordings = sharedPath('liveness/videos');
const photographs = sharedPath('liveness/photos');

describe.skipIf(modelsDir === undefined || recordings === undefined)('with its models', () => {
  let engine: FaceEngine;
  let service: TestService;
  let client: CreatedClient;
  /** PNG frames of a person who nods: head up, head down; and of a replayed recording. */
  let live: Buffer[];
  let replayed: Buffer;

  beforeAll(async () => {
    engine = await testEngine({ modelsDir });
    service = await startService(engine);
    client = await service.client('main');
    live = await framesOf('live/nod-head.mp4', 12);
    replayed = (await framesOf('replay/w-fake.mp4', 3))[1]!;
  });
  afterAll(async () => {
    await service.close();
    await engine.close();
  });

  const recording = (name: string) => readFile(join(recordings!, name));
  const send = (path: string, body: unknown) => service.call('POST', path, { client, body });
  const detect = (...images: readonly (Buffer | readonly [Buffer, string])[]) =>
    send(IMAGES, {
      liveImages: images.map((image) =>
        image instanceof Buffer
          ? { image: base64(image) }
          : { image: base64(image[0] as Buffer), tags: [image[1]] },
      ),
    });
  const framesOf = (name: string, count: number) => keptFrames(recordings!, name, count);

  it('one image of a person is live, with every member in order', async () => {
    const { status, json } = await detect(live[0]!);
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual([
      'status',
      'errors',
      'imageProperties',
      'live',
      'livenessScore',
    ]);
    expect(json).toMatchObject({ status: 'SUCCEEDED', errors: [], live: true });
    const [{ faces, frameNumber }] = json.imageProperties;
    expect(frameNumber).toBe(0);
    expect(faces).toMatchObject([{ motionLivenessScore: 0, movementDirection: 0 }]);
    expect(json.livenessScore).toBeCloseTo(faces[0].textureLivenessScore);
  });

  it('mirrors the turns for a client with mirrored captures', async () => {
    const frames = await framesOf('live/k-real.mp4', 12);
    const mirror = (image: Buffer) => sharp(image).flop().png().toBuffer();
    const liveImages = [
      { image: base64(await mirror(frames[0]!)) },
      { image: base64(await mirror(frames[7]!)), tags: ['LEFT'] },
    ];
    const plain = await send(IMAGES, { liveImages });
    expect(plain.json.errors).toEqual([
      {
        errorCode: 'RejectedByChallengeResponse',
        message: expect.stringMatching(/other side.*mirroredCaptures=true/),
      },
    ]);
    const mirrored = await service.client('mirrored', { settings: { mirroredCaptures: true } });
    const swapped = await service.call('POST', IMAGES, { client: mirrored, body: { liveImages } });
    expect(swapped.json).toMatchObject({ live: true, errors: [] });
    const direction = (json: typeof plain.json) =>
      json.imageProperties[1].faces[0].movementDirection;
    expect(direction(plain.json) + direction(swapped.json)).toBeCloseTo(540 - 360, 0);
    const photo = { liveImages, photo: liveImages[0]!.image };
    const verified = await service.call('POST', PHOTO, { client: mirrored, body: photo });
    expect(verified.json).toMatchObject({ live: true, verificationLevel: 'LEVEL_5' });
  });

  it('MultipleFacesFound', async () => {
    const message = expect.stringMatching(/^liveImages\[0\]\.image: /);
    expect((await detect(await group())).json).toMatchObject({
      live: false,
      livenessScore: 0,
      errors: [{ errorCode: 'MultipleFacesFound', message }],
    });
  });

  it('ThumbnailExtractionFailed if too little surrounds the head, except in close-ups', async () => {
    const { json } = await detect(live[0]!);
    const { leftEye, rightEye } = json.imageProperties[0].faces[0];
    const eyes = leftEye.x - rightEye.x;
    const tight = await sharp(live[0]!)
      .extract({
        left: Math.round((leftEye.x + rightEye.x) / 2 - eyes * 1.25),
        top: Math.round((leftEye.y + rightEye.y) / 2 - eyes * 1.25),
        width: Math.round(eyes * 2.5),
        height: Math.round(eyes * 3),
      })
      .png()
      .toBuffer();
    const small = await detect(await sharp(tight).resize(200).png().toBuffer());
    expect(small.json).toMatchObject({
      live: false,
      livenessScore: 0,
      errors: [{ errorCode: 'ThumbnailExtractionFailed' }],
    });
    const checks = small.json.imageProperties[0].qualityAssessments as { check: string }[];
    expect(checks.filter(({ check }) => check === 'FullyVisibleFace')).toMatchObject([
      { score: 0 },
    ]);
    const large = await detect(await sharp(tight).resize(600).png().toBuffer());
    expect(large.json.livenessScore).toBeGreaterThan(0);
  });

  it('refuses a truncated face everywhere, in any form', async () => {
    const size = { width: 320, height: 480 };
    const cut = await portrait(4, 480)
      .extract({ left: 160, top: 0, ...size })
      .png()
      .toBuffer();
    const image = base64(cut);
    const errors = [{ errorCode: 'ThumbnailExtractionFailed' }];
    expect((await detect(cut)).json).toMatchObject({ live: false, errors });
    for (const disableLivenessDetection of [true, false]) {
      const photo = base64(live[0]!);
      const body = { liveImages: [{ image }], photo, disableLivenessDetection };
      expect((await send(PHOTO, body)).json).toMatchObject({ errors, verificationScore: 0 });
    }
    const ofPhoto = { photo: image, liveImages: [{ image: base64(live[0]!) }] };
    expect((await send(PHOTO, ofPhoto)).json).toMatchObject({
      errors: [{ ...errors[0], message: expect.stringMatching(/^photo: /) }],
      live: true,
      verificationLevel: 'NOT_RECOGNIZED',
      verificationScore: 0,
    });
    expect((await send('/api/face/v1/enroll/9', [{ image }])).json).toMatchObject({ errors });
    await send('/api/face/v1/enroll/9', [{ image: base64(live[0]!) }]);
    expect((await send('/api/face/v1/verify/9', { image })).json).toMatchObject({ errors });
  });

  it.skipIf(photographs === undefined)(
    'a photograph of a close-up is not treated as a close-up',
    async () => {
      for (const name of ['antoine', 'arnold', 'cas'])
        for (const kind of ['paper', 'screen'])
          expect(
            (await detect(await readFile(join(photographs!, `${kind}-${name}.jpg`)))).json.live,
          ).toBe(false);
    },
  );

  it('RejectedByPassiveLiveDetection for a replayed recording without visible edges', async () => {
    const { json } = await detect((await framesOf('replay/a-fake2.webm', 3))[1]!);
    expect(json.live).toBe(false);
    expect(json.livenessScore).toBeGreaterThan(0);
    expect(json.errors).toMatchObject([{ errorCode: 'RejectedByPassiveLiveDetection' }]);
  });

  it('RejectedByObviousFakeDetector for a phone held before the camera', async () => {
    const { width, height, data } = await heldPicture('phone', 4);
    const raw = { width, height, channels: 3 } as const;
    const { json } = await detect(await sharp(data, { raw }).png().toBuffer());
    expect(json.errors).toMatchObject([
      {
        errorCode: 'RejectedByObviousFakeDetector',
        message: expect.stringMatching(/Straight edges/),
      },
    ]);
  });

  it('RejectedByObviousFakeDetector for the same image again, compressed', async () => {
    const again = await sharp(live[0]!).jpeg({ quality: 60 }).toBuffer();
    expect((await detect(live[0]!, again)).json).toMatchObject({
      live: false,
      errors: [{ errorCode: 'RejectedByObviousFakeDetector' }],
    });
  });

  it('RejectedByActiveLiveDetection for a flat image that was moved', async () => {
    const { width = 0, height = 0 } = await sharp(live[0]!).metadata();
    const left = Math.round(width / 12);
    const shifted = await sharp(live[0]!)
      .extend({ left, background: '#777777' })
      .png()
      .toBuffer()
      .then((image) => sharp(image).extract({ left: 0, top: 0, width, height }).png().toBuffer());
    const { json } = await detect(live[0]!, shifted);
    expect(json.live).toBe(false);
    expect(json.errors).toMatchObject([{ errorCode: 'RejectedByActiveLiveDetection' }]);
  });

  it('two images of a head that nods as demanded are live', async () => {
    const { json } = await detect(live[0]!, [live[3]!, 'down']);
    expect(json).toMatchObject({ live: true, errors: [] });
    const [{ motionLivenessScore, movementDirection }] = json.imageProperties[1].faces;
    expect(motionLivenessScore).toBeGreaterThan(0);
    expect(movementDirection).toBeGreaterThan(180);
  });

  it('another person in the second image is rejected', async () => {
    const other = (await framesOf('live/k-real.mp4', 3))[1]!;
    const { json } = await detect(live[0]!, other);
    expect(json).toMatchObject({
      live: false,
      errors: [
        {
          errorCode: 'RejectedByActiveLiveDetection',
          message: expect.stringMatching(/same person/),
        },
      ],
    });
  });

  it('decides on videos of people and on replayed ones', async () => {
    const one = await send(VIDEO, { video: base64(await recording('live/nod-head.mp4')) });
    expect(one.json).toMatchObject({ status: 'SUCCEEDED', live: true, errors: [] });
    expect(one.json.imageProperties.length).toBeGreaterThanOrEqual(7);
    const numbers = one.json.imageProperties.map(
      (image: { frameNumber: number }) => image.frameNumber,
    );
    expect(numbers[0]).toBeGreaterThan(0);
    expect(numbers).toEqual([...numbers].sort((a: number, b: number) => a - b));

    const other = await send(VIDEO, { video: base64(await recording('replay/w-fake.mp4')) });
    expect(other.json.live).toBe(false);
    expect(other.json.errors.length).toBeGreaterThan(0);
  });

  it('FailureToAcquire for a video that is too short', async () => {
    const short = await makeVideo(live.slice(0, 3), { framesPerSecond: 2 });
    expect((await send(VIDEO, { video: base64(short) })).json).toMatchObject({
      status: 'SUCCEEDED',
      live: false,
      errors: [{ errorCode: 'FailureToAcquire' }],
    });
  });

  it('rejects a video in which another person takes over', async () => {
    const { width, height } = await sharp(live[0]!).metadata();
    const other = await Promise.all(
      (await framesOf('live/k-real.mp4', 6)).map((frame) =>
        sharp(frame).resize(width, height, { fit: 'contain' }).png().toBuffer(),
      ),
    );
    const video = await makeVideo([...live.slice(0, 6), ...other]);
    const { json } = await send(VIDEO, { video: base64(video) });
    expect(json.live).toBe(false);
    expect(json.errors.at(-1)).toMatchObject({
      errorCode: 'RejectedByActiveLiveDetection',
      message: expect.stringMatching(/Another person/),
    });
  });

  it('photo verification examines the photo only if the person is live', async () => {
    const bad = { liveImages: [{ image: base64(live[0]!) }], photo: base64(await nobody()) };
    const { json } = await send(PHOTO, bad);
    expect(json).toMatchObject({
      live: true,
      verificationLevel: 'NOT_RECOGNIZED',
      verificationScore: 0,
      errors: [{ errorCode: 'FaceNotFound', message: expect.stringMatching(/^photo: /) }],
    });
    const photo = base64(live[3]!);
    const no = await send(PHOTO, { liveImages: [{ image: base64(replayed) }], photo });
    expect(no.json).toMatchObject({
      live: false,
      photoProperties: null,
      verificationLevel: 'NOT_RECOGNIZED',
      verificationScore: 0,
    });
    expect(no.json.errors).toHaveLength(1);
  });
});
