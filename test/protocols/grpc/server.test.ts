/** What only the gRPC server has: health, reflection, aliases, TLS, deadlines, cancellation. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import type { CreatedClient } from '../../../src/access/client.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { parseAliases, renamed } from '../../../src/protocols/grpc/definitions.ts';
import { type GrpcServer, startGrpcServer } from '../../../src/protocols/grpc/server.ts';
import { grpcClients } from '../../contract/over-grpc.ts';
import { portrait, testEngine } from '../../operations/people.ts';
import { jwt, startService, type TestService } from '../http/service.ts';

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
  engine = await testEngine();
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
  const { parts } = service;
  const operations = () => parts;
  return startGrpcServer(
    { operations, isReady: async () => ready },
    { ...OPTIONS, port: 0, ...options },
  );
}

function open(name: string, to = server, channel = credentials.createInsecure()): Stub {
  const Service = grpcClients()[name]!;
  const stub = new Service(`localhost:${to.port}`, channel);
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
  it('says over the health protocol whether it lives and can serve', async () => {
    const Health = loadPackageDefinition({ 'grpc.health.v1.Health': healthService }) as Stub;
    const stub = new Health.grpc.health.v1.Health(
      `localhost:${server.port}`,
      credentials.createInsecure(),
    );
    stubs.push(stub);
    const check = async (name: string) =>
      (await end((done) => stub.Check({ service: name }, done))).answer?.status;
    expect(await check('liveness')).toBe('SERVING');
    await expect.poll(() => check('readiness')).toBe('SERVING');
    ready = false;
    await expect.poll(() => check('')).toBe('NOT_SERVING');
    expect(await check('prosopon.v1.FaceRecognition')).toBe('NOT_SERVING');
    expect(await check('liveness')).toBe('SERVING');
    ready = true;
    await expect.poll(() => check('')).toBe('SERVING');
  });

  it('describes its services by reflection, without credentials', async () => {
    const proto = 'node_modules/@grpc/reflection/build/proto/grpc/reflection/v1/reflection.proto';
    const Reflection = loadPackageDefinition(loadSync(proto)) as Stub;
    const stub = new Reflection.grpc.reflection.v1.ServerReflection(
      `localhost:${server.port}`,
      credentials.createInsecure(),
    );
    stubs.push(stub);
    const stream = stub.ServerReflectionInfo();
    const answer = new Promise<Stub>((resolve, reject) => {
      stream.on('data', resolve).on('error', reject);
    });
    stream.write({ listServices: '' });
    const names = (await answer).listServicesResponse.service.map(({ name }: Stub) => name);
    stream.end();
    expect(names).toEqual(
      expect.arrayContaining([
        'prosopon.v1.FaceRecognition',
        'prosopon.v1.FaceLiveness',
        'prosopon.v1.FaceImageQualityService',
      ]),
    );
  });

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

  it('refuses an alias of what it does not serve, naming it', () => {
    expect(() => parseAliases('a.B=c.D')).toThrow(/PROSOPON_GRPC_ALIASES: a\.B=c\.D/);
    expect(parseAliases('')).toEqual([]);
  });

  it('tells how measures were computed, which the message has no member for', async () => {
    const metadata = await authorized();
    const image = await portrait('ben');
    const stub = open('FaceImageQualityService');
    const trailer = await new Promise<Metadata>((resolve) => {
      const call = stub.FaceImageQuality({ image }, metadata, () => undefined);
      call.on('status', ({ metadata }: { metadata: Metadata }) => resolve(metadata));
    });
    expect(trailer.get('quality-method')).toEqual(['approximate']);
  });

  it('ends at the deadline and books it', async () => {
    const metadata = await authorized();
    const image = await portrait('ben');
    const { error } = await end((done) =>
      open('FaceImageQualityService').FaceImageQuality(
        { image },
        metadata,
        { deadline: Date.now() + 5 },
        done,
      ),
    );
    expect(error?.code).toBe(status.DEADLINE_EXCEEDED);
  });

  it('stops working for a caller who cancels', async () => {
    const metadata = await authorized();
    metadata.set('reference-number', 'cancelled here');
    const image = await portrait('ben');
    const images = Array.from({ length: 40 }, () => ({ image }));
    const { error } = await end((done) => {
      const call = open('FaceRecognition').Enroll({ classId: 9, images }, metadata, done);
      call.on('metadata', () => call.cancel());
    });
    expect(error?.code).toBe(status.CANCELLED);
    const booked = () =>
      service.database.db
        .selectFrom('jobs')
        .select('status')
        .where('reference_number', '=', 'cancelled here')
        .executeTakeFirst();
    await expect.poll(booked, { timeout: 10_000 }).toEqual({ status: 'CANCELLED' });
    expect((await service.parts.templates.summary(bcid(9n)))?.featureVectors).toBe(undefined);
  });

  it('refuses messages of more than 50 MB', async () => {
    const metadata = await authorized();
    const image = Buffer.alloc(51 * 1024 * 1024);
    const { error } = await end((done) =>
      open('FaceImageQualityService').FaceImageQuality({ image }, metadata, done),
    );
    expect(error?.code).toBe(status.RESOURCE_EXHAUSTED);
  });

  it('says which port is taken', async () => {
    await expect(start({ port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('speaks TLS with the files it is given, and says which one it cannot read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prosopon-tls-'));
    const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    await expect(start({ tls: files })).rejects.toThrow(/cert\.pem cannot be read/);
    const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost -days 1';
    const made = `req -x509 -newkey rsa:2048 -nodes -keyout ${files.keyFile} -out ${files.certFile}`;
    execFileSync('openssl', [...made.split(' '), ...subject.split(' ')], { stdio: 'ignore' });
    const secure = await start({ tls: files });
    const stub = open(
      'FaceRecognition',
      secure,
      credentials.createSsl(await readFile(files.certFile)),
    );
    const metadata = await authorized();
    const { answer } = await end((done) => stub.GetTemplateStatus({ classId: 5 }, metadata, done));
    expect(answer).toMatchObject({ classId: '5', available: false });
    stub.close();
    await secure.close();
    await rm(folder, { recursive: true });
  });
});

const bcid = (classId: bigint) => ({
  storage: client.storage,
  partition: client.partition,
  classId,
});
