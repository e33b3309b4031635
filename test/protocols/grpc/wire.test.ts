/** What arrives on the wire, well-formed or not: early refusals, metadata, sizes, shutdown. */
import { once } from 'node:events';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import { createCallRates } from '../../../src/protocols/call-rates.ts';
import { startGrpcServer } from '../../../src/protocols/grpc/server.ts';
import { jwt, startService, type TestService } from '../../../testing/http/service.ts';
import { type GrpcProtocol, overGrpc } from '../../contract/over-grpc.ts';

const OK = 0;
const INVALID_ARGUMENT = 3;
const RESOURCE_EXHAUSTED = 8;
const INTERNAL = 13;
const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;
const MEBIBYTE = 1024 * 1024;

let service: TestService;
let client: CreatedClient;
let grpc: GrpcProtocol;
let session: ClientHttp2Session;
let authorization: string;

beforeAll(async () => {
  service = await startService();
  client = await service.client('main');
  grpc = await overGrpc(service);
  // By default it has not enough for a message of 50 MB.
  const maxSessionMemory = 200;
  session = connect(`http://127.0.0.1:${grpc.server.port}`, { maxSessionMemory });
  session.on('error', () => undefined);
});
afterAll(async () => {
  session.destroy();
  await grpc.close();
  await service.close();
});
beforeEach(async () => {
  authorization = `Bearer ${await jwt(client)}`;
});

const STATUS = '/prosopon.v1.FaceRecognition/GetTemplateStatus';
const SEARCH = '/prosopon.v1.FaceRecognition/Search';
const QUALITY = '/prosopon.v1.FaceImageQualityService/FaceImageQuality';
/** `classId: 5` */
const CLASS_5 = Buffer.from([0x08, 5]);

function open(path: string, headers: OutgoingHttpHeaders) {
  return session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
}

/** The frame of a message. */
function framed(message: Uint8Array, length = message.length): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}

/** Header and trailer of the answer; the same one when there is nothing between them. */
async function answerOf(stream: ReturnType<typeof open>) {
  const ended = once(stream, 'trailers').then(([trailer]) => trailer);
  const [header] = await once(stream, 'response');
  stream.resume();
  const trailer = header['grpc-status'] === undefined ? await ended : header;
  return { header, trailer, code: Number(trailer['grpc-status']) };
}

async function send(path: string, message: Uint8Array, headers: OutgoingHttpHeaders = {}) {
  const stream = open(path, { authorization, ...headers });
  stream.on('error', () => undefined);
  stream.end(framed(message));
  return answerOf(stream);
}

/** `FaceImageQualityRequest` of so many bytes in all. */
function qualityRequest(bytes: number): Buffer {
  const message = Buffer.alloc(bytes);
  message[0] = 0x0a;
  let rest = bytes - 5;
  for (let i = 1; i < 5; i++, rest >>>= 7) message[i] = (rest & 0x7f) | (i < 4 ? 0x80 : 0);
  return message;
}

