/** Every operation over HTTP and over gRPC: the same calls, the same answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/client.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { group, nobody, portrait } from '../operations/people.ts';
import { startService, type TestService } from '../protocols/http/service.ts';
import { testEngine } from '../support/engine.ts';
import { sharedPath } from '../support/shared.ts';
import { overGrpc } from './over-grpc.ts';
import { overHttp } from './over-http.ts';
import type { ContractCall, MethodName, Protocol } from './protocol.ts';

const LARGEST = '9223372036854775807';
const GUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const PROTOCOLS = ['HTTP', 'gRPC'] as const;

const modelsDir = sharedPath('models');
const images = {} as Record<'ben' | 'benAgain' | 'ada' | 'cem' | 'group' | 'nobody', Buffer>;
const protocols = {} as Record<(typeof PROTOCOLS)[number], Protocol>;
let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;

beforeAll(async () => {
  engine = await testEngine(modelsDir === undefined ? {} : { modelsDir });
  service = await startService(engine);
  client = await service.client('main');
  protocols.HTTP = overHttp(service);
  protocols.gRPC = await overGrpc(service);
  images.ben = await portrait('ben');
  images.benAgain = await portrait('ben', 1);
  images.ada = await portrait('ada');
  images.cem = await portrait('cem');
  images.group = await group();
  images.nobody = await nobody();
});
afterAll(async () => {
  await protocols.gRPC.close();
  await service.close();
  await engine.close();
});

const image = (name: keyof typeof images) => ({ image: images[name] });
const transaction = { 'transaction-id': 'tx-1' };

/** One call and what its answer must contain; `body` is compared as far as it is given. */
interface Case {
  readonly name: string;
  readonly method: MethodName;
  readonly call: () => ContractCall;
  readonly code?: number;
  readonly message?: RegExp;
  readonly body?: unknown;
}

const error = (errorCode: string) => expect.objectContaining({ errorCode });
const succeeded = { status: 'SUCCEEDED', errors: [] };

