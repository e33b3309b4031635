/** Liveness over real HTTP: refusals, and what the network of this package decides alone. */
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVideo } from '../../../../evaluation/liveness/make-video.ts';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { encodePng } from '../../../../src/faces/image/picture.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { heldPicture } from '../../../../testing/held-pictures.ts';
import { base64, jwt, startService, type TestService } from '../../../../testing/http/service.ts';
import { nobody, portrait } from '../../../../testing/people.ts';

const IMAGES = '/api/v1/livenessdetection';
const VIDEO = '/api/v1/videolivenessdetection';
const PHOTO = '/api/v1/photoverify';

let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
let ben: string;
let video: string;

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine);
  client = await service.client('main');
  ben = base64(await portrait('ben'));
  video = base64(await makeVideo(Array.from({ length: 8 }, () => blank)));
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

const blank = await nobody();
const send = (path: string, body: unknown) => service.call('POST', path, { client, body });

describe('refusals', () => {
  it.each([
    ['no list', IMAGES, {}, /^liveImages: missing$/],
    ['no base64', IMAGES, { liveImages: [{ image: '!' }] }, /^liveImages\[0\]\.image: not base64$/],
    ['no video', VIDEO, {}, /^video: missing$/],
    ['a video of nonsense', VIDEO, { video: 'AAAA' }, /^video: not a decodable video$/],
    ['no photo', PHOTO, { liveImages: [{ image: 'AAAA' }] }, /^photo: missing$/],
    ['no live image', PHOTO, { liveImages: [], photo: 'AAAA' }, /^liveImages: one or two/],
  ])('%s: 400 with the member', async (_, path, body, message) => {
    const { status, json } = await send(path, body);
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { code: 3, message: expect.stringMatching(message), details: [] },
    });
  });

  it('ignores tags of the first image', async () => {
    const liveImages = [
      { image: ben, tags: ['sideways'] },
      { image: ben, tags: ['up'] },
    ];
    expect((await send(IMAGES, { liveImages })).status).toBe(200);
  });

  it('refuses a video as an image', async () => {
    const disabled = { photo: ben, disableLivenessDetection: true };
    expect(await send(PHOTO, { ...disabled, liveImages: [{ image: video }] })).toMatchObject({
      status: 400,
      json: { message: 'liveImages[0].image: not a decodable image' },
    });
    const photo = { ...disabled, photo: video, liveImages: [{ image: ben }] };
    expect(await send(PHOTO, photo)).toMatchObject({
      status: 400,
      json: { message: 'photo: not a decodable image' },
    });
  });
});

describe('too large', () => {
  it('refuses a video of 61 s, with its length', async () => {
    const minute = Array.from({ length: 62 }, () => blank);
    const long = base64(await makeVideo(minute, { framesPerSecond: 1 }));
    expect(await send(VIDEO, { video: long })).toMatchObject({
      status: 400,
      json: { code: 3, message: 'video: 61 s exceed the limit of 60 s' },
    });
  });

  it.each([IMAGES, VIDEO, PHOTO])('%s: refuses a body of 200 MB unread', async (path) => {
    const upload = request(service.base + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await jwt(client)}`,
        'content-type': 'application/json',
        'content-length': 200_000_000,
      },
    });
    upload.on('error', () => undefined);
    upload.write('{');
    const [answer] = await once(upload, 'response');
    expect(answer.statusCode).toBe(413);
    upload.destroy();
  });
});

describe('without the pack of liveness', () => {
  it('judges one image by the network of this package', async () => {
    const { status, json } = await send(IMAGES, { liveImages: [{ image: ben }] });
    expect({ status, json }).toMatchObject({ status: 200, json: { live: true, errors: [] } });
    expect(json.imageProperties[0].faces[0].textureLivenessScore).toBeGreaterThan(0.5);
  });

  it('refuses a photograph on a screen in the image', async () => {
    const shown = await encodePng(await heldPicture('phone', 6));
    const { status, json } = await send(IMAGES, { liveImages: [{ image: base64(shown) }] });
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { live: false, errors: [{ errorCode: 'RejectedByPassiveLiveDetection' }] },
    });
  });

  it('decides on video and photo verification, too', async () => {
    expect(await send(VIDEO, { video })).toMatchObject({
      status: 200,
      json: { live: false, errors: [{ errorCode: 'FailureToAcquire' }] },
    });
    const photo = { liveImages: [{ image: ben }], photo: ben };
    expect(await send(PHOTO, photo)).toMatchObject({ status: 200, json: { live: true } });
  });

  it('/readyz names it, and is ready', async () => {
    const { status, json } = await service.call('GET', '/readyz');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ready: true,
      liveness: true,
      encoder: 'dlib-faceres',
      missing: [
        expect.stringContaining('models pull recommended'),
        expect.stringContaining('models pull yunet'),
        expect.stringContaining('models pull pad'),
      ],
    });
  });
});

describe('photo verification without liveness', () => {
  const compare = (photo: string, ...live: string[]) =>
    send(PHOTO, {
      photo,
      liveImages: live.map((image) => ({ image })),
      disableLivenessDetection: true,
    });

  it('recognises the same person, with every member in order', async () => {
    const { status, json } = await compare(ben, base64(await portrait('ben', 2)));
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual([
      'status',
      'errors',
      'imageProperties',
      'photoProperties',
      'verificationLevel',
      'verificationScore',
      'live',
      'livenessScore',
    ]);
    expect(json).toMatchObject({
      status: 'SUCCEEDED',
      errors: [],
      verificationLevel: 'LEVEL_5',
      live: false,
      livenessScore: 0,
    });
    expect(json.imageProperties).toHaveLength(1);
    expect(json.photoProperties.faces).toHaveLength(1);
  });

  it('decides by the weaker of two images', async () => {
    const dov = base64(await portrait('dov'));
    const other = await compare(ben, dov);
    expect(other.json.verificationScore).toBeGreaterThan(0);
    const both = await compare(ben, ben, dov);
    expect(both.json).toMatchObject({ verificationLevel: 'NOT_RECOGNIZED', errors: [] });
    expect(both.json.verificationScore).toBeCloseTo(other.json.verificationScore);
  });

  it('names the member without a face', async () => {
    const empty = base64(blank);
    for (const [answer, field] of [
      [await compare(empty, ben), 'photo'],
      [await compare(ben, empty), 'liveImages[0].image'],
    ] as const)
      expect(answer.json).toMatchObject({
        status: 'SUCCEEDED',
        verificationLevel: 'NOT_RECOGNIZED',
        verificationScore: 0,
        errors: [{ errorCode: 'FaceNotFound', message: expect.stringContaining(`${field}: `) }],
      });
  });
});
