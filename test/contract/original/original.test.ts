/** Who moves in changes an address and keys: a client of the documented shapes works as it is. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { credentials, loadPackageDefinition, Metadata } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { type GrpcServer, startGrpcServer } from '../../../src/protocols/grpc/server.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startService, type TestService } from '../../../testing/http/service.ts';
import { portraitJpeg } from '../../../testing/photos.ts';
import { sharedPath } from '../../../testing/shared.ts';
import { createOriginalClient, type Registration, sign } from './client.ts';
import { each, expectImageProperties, expectJob, expectLiveness } from './shapes.ts';

const CLASS = '9223372036854775807';
const AUDIENCE = 'prosopon';
const CALLBACK = 'https://application.example/callback';
/** As the original service had registered it. */
const REGISTRATION: Registration = {
  id: 'moved',
  secret: randomBytes(16).toString('hex'),
  key: randomBytes(64).toString('base64'),
};
const modelsDir = sharedPath('models');

const portraitOf = async (person: number) => (await portraitJpeg(person)).toString('base64');

let engine: FaceEngine;
let service: TestService;
let grpc: GrpcServer;
let client: ReturnType<typeof createOriginalClient>;
let photo: string;
let other: string;

beforeAll(async () => {
  engine = await testEngine(modelsDir === undefined ? {} : { modelsDir });
  service = await startService(engine);
  await service.client(REGISTRATION.id, {
    ...{ storage: 'customers', partition: '7', redirectUris: [CALLBACK] },
    ...{ secret: REGISTRATION.secret, key: REGISTRATION.key },
    settings: { jwtLifetimeMinutes: 1000, requirePkce: false },
  });
  client = createOriginalClient(service.base, REGISTRATION, AUDIENCE);
  grpc = await startGrpcServer(
    { operations: service.parts, isReady: async () => true },
    {
      ...{ host: '127.0.0.1', port: 0, tls: undefined },
      aliases: 'prosopon.v1.FaceImageQualityService=original.quality.v1.FaceImageQualityService',
    },
  );
  photo = await portraitOf(3);
  other = await portraitOf(7);
  // The documents show no enrolment: it is done as this service has it.
  const enrolled = await fetch(`${service.base}/api/face/v1/enroll/${CLASS}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sign(REGISTRATION, AUDIENCE)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify([{ image: photo }]),
  });
  expect(enrolled.status).toBe(200);
});
afterAll(async () => {
  await grpc.close(0);
  await service.close();
  await engine.close();
});

describe('the token API', () => {
  it('issues a token with the documented claims', async () => {
    const query = { bcid: `customers.7.${CLASS}`, task: 'verify', challenge: 'true' };
    const { status, body } = await client.token(query);
    expect(status).toBe(200);
    const [header, claims] = (body as string).split('.').slice(0, 2);
    const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(decoded(header)).toMatchObject({ typ: 'JWT', alg: 'HS256' });
    const { exp, nbf, task, challenge, ...more } = decoded(claims);
    expect(more).toMatchObject({ tokenid: expect.any(String), bcid: query.bcid, clnt: 'moved' });
    expect(more).toMatchObject({ iss: expect.any(String), aud: expect.any(String), traits: 3 });
    expect(more).toHaveProperty('app');
    expect((exp - nbf) / 60).toBeCloseTo(10, 0);
    expect(task).toBe(0x100 | 0x200 | 3);
    expect(challenge).toEqual(
      Array(3).fill([expect.any(String), expect.any(String), expect.any(String)]),
    );
  });

  it('refuses as documented, with a Message', async () => {
    const wrong = createOriginalClient(service.base, { ...REGISTRATION, secret: 'x' }, AUDIENCE);
    for (const [answer, status] of [
      [client.token({ bcid: 'nonsense' }), 400],
      [wrong.token({ bcid: `customers.7.${CLASS}` }), 401],
      [client.token({ bcid: `others.7.${CLASS}` }), 403],
    ] as const)
      expect(await answer).toMatchObject({ status, body: { Message: expect.any(String) } });
  });
});

describe('OAuth', () => {
  const query = { client_id: 'moved', redirect_uri: CALLBACK, state: 'S' };

  it('redirects the authorization, and returns errors with the state', async () => {
    const begun = await client.authorization({ ...query, response_type: 'code' });
    expect(begun.status).toBe(302);
    const refused = await client.authorization({ ...query, response_type: 'code', scope: 'x' });
    const to = new URL(refused.headers.get('location') ?? '', service.base);
    expect(to.searchParams.get('state')).toBe('S');
  });

  it('reveals no user without an access token', async () => {
    expect((await client.userInformation('nonsense')).status).toBe(401);
  });
});

describe('faces', () => {
  it('verifies with an image and its properties as one object', async () => {
    const answer = await client.verify(CLASS, photo);
    expectJob(answer);
    expect(answer.body).toMatchObject({ verified: true, errors: [] });
    expect(answer.body.score).toBeGreaterThan(0.5);
    expect(answer.body.score).toBeLessThanOrEqual(1);
    expectImageProperties(answer.body.imageProperties);
    expect((await client.verify(CLASS, other)).body.verified).toBe(false);
  });

  it('refuses as documented', async () => {
    expect(await client.verify('5', photo)).toMatchObject({ status: 404 });
    const refused = await client.verify('0', photo);
    expect(refused).toMatchObject({ status: 400, body: { code: 3, message: expect.any(String) } });
    expect((await client.withoutCredentials(`/api/face/v1/verify/${CLASS}`)).status).toBe(401);
  });

  it('searches, with a result for each image', async () => {
    const answer = await client.search([photo, other], { tags: [], topMatches: true }, 'T-1');
    expectJob(answer);
    expect(answer.headers.get('transaction-id')).toBe('T-1');
    expect(answer.body.imageProperties).toHaveLength(2);
    for (const properties of answer.body.imageProperties) expectImageProperties(properties);
    expect(answer.body.result).toHaveLength(2);
    for (const { matches } of answer.body.result)
      each(matches, { classId: expect.any(Number), score: expect.any(Number) });
    expect((await client.search([photo], {})).status).toBe(400);
  });

  it("reports the status of a template in the original's spelling", async () => {
    const { status, body } = await client.templateStatus(CLASS, true);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      classId: expect.any(Number),
      available: true,
      enrolled: expect.any(String),
      tags: [],
      encoderVersion: expect.any(Number),
      featureVectors: 1,
      thumbnailsStored: 1,
    });
    each(body.thumbnails, { enrolled: expect.any(String), image: expect.any(String) });
    expect((await client.templateStatus('5', false)).body).toMatchObject({ available: false });
  });
});

describe.skipIf(modelsDir === undefined)('liveness', () => {
  it('of one image and of two, with a challenge', async () => {
    const one = await client.livenessDetection([{ image: photo }]);
    expectJob(one);
    expectLiveness(one.body);
    expect(one.body.imageProperties).toHaveLength(1);
    const two = await client.livenessDetection([{ image: photo }, { image: photo, tags: ['UP'] }]);
    expectJob(two);
    expectLiveness(two.body);
    for (const properties of two.body.imageProperties) expectImageProperties(properties);
    const codes = two.body.errors.map(({ errorCode }: { errorCode: string }) => errorCode);
    expect(codes).toContain('RejectedByChallengeResponse');
  });

  it('of a photo and live images', async () => {
    const answer = await client.photoVerify([{ image: photo, tags: [] }], photo, true);
    expectJob(answer);
    expect(answer.body).toMatchObject({ verificationLevel: 'LEVEL_5', live: false });
    expect(answer.body.verificationScore).toBeGreaterThan(0.9);
    expectImageProperties(answer.body.photoProperties);
    const stranger = await client.photoVerify([{ image: photo }], other, true);
    expect(stranger.body).toMatchObject({ verificationLevel: 'NOT_RECOGNIZED' });
  });

  it('refuses a file that is no video', async () => {
    const refused = await client.videoLivenessDetection(photo);
    expect(refused).toMatchObject({ status: 400, body: { message: expect.any(String) } });
  });
});

const MEASURE = /^[A-Z][A-Za-z]+$/;

describe('quality', () => {
  it('over HTTP', async () => {
    const answer = await client.faceImageQuality(photo);
    expectJob(answer);
    expect(answer.body.qualityMeasurements.length).toBeGreaterThan(15);
    each(answer.body.qualityMeasurements, {
      measure: expect.stringMatching(MEASURE),
      rawValue: expect.any(Number),
      scalarScore: expect.any(Number),
    });
  });

  it("over gRPC, under the client's package name", async () => {
    const proto = fileURLToPath(new URL('face_image_quality.proto', import.meta.url));
    const loaded = loadPackageDefinition(loadSync(proto, { enums: String, defaults: true }));
    // biome-ignore lint/suspicious/noExplicitAny: its shape is that of the proto file
    const { FaceImageQualityService } = (loaded as any).original.quality.v1;
    const stub = new FaceImageQualityService(
      `127.0.0.1:${grpc.port}`,
      credentials.createInsecure(),
    );
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${sign(REGISTRATION, AUDIENCE)}`);
    const image = Buffer.from(photo, 'base64');
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const answer = await new Promise<any>((resolve, reject) => {
      stub.FaceImageQuality({ image }, metadata, (error: Error | null, message: unknown) =>
        error === null ? resolve(message) : reject(error),
      );
    });
    stub.close();
    expect(answer.status).toBe('SUCCEEDED');
    expect(answer.qualityMeasurements.length).toBeGreaterThan(15);
    for (const { measure, rawValue, scalarScore } of answer.qualityMeasurements) {
      expect(measure).toBeGreaterThanOrEqual(0x41);
      expect(measure).toBeLessThanOrEqual(0x5c);
      expect(rawValue).toEqual(expect.any(Number));
      expect(scalarScore).toBeGreaterThanOrEqual(0);
      expect(scalarScore).toBeLessThanOrEqual(100);
    }
  });
});
