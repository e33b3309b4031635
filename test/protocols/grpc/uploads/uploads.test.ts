/** Nobody's message freezes the process or takes the place of others: as with bodies over HTTP. */
import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { type GrpcServer, startGrpcServer } from '../../../../src/protocols/grpc/server.ts';
import { basic, jwt, startService, type TestService } from '../../../../testing/http/service.ts';

const INVALID_ARGUMENT = 3;
const DEADLINE_EXCEEDED = 4;
const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;
const RESOURCE_EXHAUSTED = 8;
const UNAVAILABLE = 14;
const MEBIBYTE = 1024 * 1024;

let service: TestService;
let server: GrpcServer;
let session: ClientHttp2Session;
let client: CreatedClient;
let authorization: string;
beforeAll(async () => {
  service = await startService();
  server = await start();
  session = connect(`http://127.0.0.1:${server.port}`).on('error', () => undefined);
  client = await service.client('shop', { partition: '1' });
  authorization = `Bearer ${await jwt(client)}`;
});
afterAll(async () => {
  session.destroy();
  await server.close(0);
  await service.close();
});

const start = (more = {}, operations = service.parts) =>
  startGrpcServer(
    { operations, isReady: async () => true },
    { host: '127.0.0.1', port: 0, aliases: '', tls: undefined, ...more },
  );