/** In this order, on one class: each builds on those before it. */
const CASES: readonly Case[] = [
  {
    name: 'a class without template cannot be verified',
    method: 'Verify',
    call: () => ({ classId: '5', body: { image: image('ben') } }),
    code: 5,
    message: /class 5/,
  },
  {
    name: 'enrolling creates a template',
    method: 'Enroll',
    call: () => ({ classId: LARGEST, body: { images: [image('ben')] } }),
    body: {
      ...succeeded,
      performedAction: 'NEW_TEMPLATE_CREATED',
      enrolledImages: 1,
      templateStatus: { classId: LARGEST, available: true, featureVectors: 1 },
    },
  },
  {
    name: 'enrolling skips what shows several people or nobody',
    method: 'Enroll',
    call: () => ({
      classId: LARGEST,
      body: { images: [image('group'), image('benAgain'), image('nobody')] },
    }),
    body: {
      errors: [error('MultipleFacesFound'), error('FaceNotFound')],
      performedAction: 'TEMPLATE_UPDATED',
      enrolledImages: 1,
    },
  },
  {
    name: 'nothing enrolled is a failure',
    method: 'Enroll',
    call: () => ({ classId: '6', body: { images: [image('nobody')] } }),
    body: { performedAction: 'ENROLLMENT_FAILED', enrolledImages: 0 },
  },
  {
    name: 'no images and nothing to upgrade: nothing is done',
    method: 'Enroll',
    call: () => ({ classId: '6', body: { images: [] } }),
    body: { performedAction: 'NONE', templateStatus: { available: false } },
  },
  {
    name: 'the person is verified',
    method: 'Verify',
    call: () => ({ classId: LARGEST, body: { image: image('benAgain') } }),
    body: { ...succeeded, verified: true, imageProperties: { rotated: 0 } },
  },
  {
    name: 'another person is not',
    method: 'Verify',
    call: () => ({ classId: LARGEST, body: { image: image('ada') } }),
    body: { ...succeeded, verified: false },
  },
  {
    name: 'several faces are not compared',
    method: 'Verify',
    call: () => ({ classId: LARGEST, body: { image: image('group') } }),
    body: { verified: false, score: 0, errors: [error('MultipleFacesFound')] },
  },
  {
    name: 'bytes that are no image name the member',
    method: 'Verify',
    call: () => ({ classId: LARGEST, body: { image: { image: Buffer.from('text') } } }),
    code: 3,
    message: /^image: /,
  },
  {
    name: 'no bytes at all name the member',
    method: 'Enroll',
    call: () => ({ classId: '7', body: { images: [image('ben'), { image: Buffer.alloc(0) }] } }),
    code: 3,
    message: /^images\[1\]\.image: the image is empty/,
  },
  {
    name: 'class 0 does not exist',
    method: 'Verify',
    call: () => ({ classId: '0', body: { image: image('ben') } }),
    code: 3,
    message: /^classId: /,
  },
  {
    name: 'tags are replaced',
    method: 'SetTemplateTags',
    call: () => ({ classId: LARGEST, body: { tags: ['staff', 'day'] } }),
    body: {},
  },
  {
    name: 'tags of a class without template: not found',
    method: 'SetTemplateTags',
    call: () => ({ classId: '5', body: { tags: [] } }),
    code: 5,
  },
  {
    name: 'a tag with a control character is refused',
    method: 'SetTemplateTags',
    call: () => ({ classId: LARGEST, body: { tags: ['a\nb'] } }),
    code: 3,
    message: /^tags/,
  },
  {
    name: 'the status tells what is stored',
    method: 'GetTemplateStatus',
    call: () => ({ classId: LARGEST, body: { downloadThumbnails: true } }),
    body: {
      classId: LARGEST,
      available: true,
      tags: ['day', 'staff'],
      featureVectors: 2,
      thumbnailsStored: 2,
      enrolled: expect.stringMatching(/^\d{4}-.*Z$/),
      thumbnails: [
        { enrolled: expect.any(String), image: expect.stringMatching(/^iVBORw0KGgo/) },
        expect.anything(),
      ],
    },
  },
  {
    name: 'a status without template is an answer',
    method: 'GetTemplateStatus',
    call: () => ({ classId: '5' }),
    body: { classId: '5', available: false, tags: [], thumbnails: [] },
  },
  {
    name: 'search identifies among those with all the tags',
    method: 'Search',
    call: () => ({
      headers: transaction,
      body: { images: [image('benAgain'), image('nobody')], tags: ['staff', 'day'] },
    }),
    body: {
      errors: [error('FaceNotFound')],
      result: [{ matches: [{ classId: LARGEST }] }, { matches: [] }],
    },
  },
  {
    name: 'search among others finds nobody',
    method: 'Search',
    call: () => ({ headers: transaction, body: { images: [image('ben')], tags: ['night'] } }),
    body: { ...succeeded, result: [{ matches: [] }] },
  },
  {
    name: 'search names the best on demand, whoever they are',
    method: 'Search',
    call: () => ({
      headers: transaction,
      body: { images: [image('ada')], tags: ['staff'], topMatches: true },
    }),
    body: { ...succeeded, result: [{ matches: [{ classId: LARGEST }] }] },
  },
  {
    name: 'search needs a transaction',
    method: 'Search',
    call: () => ({ body: { images: [image('ben')] } }),
    code: 3,
    message: /^Transaction-ID/,
  },
  {
    name: 'search needs an image',
    method: 'Search',
    call: () => ({ headers: transaction, body: { images: [] } }),
    code: 3,
    message: /^images/,
  },
  {
    name: 'a face is graded',
    method: 'FaceImageQuality',
    call: () => ({ body: image('ben') }),
    body: {
      status: 'SUCCEEDED',
      qualityMeasurements: expect.arrayContaining([
        expect.objectContaining({ measure: 'LuminanceMean', scalarScore: expect.any(Number) }),
      ]),
    },
  },
  {
    name: 'nobody is graded as such',
    method: 'FaceImageQuality',
    call: () => ({ body: image('nobody') }),
    body: { errors: [error('FaceDetectionError')], qualityMeasurements: [] },
  },
  {
    name: 'three live images are refused',
    method: 'LivenessDetection',
    call: () => ({ body: { liveImages: [image('ben'), image('ben'), image('ben')] } }),
    code: 3,
    message: /^liveImages/,
  },
  {
    name: 'an image is no video',
    method: 'VideoLivenessDetection',
    call: () => ({ body: { video: images.ben } }),
    code: 3,
    message: /^video: /,
  },
  {
    name: 'a photo is matched without liveness where that is asked for',
    method: 'PhotoVerify',
    call: () => ({
      body: {
        liveImages: [image('benAgain')],
        photo: images.ben,
        disableLivenessDetection: true,
      },
    }),
    body: {
      ...succeeded,
      verificationLevel: expect.stringMatching(/^LEVEL_[45]$/),
      live: false,
      livenessScore: 0,
      photoProperties: { rotated: 0 },
    },
  },
  {
    name: 'a photo of another is not recognised',
    method: 'PhotoVerify',
    call: () => ({
      body: { liveImages: [image('cem')], photo: images.ben, disableLivenessDetection: true },
    }),
    body: { ...succeeded, verificationLevel: 'NOT_RECOGNIZED' },
  },
  {
    name: 'a missing photo is named',
    method: 'PhotoVerify',
    call: () => ({ body: { liveImages: [image('ada')], photo: Buffer.alloc(0) } }),
    code: 3,
    message: /^photo: the image is empty/,
  },
  {
    name: 'deleting erases the template',
    method: 'DeleteTemplate',
    call: () => ({ classId: LARGEST }),
    body: {},
  },
  {
    name: 'it is gone then',
    method: 'DeleteTemplate',
    call: () => ({ classId: LARGEST }),
    code: 5,
  },
];

