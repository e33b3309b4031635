/** The calls of an identity provider's extension, by its own messages and service names. */
import { fileURLToPath } from 'node:url';
import { credentials, loadPackageDefinition, Metadata } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import { MOVING_IN } from '../../../src/access/clients/moving-in.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { type GrpcServer, startGrpcServer } from '../../../src/protocols/grpc/server.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startService, type TestService } from '../../../testing/http/service.ts';
import { portraitJpeg } from '../../../testing/photos.ts';
import { sharedPath } from '../../../testing/shared.ts';
import { sign } from './client.ts';

/** 64 bits, as the extension draws class ids from the ids of users. */
const CLASS = '7340032000000000017';
const modelsDir = sharedPath('models');

let engine: FaceEngine;
let service: TestService;
let grpc: GrpcServer;
let client: CreatedClient;
beforeAll(async () => {
  engine = await testEngine(modelsDir === undefined ? {} : { modelsDir });
  service = await startService(engine);
  client = await service.client('keycloak', { settings: MOVING_IN });
  grpc = await startGrpcServer(
    { operations: service.parts, isReady: async () => true },
    {
      ...{ host: '127.0.0.1', port: 0, tls: undefined },
      aliases:
        'prosopon.v1.FaceRecognition=original.services.v1.FaceRecognition,' +
        'prosopon.v1.FaceLiveness=original.services.v1.WebService',
    },
  );
});
afterAll(async () => {
  await grpc.close(0);
  await service.close();
  await engine.close();
});

const proto = fileURLToPath(new URL('faces.proto', import.meta.url));
const loaded = loadPackageDefinition(
  loadSync(proto, { keepCase: true, longs: String, defaults: true }),
);
// biome-ignore lint/suspicious/noExplicitAny: its shape is that of the proto file
const { original } = loaded as any;

// biome-ignore lint/suspicious/noExplicitAny: a test looks at any member it expects
async function call(name: string, method: string, request: object): Promise<any> {
  const address = `127.0.0.1:${grpc.port}`;
  const stub = new original.services.v1[name](address, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${sign(client, 'prosopon')}`);
  try {
    return await new Promise((resolve, reject) => {
      stub[method](
        request,
        metadata,
        { deadline: Date.now() + 30_000 },
        (error: Error | null, message: unknown) => (error ? reject(error) : resolve(message)),
      );
    });
  } finally {
    stub.close();
  }
}
const faces = (method: string, request: object) =>
  call('FaceRecognition', method, { classId: CLASS, ...request });

it('enrols, verifies, tags and erases a user', async () => {
  const [first, second, stranger] = await Promise.all([
    portraitJpeg(3),
    portraitJpeg(3, 320),
    portraitJpeg(7),
  ]);
  const enrolled = await faces('Enroll', {
    images: [{ image: first, tags: [''] }, { image: second }],
  });
  expect(enrolled).toMatchObject({
    status: 0,
    performed_action: 1,
    template_status: { classId: CLASS, available: true },
  });
  expect(await faces('Verify', { image: { image: second } })).toMatchObject({ verified: true });
  expect(await faces('Verify', { image: { image: stranger } })).toMatchObject({
    verified: false,
    errors: [],
  });
  await faces('SetTemplateTags', { tags: ['realm-staff', ''] });
  expect(await faces('GetTemplateStatus', {})).toMatchObject({
    available: true,
    tags: ['realm-staff'],
    enrolled: { seconds: expect.any(String) },
  });
  await faces('DeleteTemplate', {});
  expect(await faces('GetTemplateStatus', {})).toMatchObject({ available: false });
});

it.skipIf(modelsDir === undefined)('asks whether two images are live', async () => {
  const image = await portraitJpeg(3);
  const live_images = [{ image }, { image: await portraitJpeg(3, 320), tags: [''] }];
  expect(await call('WebService', 'LivenessDetection', { live_images })).toMatchObject({
    status: 0,
    live: false,
  });
});
