/** Nobody's body freezes the process, fills its memory or takes the place of others. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../../src/access/clients/client.ts';
import { Unavailable } from '../../../../../src/errors.ts';
import type { Share } from '../../../../../src/scheduling/fair-queue.ts';
import { namingEngine } from '../../../../../testing/examined-faces.ts';
import { basic, jwt, startService, type TestService } from '../../../../../testing/http/service.ts';

/** None of these bodies comes as far as a face. */
const PAGE = { 'x-csrf': '1' };
const MEBIBYTE = 1024 * 1024;

let service: TestService;
let client: CreatedClient;
let authorization: string;
beforeAll(async () => {
  service = await startService();
  client = await service.client('shop', { partition: '1' });
  authorization = `Bearer ${await jwt(client)}`;
});
afterAll(() => service.close());

interface Upload {
  readonly sending: ClientRequest;
  readonly answer: Promise<{
    readonly status: number;
    readonly json: { readonly message: string };
  }>;
}

/** Begins a request that declares a body of that length and sends the first bytes of it. */
function begin(
  path: string,
  headers: Readonly<Record<string, string>>,
  { length = 40 * MEBIBYTE, first = '{', method = 'POST', to = service } = {},
): Upload {
  const sending = request(to.base + path, {
    method,
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
    agent: false,
  });
  sending.on('error', () => undefined);
  sending.write(first);
  const answer = once(sending, 'response').then(async ([response]: IncomingMessage[]) => {
    const text = Buffer.concat(await response!.toArray()).toString();
    return { status: response!.statusCode ?? 0, json: JSON.parse(text) };
  });
  return { sending, answer };
}

/** How a request is answered of whose body only the first bytes have come. */
async function early(...given: Parameters<typeof begin>) {
  const { sending, answer } = begin(...given);
  const answered = await answer;
  sending.destroy();
  return answered;
}

describe('before a body is read', () => {
  const token = async (query: string) => {
    const path = `/token?id=shop&bcid=test.1.5&livedetection=false${query}`;
    return (await service.call('GET', path, { headers: basic(client) })).text;
  };

  it.each([
    [
      'another task',
      '/api/face/v1/enroll/5',
      /does not permit the operation enroll: ask for a token for the task enroll/,
    ],
    ['another class', '/api/face/v1/verify/6', /another class/],
    [
      'a search',
      '/api/face/v1/search',
      /operation search: with a token for the task identify, call identify/,
    ],
  ])("checks a token's permissions: %s", async (_, path, message) => {
    const headers = { authorization: `Bearer ${await token('')}`, 'transaction-id': 'T' };
    const { status, json } = await early(path, headers);
    expect({ status, message: json.message }).toEqual({
      status: 403,
      message: expect.stringMatching(message),
    });
    const [booked] = await service.parts.bookkeeping.list({ clientId: 'shop', limit: 1 });
    expect(booked).toMatchObject({
      status: 'FAULTED',
      errors: [{ errorCode: 'PermissionDenied' }],
    });
  });

  it('tells a client with too many waiting images when to come back', async () => {
    const full = {
      ...namingEngine(),
      requireRoom({ client: waiting }: Share) {
        if (waiting === 'shop') throw new Unavailable('Too many requests.', 7);
      },
    };
    const busy = await startService(full);
    const shop = await busy.client('shop', { partition: '1' });
    const [other, headers] = await Promise.all(
      [await busy.client('other', { partition: '2' }), shop].map(async (one) => ({
        authorization: `Bearer ${await jwt(one)}`,
      })),
    );
    const verify = '/api/face/v1/verify/5';
    const { status, json } = await early(verify, headers!, { to: busy });
    expect({ status, message: json.message }).toEqual({
      status: 503,
      message: 'Too many requests.',
    });
    expect(
      (await busy.call('GET', '/api/face/v1/template/status/5', { client: shop })).status,
    ).toBe(200);
    const answered = await early(verify, other!, { to: busy, first: 'no JSON', length: 7 });
    expect(answered.status).toBe(400);
    await busy.close();
  });

  it('refuses a token without attempts, at no cost', async () => {
    const bearer = await token('&maxtries=1');
    const headers = { authorization: `Bearer ${bearer}` };
    await service.call('POST', '/api/face/v1/verify/5', { token: bearer, body: { image: 'AAAA' } });
    const { status, json } = await early('/api/face/v1/verify/5', headers);
    expect({ status, ...json }).toMatchObject({ status: 403, message: /attempts .* used up/ });
  });

  it("checks that the client's settings allow the call", async () => {
    const narrow = await service.client('narrow', { settings: { allowedOperations: ['verify'] } });
    const headers = { authorization: `Bearer ${await jwt(narrow)}` };
    expect((await early('/api/face/v1/enroll/5', headers)).status).toBe(403);
  });

  it('accepts samples only with task tokens', async () => {
    expect((await early('/api/v1/upload', { authorization })).status).toBe(403);
  });

  it.each([
    ['a face before a name', '/account/v1/sign-in/face', 404],
    ['an enrolment by nobody', '/account/v1/face', 401],
  ])('checks the session of a page: %s', async (_, path, status) => {
    expect((await early(path, PAGE)).status).toBe(status);
  });

  it('answers 404 to an unknown address, without reading the body', async () => {
    expect((await early('/nowhere', {})).status).toBe(404);
  });
});