/** Begins a call whose message declares that length, and sends the first bytes of it. */
function begin(
  method: string,
  first: Uint8Array,
  { bearer = authorization, length = 40 * MEBIBYTE, over = session, flag = 0 } = {},
) {
  const stream = over.request({
    ':method': 'POST',
    ':path': method.startsWith('/') ? method : `/prosopon.v1.FaceRecognition/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: bearer,
    'transaction-id': 'T',
  });
  stream.on('error', () => undefined);
  const frame = Buffer.alloc(5);
  frame[0] = flag;
  frame.writeUInt32BE(length, 1);
  stream.write(Buffer.concat([frame, first]));
  return stream;
}

/** How a call is answered of whose message no more has come than its first bytes. */
async function answerOf(stream: ReturnType<typeof begin>) {
  const [header] = await once(stream, 'response');
  stream.destroy();
  const message = decodeURI(String(header['grpc-message']));
  return { code: Number(header['grpc-status']), message };
}

const EMPTY_IMAGES = Buffer.from('1200'.repeat(70_000), 'hex');

it("checks a token's permissions before reading the message", async () => {
  const path = '/token?id=shop&bcid=test.1.5&livedetection=false';
  const { text } = await service.call('GET', path, { headers: basic(client) });
  const answer = await answerOf(begin('Enroll', Buffer.of(0x08), { bearer: `Bearer ${text}` }));
  expect(answer).toEqual({
    code: PERMISSION_DENIED,
    message: expect.stringMatching(/does not permit the operation enroll/),
  });
  const [booked] = await service.parts.bookkeeping.list({ clientId: 'shop', limit: 1 });
  expect(booked).toMatchObject({
    operation: 'enroll',
    errors: [{ errorCode: 'PermissionDenied' }],
  });
});

it('refuses a message of endless members, and records it', async () => {
  const stream = begin('Enroll', EMPTY_IMAGES, { length: EMPTY_IMAGES.length });
  stream.end();
  const [trailers] = await once(stream.resume(), 'trailers');
  expect({
    code: Number(trailers['grpc-status']),
    message: decodeURI(trailers['grpc-message']),
  }).toEqual({
    code: INVALID_ARGUMENT,
    message: expect.stringMatching(/more than 65536 members/),
  });
  const latest = async () =>
    (await service.parts.bookkeeping.list({ clientId: 'shop', limit: 1 }))[0]?.errors[0]?.errorCode;
  await expect.poll(latest).toBe('InvalidArgument');
});

it('refuses a compressed message by its first byte', async () => {
  const answer = await answerOf(begin('Verify', Buffer.of(0x1f), { flag: 1 }));
  expect(answer).toMatchObject({ code: INVALID_ARGUMENT, message: /compressed/ });
});

it('tells a silent sender so, at the start or near the end', async () => {
  const strict = await start({ pace: { window: 50, leastBytes: 1000 } });
  const over = connect(`http://127.0.0.1:${strict.port}`).on('error', () => undefined);
  for (const [length, first] of [
    [40 * MEBIBYTE, Buffer.alloc(0)],
    [2, Buffer.of(0x08, 5)],
  ] as const) {
    const answer = await answerOf(begin('GetTemplateStatus', first, { length, over }));
    expect(answer).toMatchObject({ code: DEADLINE_EXCEEDED, message: /too slowly/ });
  }
  over.destroy();
  await strict.close(0);
});

it('does not wait for a caller who leaves during admission', async () => {
  const { authenticate } = service.parts;
  let decide = () => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  let asked = () => {};
  const arrived = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const slow: typeof authenticate = async (...call) => {
    asked();
    await decided;
    return authenticate(...call);
  };
  const pace = { window: 50, leastBytes: 1000 };
  const patient = await start({ pace }, { ...service.parts, authenticate: slow });
  const over = connect(`http://127.0.0.1:${patient.port}`).on('error', () => undefined);
  const jobs = () => service.parts.bookkeeping.list({ clientId: 'shop' });
  const before = (await jobs()).length;
  begin('Verify', Buffer.alloc(0), { over });
  await arrived;
  over.destroy();
  await setTimeout(100);
  decide();
  await setTimeout(4 * pace.window);
  expect((await jobs()).slice(0, -before || undefined)).toEqual([]);
  await patient.close(0);
});

it('counts unfinished messages; a client that holds too many stops nobody else', async () => {
  const over = connect(`http://127.0.0.1:${server.port}`, { maxSessionMemory: 500 });
  over.on('error', () => undefined);
  const image = Buffer.from([0x12, 0x80, 0x80, 0x80, 0x10, 0x0a, 0xf0, 0xff, 0xff, 0x0f]);
  const silent = Array.from({ length: 4 }, () => {
    const stream = begin('Enroll', image, { over });
    stream.write(Buffer.alloc(30 * MEBIBYTE));
    return stream;
  });
  // Of four the share of the client holds three.
  const { code } = await Promise.race(silent.map(answerOf));
  expect(code).toBe(UNAVAILABLE);
  const other = await service.client('other');
  const bearer = `Bearer ${await jwt(other)}`;
  const message = Buffer.from([0x08, 5]);
  const stream = begin('GetTemplateStatus', message, { bearer, length: message.length });
  stream.end();
  const [trailers] = await once(stream.resume(), 'trailers');
  expect(trailers['grpc-status']).toBe('0');
  over.destroy();
});

it('keeps no health name that is not served', async () => {
  const name = 'x'.repeat(60_000);
  const message = Buffer.concat([Buffer.from([0x0a, 0xe0, 0xd4, 0x03]), Buffer.from(name)]);
  for (const method of ['Check', 'Watch']) {
    const path = `/grpc.health.v1.Health/${method}`;
    const answer = await answerOf(begin(path, message, { length: message.length }));
    expect(answer).toEqual({ code: NOT_FOUND, message: 'no service of that name' });
  }
});

const REFLECTION = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';

it('unpacks nothing for a caller without credentials', async () => {
  const packed = gzipSync(Buffer.alloc(4 * MEBIBYTE));
  const length = packed.length;
  for (const path of [REFLECTION, '/grpc.health.v1.Health/Check']) {
    const answer = await answerOf(begin(path, packed, { length, flag: 1 }));
    expect(answer).toMatchObject({ code: INVALID_ARGUMENT, message: /compressed/ });
  }
  const stream = begin(REFLECTION, Buffer.of(0x3a, 0), { length: 2 });
  await once(stream, 'data');
  stream.write(Buffer.concat([Buffer.of(1, 0, 0, 0, 2), Buffer.alloc(2)]));
  const [trailers] = await once(stream, 'trailers');
  expect(decodeURI(trailers['grpc-message'])).toMatch(/compressed/);
});

it('answers a caller without credentials a number of questions', async () => {
  const stream = begin(REFLECTION, Buffer.of(0x3a, 0), { length: 2 });
  const closed = new Promise((resolve) => stream.resume().once('close', resolve));
  stream.write(Buffer.concat(Array(64).fill(Buffer.of(0, 0, 0, 0, 2, 0x3a, 0))));
  await closed;
  expect(stream.rstCode).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
});

it('holds a hundred calls without credentials open for an address', async () => {
  const full = await start();
  const sessions = Array.from({ length: 4 }, () =>
    connect(`http://127.0.0.1:${full.port}`).on('error', () => undefined),
  );
  const watch = (i: number) =>
    begin('/grpc.health.v1.Health/Watch', Buffer.alloc(0), {
      length: 0,
      over: sessions[i % 4]!,
    }).end();
  const open = Array.from({ length: 100 }, (_, i) => watch(i));
  await Promise.all(open.map((stream) => once(stream, 'data')));

  const answer = await answerOf(watch(0));

  expect(answer).toMatchObject({ code: RESOURCE_EXHAUSTED, message: /100 calls without/ });
  open[0]!.destroy();
  const isRefused = async () => {
    const [header] = await once(watch(0), 'response');
    return header['grpc-status'] !== undefined;
  };
  await expect.poll(isRefused).toBe(false);
  for (const each of sessions) each.destroy();
  await full.close(0);
});

it.each([
  ['who is let in by nobody', '/prosopon.v1.FaceRecognition/Enroll'],
  ['a call without credentials', '/grpc.health.v1.Health/Check'],
])('reads little of a message: %s', async (_, method) => {
  const stream = begin(method, Buffer.alloc(0), { bearer: 'Bearer a.b.c' });
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.resume();
  stream.write(Buffer.alloc(2 * MEBIBYTE));
  await closed;
});
