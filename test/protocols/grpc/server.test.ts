/** What only the gRPC server has: health, reflection, aliases, deadlines, cancellation. */
import { once } from 'node:events';
import {
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { service as healthService } from 'grpc-health-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { parseAliases, renamed, SERVICES } from '../../../src/protocols/grpc/definitions.ts';
import { type GrpcServer, startGrpcServer } from '../../../src/protocols/grpc/server.ts';
import { examiningEngine } from '../../../testing/engine.ts';
import { jwt, startService, type TestService } from '../../../testing/http/service.ts';
import { portrait } from '../../../testing/people.ts';
import { grpcClients } from '../../contract/over-grpc.ts';

// biome-ignore lint/suspicious/noExplicitAny: made from proto files at run time
type Stub = any;

let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
let server: GrpcServer;
let ready = true;
const stubs: Stub[] = [];

const OPTIONS = { host: '127.0.0.1', aliases: '', tls: undefined };

beforeAll(async () => {
  engine = await examiningEngine();
  service = await startService(engine);
  client = await service.client('main');
  server = await start({ aliases: 'prosopon.v1.FaceRecognition=example.services.v1.Faces' });
});
afterAll(async () => {
  for (const stub of stubs) stub.close();
  await server.close();
  await service.close();
  await engine.close();
});

function start(options: Partial<Parameters<typeof startGrpcServer>[1]> = {}): Promise<GrpcServer> {
  return startGrpcServer(
    { operations: service.parts, isReady: async () => ready },
    { ...OPTIONS, port: 0, ...options },
  );
}

function open(name: string): Stub {
  const Service = grpcClients()[name]!;
  const stub = new Service(`localhost:${server.port}`, credentials.createInsecure());
  stubs.push(stub);
  return stub;
}

function openHealth({ port } = server): Stub {
  const { grpc } = loadPackageDefinition({ 'grpc.health.v1.Health': healthService }) as Stub;
  const stub = new grpc.health.v1.Health(`localhost:${port}`, credentials.createInsecure());
  stubs.push(stub);
  return stub;
}

async function authorized(): Promise<Metadata> {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${await jwt(client)}`);
  return metadata;
}

interface Ended {
  readonly error: ServiceError | null;
  readonly answer: Stub;
}

const end = (begin: (done: (error: ServiceError | null, answer: Stub) => void) => unknown) =>
  new Promise<Ended>((resolve) => begin((error, answer) => resolve({ error, answer })));

describe('the gRPC server', () => {
  it('reports by the health protocol whether it lives and can serve', async () => {
    const stub = openHealth();
    const check = async (name: string) =>
      (await end((done) => stub.Check({ service: name }, done))).answer?.status;
    expect(await check('liveness')).toBe('SERVING');
    await expect.poll(() => check('readiness')).toBe('SERVING');
    ready = false;
    await expect.poll(() => check('')).toBe('NOT_SERVING');
    for (const name of ['prosopon.v1.FaceRecognition', 'example.services.v1.Faces'])
      expect(await check(name)).toBe('NOT_SERVING');
    expect(await check('liveness')).toBe('SERVING');
    ready = true;
    await expect.poll(() => check('')).toBe('SERVING');
  });

  it('tells watchers that it stops serving, without waiting for them', async () => {
    const closing = await start();
    const watch = openHealth(closing).watch({ service: '' });
    const heard: string[] = [];
    watch.on('data', (answer: Stub) => heard.push(answer.status));
    const failed = new Promise<ServiceError>((resolve) => watch.once('error', resolve));
    await expect.poll(() => heard.at(-1)).toBe('SERVING');
    await closing.close(60_000);
    expect(await failed).toMatchObject({
      code: status.UNAVAILABLE,
      details: 'The service stops.',
    });
    expect(heard.at(-1)).toBe('NOT_SERVING');
  }, 20_000);

  it.each(['v1', 'v1alpha'])(
    'describes itself by reflection %s, without credentials',
    async (version) => {
      const folder = `grpc/reflection/${version}/reflection.proto`;
      const proto = loadSync(`node_modules/@grpc/reflection/build/proto/${folder}`);
      const { grpc } = loadPackageDefinition(proto) as Stub;
      const stub = new grpc.reflection[version].ServerReflection(
        `localhost:${server.port}`,
        credentials.createInsecure(),
      );
      stubs.push(stub);
      const ask = async (question: object) => {
        const stream = stub.ServerReflectionInfo();
        const answer = once(stream, 'data');
        stream.end(question);
        return (await answer)[0];
      };
      const { listServicesResponse } = await ask({ listServices: '' });
      expect(listServicesResponse.service.map(({ name }: Stub) => name)).toEqual(
        expect.arrayContaining([...Object.values(SERVICES), 'example.services.v1.Faces']),
      );
      for (const service of ['prosopon.v1.FaceRecognition', 'example.services.v1.Faces']) {
        const { fileDescriptorResponse } = await ask({ fileContainingSymbol: `${service}.Verify` });
        const files = fileDescriptorResponse.fileDescriptorProto.map((bytes: Buffer) =>
          bytes.toString('latin1'),
        );
        expect(files.join()).toMatch(/FaceVerificationRequest/);
        expect(files.join()).toMatch(/ImageProperties/);
      }
    },
  );

  it('serves a service under another name as well', async () => {
    const definition = loadSync('prosopon/v1/face_recognition.proto', { includeDirs: ['proto'] });
    const faces = definition['prosopon.v1.FaceRecognition'] as Parameters<typeof renamed>[0];
    const names = { 'example.services.v1.Faces': renamed(faces, 'example.services.v1.Faces') };
    const Aliased = loadPackageDefinition(names) as Stub;
    const stub = new Aliased.example.services.v1.Faces(
      `localhost:${server.port}`,
      credentials.createInsecure(),
    );
    stubs.push(stub);
    const metadata = await authorized();
    const { answer } = await end((done) => stub.GetTemplateStatus({ classId: 5 }, metadata, done));
    expect(answer).toMatchObject({ available: false });
  });

  it('refuses an alias of an unknown service, and names it', () => {
    expect(() => parseAliases('a.B=c.D')).toThrow(/PROSOPON_GRPC_ALIASES: a\.B=c\.D/);
    expect(parseAliases('')).toEqual([]);
  });

  it('tells how measures were computed in metadata, which the message lacks', async () => {
    const metadata = await authorized();
    const image = await portrait('ben');
    const stub = open('FaceImageQualityService');
    const trailer = await new Promise<Metadata>((resolve) => {
      const call = stub.FaceImageQuality({ image }, metadata, () => undefined);
      call.on('status', ({ metadata }: { metadata: Metadata }) => resolve(metadata));
    });
    expect(trailer.get('quality-method')).toEqual(['approximate']);
    expect(trailer.get('quality-missing')).toEqual([]);
    expect(String(trailer.get('quality-approximate'))).toMatch(
      /^UnifiedQualityScore, .*LuminanceMean.*, NoHeadCoverings$/,
    );
  });

  /** Calls counted as cancelled or late: a client that gives up first cancels what is late. */
  const endedEarly = async () => {
    const { text } = await service.call('GET', '/metrics');
    const counts = text.matchAll(
      /^prosopon_grpc_calls_total\{.*(?:CANCELLED|EXCEEDED)"\} (\d+)$/gm,
    );
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it.each([
    ['is late', 'late', status.DEADLINE_EXCEEDED, () => ({ deadline: Date.now() + 1000 })],
    ['cancels', 'cancelled', status.CANCELLED, () => ({})],
  ])('stops working for a caller who %s', async (_how, reference, code, options) => {
    const metadata = await authorized();
    metadata.set('reference-number', reference);
    const image = await portrait('ben');
    const images = Array.from({ length: 60 }, () => ({ image }));
    const before = await endedEarly();
    const { error } = await end((done) => {
      const request = { classId: 9, images };
      const call = open('FaceRecognition').Enroll(request, metadata, options(), done);
      if (code === status.CANCELLED) call.on('metadata', () => call.cancel());
    });
    expect(error?.code).toBe(code);
    const booked = () =>
      service.database.db
        .selectFrom('jobs')
        .select('status')
        .where('reference_number', '=', reference)
        .executeTakeFirst();
    await expect.poll(booked, { timeout: 10_000 }).toEqual({ status: 'CANCELLED' });
    await expect.poll(() => engine.status().queued).toBe(0);
    expect((await service.parts.templates.summary(bcid(9n)))?.featureVectors).toBe(undefined);
    await expect.poll(endedEarly).toBe(before + 1);
  });

  it('detects liveness by the network of this package', async () => {
    const metadata = await authorized();
    const liveImages = [{ image: await portrait('ben') }];
    const { error, answer } = await end((done) =>
      open('FaceLiveness').LivenessDetection({ liveImages }, metadata, done),
    );
    expect(error).toBe(null);
    expect(answer).toMatchObject({ live: true });
  });

  it('reports a port that is in use', async () => {
    await expect(start({ port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

const bcid = (classId: bigint) => ({
  storage: client.storage,
  partition: client.partition,
  classId,
});