describe('a body', () => {
  it('of a page is small, whether declared or not', async () => {
    const path = '/account/v1/sign-in';
    expect((await early(path, PAGE, { length: 70_000 })).status).toBe(413);
    const raw = JSON.stringify({ identifier: 'x'.repeat(70_000) });
    const answer = await service.call('POST', path, { raw, headers: PAGE });
    expect(answer).toMatchObject({ status: 413, json: { message: /larger than 64 KB/ } });
  });

  it.each([
    ['empty images', '/api/face/v1/enroll/5', '[', '{},'],
    ['tags', '/api/face/v1/verify/5', '{"image":"AAAA","tags":[', '"",'],
    ['brackets', '/api/v1/livenessdetection', '', '['],
    ['escapes', '/api/ofiq/v1/faceimagequality', '{"image":"\\\\","x":[', '"\\\\",'],
  ])('of endless %s is refused on arrival', async (_, path, head, item) => {
    const first = head + item.repeat(MEBIBYTE / item.length);
    const { status, json } = await early(path, { authorization }, { first });
    expect({ status, ...json }).toMatchObject({ status: 400, message: /^body: / });
  });

  it('of a long list names its first wrong image', async () => {
    const image = 'A'.repeat(40);
    const list: object[] = Array.from({ length: 5000 }, () => ({ image }));
    list[4321] = { image, tags: [''.padEnd(3), 7] };
    list[4500] = {};
    const answer = await service.call('POST', '/api/face/v1/enroll/5', { client, body: list });
    expect(answer).toMatchObject({ status: 400, json: { message: /^images\[4321\]\.tags/ } });
  });
});

describe('a sender', () => {
  it('who falls silent gets 408, and is cut off', async () => {
    const pace = { window: 50, leastBytes: 1000 };
    const unread = { bytes: MEBIBYTE, milliseconds: 0 };
    const strict = await startService(undefined, { limits: { pace, unread } });
    const headers = { authorization: `Bearer ${await jwt(await strict.client('slow'))}` };
    const { sending, answer } = begin('/api/face/v1/verify/5', headers, {
      first: ' '.repeat(5000),
      to: strict,
    });
    const closed = new Promise((resolve) => sending.once('close', resolve));
    expect(await answer).toMatchObject({ status: 408, json: { message: /too slowly/ } });
    await closed;
    await strict.close();
  });

  it('who continues after the response is cut off after a limited amount', async () => {
    const unread = { bytes: MEBIBYTE, milliseconds: 60_000 };
    const strict = await startService(undefined, { limits: { unread } });
    const socket = connect(Number(new URL(strict.base).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      'POST /api/face/v1/verify/5 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
        'transfer-encoding: chunked\r\n\r\n',
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    socket.resume();
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', send);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    send();
    await closed;
    await strict.close();
  });

  it('who is unknown does not stop known ones', async () => {
    const limits = { bodyBytesInFlight: 5 * MEBIBYTE };
    const small = await startService(namingEngine(), { limits });
    const known = await small.client('known');
    const named = { method: 'POST', body: { identifier: 'eve' }, headers: PAGE };
    const { headers } = await small.call('POST', '/account/v1/sign-in', named);
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const first = `{"images":[${' '.repeat(0.9 * MEBIBYTE)}`;
    const held = Array.from({ length: 12 }, () =>
      begin(
        '/account/v1/sign-in/face',
        { ...PAGE, cookie },
        { first, length: MEBIBYTE, to: small },
      ),
    );
    // Of twelve the share holds one: the others are told to come back.
    const refused = held.map(({ answer }) => answer.catch(() => ({ status: 0 })));
    expect((await Promise.race(refused)).status).toBe(503);
    const image = 'A'.repeat(2 * MEBIBYTE);
    const path = '/api/face/v1/verify/5';
    const answer = await small.call('POST', path, { client: known, body: { image } });
    expect(answer).toMatchObject({ status: 404, json: { message: /No biometric face template/ } });
    for (const { sending } of held) sending.destroy();
    await small.close();
  });
});
