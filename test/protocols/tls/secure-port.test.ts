/** One TLS port for HTTP/1.1, HTTP/2 and gRPC: each as on a port of its own, limits included. */
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import https from 'node:https';
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { credentials, Metadata } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import { type GrpcServer, startGrpcServer } from '../../../src/protocols/grpc/server.ts';
import { DEFAULT_LIMITS } from '../../../src/protocols/http/parts.ts';
import { openSecurePort, type SecurePort } from '../../../src/protocols/tls/secure-port.ts';
import { makeCertificate } from '../../../testing/certificates.ts';
import { namingEngine } from '../../../testing/examined-faces.ts';
import { grpcClients } from '../../contract/over-grpc.ts';
import { base64, jwt, startService, type TestService } from '../http/service.ts';

const MEBIBYTE = 1024 * 1024;
const STATUS = '/api/face/v1/template/status/5';
const VERIFY = '/api/face/v1/verify/5';
const LIMITS = { bodyBytesInFlight: 64 * MEBIBYTE };
/** Whoever sends less than this is cut. */
const STRICT = { window: 200, leastBytes: 1000 };

let folder: string;
const logged: string[] = [];
const log = Object.fromEntries(
  ['debug', 'info', 'warn', 'error'].map((level) => [
    level,
    (_: object, text: string) => logged.push(`${level}: ${text}`),
  ]),
) as unknown as Parameters<typeof openSecurePort>[2];

interface OnePort {
  readonly service: TestService;
  readonly secure: SecurePort;
  readonly port: number;
  readonly client: CreatedClient;
  readonly authorization: string;
  readonly certFile: string;
  readonly keyFile: string;
  session(): ClientHttp2Session;
  close(): Promise<void>;
}

async function start(
  name: string,
  { pace = DEFAULT_LIMITS.pace, requestTimeout = 3000 } = {},
): Promise<OnePort> {
  const files = makeCertificate(folder, name);
  const ca = await readFile(files.certFile);
  let grpc: GrpcServer | undefined;
  const secure = await openSecurePort(files, (...call) => grpc?.takeStream(...call), log);
  const limits = { ...LIMITS, pace, requestTimeout };
  const service = await startService(namingEngine(), { secure, limits });
  const calls = await startGrpcServer(
    { operations: service.parts, isReady: async () => true },
    { host: '127.0.0.1', port: undefined, aliases: '', tls: undefined, pace },
  );
  grpc = calls;
  const client = await service.client('shop', { partition: '1' });
  const { port } = service.app.server.address() as AddressInfo;
  return {
    ...{ service, secure, port, client, ...files },
    authorization: `Bearer ${await jwt(client)}`,
    session: () => connect(`https://localhost:${port}`, { ca }).on('error', () => undefined),
    async close() {
      await Promise.all([service.close(), calls.close(0)]);
    },
  };
}

/** What comes back of a request over HTTP/2. */
async function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: Buffer) {
  const stream = session.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  return answerOf(stream);
}

async function answerOf(stream: ReturnType<ClientHttp2Session['request']>) {
  stream.on('error', () => undefined);
  let trailers: Record<string, unknown> = {};
  stream.once('trailers', (given) => {
    trailers = given;
  });
  const [headers] = await once(stream, 'response');
  const text = Buffer.concat(await stream.toArray().catch(() => [])).toString();
  return { status: headers[':status'], headers, trailers, text };
}

/** The frame of a message on the wire. */
function frame(message: Buffer, length = message.length): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
}

const grpcHeaders = (method: string, authorization = '') => ({
  ':method': 'POST',
  ':path': method,
  'content-type': 'application/grpc',
  te: 'trailers',
  ...(authorization === '' ? {} : { authorization }),
});

let one: OnePort;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-port-'));
  one = await start('one');
});
afterAll(async () => {
  await one.close();
  await rm(folder, { recursive: true });
});