describe('the gRPC port', () => {
  it('refuses an unauthenticated caller while the message is still arriving', async () => {
    const stream = open(QUALITY, { authorization: 'Bearer a.b.c' });
    stream.on('error', () => undefined);
    stream.write(framed(Buffer.alloc(100), 40 * MEBIBYTE));
    const { code, trailer } = await answerOf(stream);
    expect(code).toBe(UNAUTHENTICATED);
    expect(trailer.jobid).toMatch(/^[0-9a-f-]{36}$/);
    stream.destroy();
  });

  it('names job and references before and after the response', async () => {
    const { header, trailer, code } = await send(STATUS, CLASS_5, { 'reference-number': 'r 7' });
    expect(code).toBe(OK);
    for (const name of ['jobid', 'service-version', 'reference-number']) {
      expect(header[name]).toMatch(/./);
      expect(trailer[name]).toBe(header[name]);
    }
    expect(trailer['reference-number']).toBe('r 7');
    expect(trailer['response-time-ms']).toMatch(/^\d+$/);
  });

  it('refuses references with control characters or beyond ASCII', async () => {
    for (const given of ['a\tb', 'Müller']) {
      const { code, trailer } = await send(STATUS, CLASS_5, { 'reference-number': given });
      expect(code).toBe(OK);
      expect(trailer['reference-number']).toBeUndefined();
      const search = await send(SEARCH, Buffer.alloc(0), { 'transaction-id': given });
      expect(search.code).toBe(INVALID_ARGUMENT);
      expect(decodeURI(search.trailer['grpc-message'])).toMatch(/^Transaction-ID: mandatory/);
    }
  });

  it('treats a missing class id as 0, which is invalid', async () => {
    const { code, trailer } = await send(STATUS, Buffer.alloc(0));
    expect(code).toBe(INVALID_ARGUMENT);
    expect(decodeURI(trailer['grpc-message'])).toMatch(/^classId: /);
  });

  it('ignores unknown members', async () => {
    const unknown = Buffer.from([0x98, 0x3f, 1]);
    expect((await send(STATUS, Buffer.concat([CLASS_5, unknown]))).code).toBe(OK);
  });

  it('survives invalid messages', async () => {
    const { code, trailer } = await send(STATUS, Buffer.from([0x08]));
    expect(code).toBe(INVALID_ARGUMENT);
    expect(trailer['grpc-message']).not.toMatch(/at |\.ts|node_modules/);
    expect((await send(STATUS, CLASS_5)).code).toBe(OK);
  });

  it('accepts messages of 50 MB, and not a byte more', async () => {
    expect((await send(QUALITY, qualityRequest(50 * MEBIBYTE))).code).toBe(UNAVAILABLE);
    expect((await send(QUALITY, qualityRequest(50 * MEBIBYTE + 1))).code).toBe(RESOURCE_EXHAUSTED);
  });

  it('asks to come back later while the networks load', async () => {
    const { code, trailer } = await send(QUALITY, qualityRequest(1000));
    expect(code).toBe(UNAVAILABLE);
    expect(Number(trailer['retry-after'])).toBeGreaterThanOrEqual(1);
  });

  it('processes at most 100 MB of messages, and asks others to come back', async () => {
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const { bookkeeping } = service.parts;
    let waiting = 0;
    const slow: typeof bookkeeping = {
      ...bookkeeping,
      async record(job) {
        if (waiting < 2) {
          waiting++;
          await mayEnd;
        }
        await bookkeeping.record(job);
      },
    };
    const full = await overGrpc({ ...service, parts: { ...service.parts, bookkeeping: slow } });
    const image = Buffer.alloc(40 * MEBIBYTE);
    // Refused for its class, and that refusal waits for its row.
    const body = { classId: '0', image: { image } };
    const call = () => full.call('Verify', { client, body });
    const held = [call(), call()];
    await expect.poll(() => waiting, { timeout: 10_000 }).toBe(2);
    expect(await call()).toMatchObject({
      code: UNAVAILABLE,
      message: expect.stringMatching(
        /^Requests that are being received and processed fill the 128 MB/,
      ),
      headers: { 'retry-after': '2' },
    });
    letEnd();
    for (const { message } of await Promise.all(held)) expect(message).not.toMatch(/^Requests/);
    expect((await call()).message).not.toMatch(/^Requests/);
    await full.close();
  });

  it('reveals nothing about internal errors', async () => {
    const bookkeeping = {
      ...service.parts.bookkeeping,
      record: async () => {
        throw new Error('/secret/place: the disk is on fire');
      },
    };
    const broken = await overGrpc({ ...service, parts: { ...service.parts, bookkeeping } });
    const answer = await broken.call('GetTemplateStatus', { client, classId: '5' });
    expect(answer).toMatchObject({ code: INTERNAL, message: 'The service failed unexpectedly.' });
    await broken.close();
  });
});

describe('the log', () => {
  it('has a line for each call, at the right level', async () => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line));
    const parts = {
      ...service.parts,
      logger: pino({ level: 'debug' }, { write }),
      rates: createCallRates({ callsPerClient: 2 }, () => 0),
    };
    const logged = await overGrpc({ ...service, parts });
    const call = (given: object) => logged.call('GetTemplateStatus', { classId: '5', ...given });
    const { headers } = await call({ client });
    await call({ client, classId: '0' });
    await call({ client });
    await call({ token: 'a.b.c' });
    const { info, warn } = pino.levels.values;
    const method = 'prosopon.v1.FaceRecognition/GetTemplateStatus';
    const address = '127.0.0.1';
    expect(lines).toMatchObject([
      { level: info, jobId: headers.jobid, method, status: 'OK', client: client.id },
      { level: info, status: 'InvalidArgument', error: expect.stringMatching(/^classId: /) },
      { level: warn, status: 'ResourceExhausted', address },
      { level: warn, status: 'Unauthenticated', detail: expect.any(String), address },
    ]);
    expect(JSON.stringify(lines)).not.toContain('a.b.c');
    await logged.close();
  });
});

describe('shutdown', () => {
  it('finishes running calls and accepts no new ones', async () => {
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const { promise: running, resolve: nowRunning } = Promise.withResolvers<void>();
    const { bookkeeping } = service.parts;
    const slow: typeof bookkeeping = {
      ...bookkeeping,
      async record(job) {
        nowRunning();
        await mayEnd;
        await bookkeeping.record(job);
      },
    };
    const closing = await overGrpc({ ...service, parts: { ...service.parts, bookkeeping: slow } });
    const call = () => closing.call('GetTemplateStatus', { client, classId: '5' });
    const first = call();
    await running;
    const closed = closing.server.close();
    expect((await call()).code).toBe(UNAVAILABLE);
    letEnd();
    expect((await first).code).toBe(OK);
    await closed;
    await closing.close();
  });

  it('cuts calls that do not end in time', async () => {
    const server = await startGrpcServer(
      { operations: service.parts, isReady: async () => true },
      { host: '127.0.0.1', port: 0, aliases: '', tls: undefined },
    );
    const other = connect(`http://127.0.0.1:${server.port}`);
    other.on('error', () => undefined);
    const stuck = other.request({ ':method': 'POST', ':path': QUALITY, authorization });
    stuck.on('error', () => undefined);
    stuck.write(framed(Buffer.alloc(10), 1000));
    await once(other, 'remoteSettings');
    await server.close(50);
    other.destroy();
  });
});