describe.each(PROTOCOLS)('over %s', (protocol) => {
  it.each(CASES)('$name', async ({ method, call, code = 0, message, body }) => {
    const answer = await protocols[protocol].call(method, { client, ...call() });
    expect(answer).toMatchObject({ code, ...(body === undefined ? {} : { body }) });
    if (message !== undefined) expect(answer.message).toMatch(message);
  });

  it('names job, service and references with every answer', async () => {
    const headers = { 'reference-number': 'r 7', ...transaction };
    const body = { images: [image('ben')], tags: ['nobody'] };
    const answer = await protocols[protocol].call('Search', { client, headers, body });
    expect(answer.headers).toEqual({
      jobid: expect.stringMatching(GUID),
      'service-version': '0.0.0-test',
      'reference-number': 'r 7',
      'transaction-id': 'tx-1',
      'response-time-ms': expect.stringMatching(/^\d+$/),
    });
    const refused = await protocols[protocol].call('Verify', { client, classId: '5', headers });
    expect(refused.headers.jobid).toMatch(GUID);
  });

  it.each([
    ['no token', {}],
    ['a token of nobody', { token: 'a.b.c' }],
  ])('%s: unauthenticated, whatever the body', async (_name, credentials) => {
    const call = { classId: '5', body: { image: image('ben') }, ...credentials };
    const answer = await protocols[protocol].call('Verify', call);
    expect(answer).toMatchObject({ code: 16, message: expect.stringMatching(/credentials/) });
  });

  it('a reference that is too long is refused', async () => {
    const headers = { 'reference-number': 'x'.repeat(257) };
    const answer = await protocols[protocol].call('GetTemplateStatus', {
      client,
      classId: '5',
      headers,
    });
    expect(answer).toMatchObject({ code: 3, message: expect.stringMatching(/^Reference-Number/) });
  });

  it('a client may call only the operations it is set to', async () => {
    const settings = { allowedOperations: ['verify'] };
    const narrow = await service.client(`narrow-${protocol.toLowerCase()}`, { settings });
    const answer = await protocols[protocol].call('GetTemplateStatus', {
      client: narrow,
      classId: '5',
    });
    expect(answer.code).toBe(7);
  });

  it('a task token allows its tries and no more', async () => {
    const classId = protocol === 'HTTP' ? '71' : '72';
    const enrolled = { client, classId, body: { images: [image('ben')] } };
    await protocols[protocol].call('Enroll', enrolled);
    const query = new URLSearchParams({
      id: client.id,
      bcid: `${client.storage}.${client.partition}.${classId}`,
      maxtries: '2',
      livedetection: 'false',
    });
    const { text } = await service.call('GET', `/token?${query}`, {
      headers: {
        authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
      },
    });
    const call = { token: text.replaceAll('"', ''), classId, body: { image: image('ben') } };
    const codes: number[] = [];
    for (let i = 0; i < 3; i++) codes.push((await protocols[protocol].call('Verify', call)).code);
    expect(codes).toEqual([0, 0, 7]);
    expect(
      (await protocols[protocol].call('Enroll', { ...enrolled, token: call.token })).code,
    ).toBe(7);
  });
});

describe('both', () => {
  it('answer the same figures for the same images', async () => {
    const calls: readonly (readonly [MethodName, ContractCall])[] = [
      ['FaceImageQuality', { body: image('ada') }],
      [
        'PhotoVerify',
        {
          body: {
            liveImages: [image('benAgain')],
            photo: images.ben,
            disableLivenessDetection: true,
          },
        },
      ],
    ];
    for (const [method, call] of calls) {
      const [http, grpc] = await Promise.all(
        PROTOCOLS.map((name) => protocols[name].call(method, { client, ...call })),
      );
      expect(http?.body).toMatchObject(grpc?.body);
    }
  });
});