describe('one port', () => {
  it('answers HTTP/1.1', async () => {
    const ca = await readFile(one.certFile);
    const body = JSON.stringify({ image: base64(Buffer.from('ada')) });
    const request = https.request(`https://localhost:${one.port}${VERIFY}`, {
      ...{ ca, method: 'POST', agent: false, ALPNProtocols: ['http/1.1'] },
      headers: { authorization: one.authorization, 'content-type': 'application/json' },
    });
    request.end(body);
    const [response] = await once(request, 'response');
    expect(response).toMatchObject({ httpVersion: '1.1', statusCode: 404 });
    expect((response.socket as TLSSocket).alpnProtocol).toBe('http/1.1');
    expect(response.headers).toMatchObject({ jobid: expect.any(String) });
  });

  it('answers clients without ALPN as HTTP/1.1', async () => {
    const ca = await readFile(one.certFile);
    const socket = connectTls({ host: 'localhost', port: one.port, ca, servername: 'localhost' });
    socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('answers HTTP/2, with pages, errors and bodies', async () => {
    const session = one.session();
    const { authorization } = one;
    const headers = { authorization, 'content-type': 'application/json' };
    expect(await ask(session, { ':path': '/livez' })).toMatchObject({ status: 200 });
    const twoNames = { ':path': '/livez', ':authority': 'localhost', host: 'evil.example' };
    expect(await ask(session, twoNames)).toMatchObject({ status: 400 });
    expect(await ask(session, { ':path': STATUS })).toMatchObject({ status: 401 });
    const status = await ask(session, { ':path': STATUS, authorization });
    expect(JSON.parse(status.text)).toMatchObject({ classId: 5, available: false });
    expect(status.headers).toMatchObject({ jobid: expect.any(String) });
    const post = { ':method': 'POST', ...headers };
    const image = Buffer.alloc(5 * MEBIBYTE, 'ada ');
    const enrol = Buffer.from(JSON.stringify([{ image: base64(image) }]));
    const enrolled = await ask(session, { ...post, ':path': '/api/face/v1/enroll/6' }, enrol);
    expect(JSON.parse(enrolled.text)).toMatchObject({ performedAction: 'NEW_TEMPLATE_CREATED' });
    const large = await ask(
      session,
      { ...post, ':path': VERIFY, 'content-length': 60 * MEBIBYTE },
      Buffer.alloc(0),
    ).catch(() => ({ status: 0 }));
    expect([0, 413]).toContain(large.status);
    const login = {
      ...post,
      ':path': '/account/v1/login',
      origin: `https://localhost:${one.port}`,
    };
    const own = await ask(session, { ...login, 'x-csrf': '1' }, Buffer.from('{}'));
    expect(own.status).not.toBe(403);
    session.close();
  });

  it('answers gRPC clients', async () => {
    const ca = await readFile(one.certFile);
    const Faces = grpcClients().FaceRecognition!;
    const stub = new Faces(`localhost:${one.port}`, credentials.createSsl(ca));
    const metadata = new Metadata();
    metadata.set('authorization', one.authorization);
    const ask = (bearer: Metadata) =>
      new Promise<{ error: { code: number } | null; answer: unknown }>((resolve) => {
        const deadline = Date.now() + 20_000;
        stub.GetTemplateStatus(
          { classId: 5 },
          bearer,
          { deadline },
          (error: never, answer: never) => resolve({ error, answer }),
        );
      });
    expect(await ask(metadata)).toMatchObject({ error: null, answer: { classId: '5' } });
    expect(await ask(new Metadata())).toMatchObject({ error: { code: 16 } });
    stub.close();
  });

  it('carries HTTP and gRPC over one connection', async () => {
    const session = one.session();
    const health = grpcHeaders('/grpc.health.v1.Health/Check');
    const [call, get] = await Promise.all([
      ask(session, health, frame(Buffer.alloc(0))),
      ask(session, { ':path': '/livez' }),
    ]);
    expect(call).toMatchObject({ status: 200, trailers: { 'grpc-status': '0' } });
    expect(get).toMatchObject({ status: 200 });
    const web = { ...health, 'content-type': 'application/grpc-web', ':path': VERIFY };
    const { authorization } = one;
    expect(await ask(session, { ...web, authorization }, frame(Buffer.alloc(0)))).toMatchObject({
      status: 415,
    });
    session.close();
  });
});

it('logs a caller who left before the response like others', async () => {
  const secure = connect(`https://localhost:${one.port}`, { ca: await readFile(one.certFile) });
  await once(secure, 'connect');
  for (const path of ['/docs', '/livez', STATUS])
    secure.request({ ':path': path }).on('error', () => undefined);
  secure.destroy();
  const plain = connectTls({ host: 'localhost', port: one.port, rejectUnauthorized: false });
  await once(plain, 'secureConnect');
  plain.write('GET /docs HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  plain.destroy();
  const after = one.session();
  expect(await ask(after, { ':path': '/livez' })).toMatchObject({ status: 200 });
  after.close();
});

describe('limits', () => {
  it('cut a silent sender, over HTTP/2 and gRPC', async () => {
    const strict = await start('strict', { pace: STRICT });
    const session = strict.session();
    const { authorization } = strict;
    const headers = { authorization, 'content-type': 'application/json' };
    const post = session.request({ ':method': 'POST', ':path': VERIFY, ...headers });
    post.write('{"image":"');
    expect(await answerOf(post)).toMatchObject({ status: 408 });
    const call = session.request(
      grpcHeaders('/prosopon.v1.FaceRecognition/GetTemplateStatus', authorization),
    );
    call.write(frame(Buffer.of(0x08), 40 * MEBIBYTE));
    expect((await answerOf(call)).headers['grpc-status']).toBe('4');
    session.destroy();
    await strict.close();
  });

  it("count the bytes of HTTP/2 in their client's share", async () => {
    // So much is a while on its way where the machine is busy.
    const patient = await start('patient', { requestTimeout: 60_000 });
    const session = connect(`https://localhost:${patient.port}`, {
      ca: await readFile(patient.certFile),
      maxSessionMemory: 500,
    });
    const headers = { authorization: patient.authorization, 'content-type': 'application/json' };
    const uploads = Array.from({ length: 3 }, () => {
      const stream = session.request({ ':method': 'POST', ':path': VERIFY, ...headers });
      stream.write(`{"image":"${'A'.repeat(30 * MEBIBYTE)}`);
      return answerOf(stream);
    });
    expect(await Promise.race(uploads)).toMatchObject({ status: 503 });
    session.destroy();
    await patient.close();
  });

  it('end requests that do not arrive, and leave others alone', async () => {
    const session = one.session();
    /** Half a handshake, half a request, half a connection preface; they hold a socket each. */
    const idle: Socket[] = Array.from({ length: 40 }, () =>
      connectTcp(one.port, '127.0.0.1').on('error', () => undefined),
    );
    for (const socket of idle.slice(20)) socket.write(Buffer.from('16030100', 'hex'));
    const { authorization } = one;
    const headers = { authorization, 'content-type': 'application/json' };
    const endless = Array.from({ length: 40 }, () => {
      const stream = session.request({ ':method': 'POST', ':path': VERIFY, ...headers });
      stream.on('error', () => undefined).resume();
      stream.write('x');
      return new Promise<void>((resolve) => stream.once('close', () => resolve()));
    });
    const other = one.session();
    expect(await ask(other, { ':path': STATUS, authorization })).toMatchObject({ status: 200 });
    other.close();
    // Those beyond the 32 that a connection may have open wait for their turn, and end as well.
    await Promise.all(endless);
    session.destroy();
    for (const socket of idle) socket.destroy();
  });

  it('apply to connections of one network', async () => {
    const few = await startService(undefined, {
      secure: one.secure,
      limits: { connectionsPerNetwork: 3 },
    });
    const { port } = few.app.server.address() as AddressInfo;
    const open = Array.from({ length: 5 }, () => connectTcp(port, '127.0.0.1'));
    const closed = open.map((socket) =>
      once(
        socket.on('error', () => undefined),
        'close',
      ),
    );
    await Promise.race(closed);
    for (const socket of open) socket.destroy();
    await few.close();
  });
});

describe('new files', () => {
  const shown = async (port: number) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  };

  it('are used by new connections; existing ones continue', async () => {
    const session = one.session();
    await ask(session, { ':path': '/livez' });
    const before = await shown(one.port);
    const next = makeCertificate(folder, 'next');
    await copyFile(next.certFile, one.certFile);
    await one.secure.reload();
    expect(logged.filter((line) => line.startsWith('warn'))).toHaveLength(1);
    expect(await shown(one.port)).toBe(before);
    await copyFile(next.keyFile, one.keyFile);
    await one.secure.reload();
    const after = await shown(one.port);
    expect(after).not.toBe(before);
    expect(await ask(session, { ':path': '/livez' })).toMatchObject({ status: 200 });
    session.close();
    await writeFile(one.keyFile, 'nothing of the kind');
    await one.secure.reload();
    await one.secure.reload();
    expect(await shown(one.port)).toBe(after);
    expect(logged.filter((line) => line.startsWith('warn'))).toHaveLength(2);
    expect(logged).toContain('info: the TLS certificate was changed');
  });
});

describe('a closing port', () => {
  it('ends connections without requests', async () => {
    const closing = await start('closing');
    const idle = closing.session();
    await ask(idle, { ':path': '/livez' });
    const ca = await readFile(closing.certFile);
    const agent = new https.Agent({ keepAlive: true, ca });
    const [response] = await once(
      https.get(`https://localhost:${closing.port}/livez`, { agent }),
      'response',
    );
    await response.toArray();
    const shaken = connectTls({ port: closing.port, host: 'localhost', ca });
    const half = connectTls({ port: closing.port, host: 'localhost', ca });
    await Promise.all([once(shaken, 'secureConnect'), once(half, 'secureConnect')]);
    half.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n');
    const shaking = connectTcp(closing.port, '127.0.0.1');
    shaking.write(Buffer.from('16030100', 'hex'));
    // What was sent before has come by then.
    await ask(idle, { ':path': '/livez' });
    const sockets = [shaken, half, shaking].map((socket) => socket.on('error', () => undefined));
    const gone = Promise.all([idle, ...sockets].map((connection) => once(connection, 'close')));
    await closing.close();
    await gone;
    agent.destroy();
  });

  it('answers the rest', async () => {
    const closing = await start('answering');
    const body = JSON.stringify({ image: base64(Buffer.from('ada')) });
    const headers = {
      authorization: closing.authorization,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const { server } = closing.service.app;
    const session = closing.session();
    const stream = session.request({ ':method': 'POST', ':path': VERIFY, ...headers });
    await once(server, 'request');
    const request = https.request(`https://localhost:${closing.port}${VERIFY}`, {
      ...{ ca: await readFile(closing.certFile), method: 'POST', agent: false, headers },
    });
    request.flushHeaders();
    await once(server, 'request');
    const closed = closing.service.close();
    const response = once(request, 'response');
    stream.end(body);
    request.end(body);
    expect(await answerOf(stream)).toMatchObject({ status: 404 });
    const [answer] = await response;
    expect(answer).toMatchObject({ statusCode: 404, headers: { connection: 'close' } });
    answer.resume();
    await closed;
    await closing.close();
  });
});
