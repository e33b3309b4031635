/** The client library of TypeScript against a real service: what it calls, retries and throws. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ConnectionError,
  ForbiddenError,
  InvalidOptionError,
  InvalidRequestError,
  NotFoundError,
  Prosopon,
  Task,
  TooManyRequestsError,
  UnauthenticatedError,
  UnexpectedResponseError,
  verifyLivenessResult,
} from '../../clients/typescript/src/index.ts';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { endSession } from '../../testing/ended-session.ts';
import { testEngine } from '../../testing/engine.ts';
import { startService, type TestService } from '../../testing/http/service.ts';
import { portrait } from '../../testing/people.ts';

/** A class id that a number does not hold. */
const LARGE = 9_007_199_254_740_993n;

let engine: FaceEngine;
let service: TestService;
let shop: CreatedClient;
let prosopon: Prosopon;
let ada: Buffer;
let ben: Buffer;

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine);
  shop = await service.client('shop');
  prosopon = new Prosopon({ url: `${service.base}/`, ...shop });
  [ada, ben] = await Promise.all([portrait('ada'), portrait('ben')]);
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

describe('an application', () => {
  it('enrols, verifies, finds and erases a person', async () => {
    const options = { consent: 'form 7', referenceNumber: 'case 7' };
    const enrolled = await prosopon.enroll(LARGE, [ada], options);
    expect(enrolled).toMatchObject({ performedAction: 'NEW_TEMPLATE_CREATED', enrolledImages: 1 });
    expect(await prosopon.verify(LARGE, ada)).toMatchObject({ verified: true });
    expect(await prosopon.verify(LARGE, ben.toString('base64'))).toMatchObject({ verified: false });
    await prosopon.setTags(LARGE, ['staff']);
    const { classId, tags, consent } = await prosopon.templateStatus(LARGE);
    expect({ classId, tags, consent }).toMatchObject({ classId: LARGE, tags: ['staff'] });
    const found = await prosopon.identify([new Blob([new Uint8Array(ada)])], {
      transactionId: 'case 7',
      tags: ['staff'],
    });
    expect(found.result[0]?.matches[0]?.classId).toBe(LARGE);
    const [job] = await service.parts.bookkeeping.list({ operation: 'enroll', limit: 1 });
    expect(job).toMatchObject({ referenceNumber: 'case 7' });
    await prosopon.deleteTemplate(LARGE);
    await expect(prosopon.deleteTemplate(LARGE)).rejects.toThrow(NotFoundError);
  });

  it('gets the most similar people only on its word', async () => {
    const wide = new Prosopon({
      url: service.base,
      ...(await service.client('wide', { settings: { topMatches: 5 } })),
    });
    await wide.enroll(9, [ada]);
    const options = { transactionId: 'case 8' };
    expect((await wide.search([ben], options)).result[0]?.matches).toEqual([]);
    const most = await wide.search([ben], { ...options, topMatches: true });
    expect(most.result[0]?.matches[0]?.classId).toBe(9);
  });

  it('grades an image, and detects liveness', async () => {
    const { qualityMeasurements } = await prosopon.quality(ada);
    expect(qualityMeasurements.map(({ measure }) => measure)).toContain('HeadPoseYaw');
    expect(await prosopon.liveness([ada, { image: ada, tags: ['left'] }])).toMatchObject({
      status: 'SUCCEEDED',
      live: false,
    });
  });

  it('lets a browser do a task, and reads its result', async () => {
    await prosopon.enroll(5, [ada]);
    const token = await prosopon.taskToken('test.shop.5', { livedetection: false, maxtries: 2 });
    expect(await prosopon.taskResult(token)).toBeUndefined();
    const task = new Task({ url: service.base, token });
    expect(await task.upload(ada, { index: 0 })).toMatchObject({ accepted: true });
    expect(await task.run('verify')).toMatchObject({ success: true, triesLeft: 1 });
    expect(await prosopon.taskResult(token)).toMatchObject({ success: true, bcid: 'test.shop.5' });
    await expect(task.run('enroll')).rejects.toThrow(ForbiddenError);
  });

  it('creates a liveness session, and verifies its result', async () => {
    const bank = await service.client('bank', { settings: { livenessSessions: true } });
    const client = new Prosopon({ url: service.base, ...bank });
    const nonce = 'drawn for this session';
    const { sessionId, token, url } = await client.createLivenessSession({ nonce, photo: ada });
    expect(url).toBe(`${service.base}/liveness#${token}`);
    const task = new Task({ url: service.base, token });
    expect(await task.livenessSession()).toMatchObject({ state: 'created', attemptsLeft: 3 });
    expect((await task.challenge()).challenge).toHaveLength(1);
    await endSession(service.parts.livenessSessions, sessionId);
    const { state, result } = await client.livenessSession(sessionId);
    expect(state).toBe('succeeded');
    const expected = { url: service.base, id: 'bank', nonce };
    const claims = await verifyLivenessResult(result!, expected);
    expect(claims).toMatchObject({ jti: sessionId, decision: 'succeeded' });
    const [head, body, signature] = result!.split('.');
    for (const [text, other] of [
      [result!, { nonce: 'of another session' }],
      [result!, { id: 'shop' }],
      [result!, { issuer: 'https://elsewhere.example' }],
      [token, {}],
      [`${head}.${body}.${signature!.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))}`, {}],
    ] as const)
      await expect(verifyLivenessResult(text, { ...expected, ...other })).rejects.toThrow();
    expect((await client.deleteLivenessSession(sessionId)).receipt.split('.')).toHaveLength(3);
    await expect(client.livenessSession(sessionId)).rejects.toThrow(NotFoundError);
    await expect(prosopon.createLivenessSession({ nonce })).rejects.toThrow(ForbiddenError);
  });

  it('tests itself in a sandbox, without a face', async () => {
    const settings = { sandbox: true, livenessSessions: true };
    const box = await service.client('box', { settings });
    const sandbox = new Prosopon({ url: service.base, ...box });
    const forced = (sandboxOutcome: string) => ({ sandboxOutcome });
    const none = new Uint8Array([0]);
    expect(await sandbox.verify(1, none, forced('success'))).toMatchObject({ verified: true });
    expect(await sandbox.liveness([none], forced('live=false'))).toMatchObject({ live: false });
    expect(await sandbox.enroll(1, [none], forced('FaceNotFound'))).toMatchObject({
      errors: [{ errorCode: 'FaceNotFound' }],
    });
    await sandbox.deleteTemplate(1, forced('success'));
    await expect(sandbox.verify(1, none, forced('NotFound'))).rejects.toThrow(NotFoundError);
    await expect(sandbox.verify(1, none, forced('Unheard'))).rejects.toThrow('expected one of');
    await expect(prosopon.verify(1, none, forced('success'))).rejects.toThrow(InvalidRequestError);
    const nonce = 'drawn for this session';
    const { sessionId, token } = await sandbox.createLivenessSession({ nonce });
    const task = new Task({ url: service.base, token });
    await task.challenge();
    await task.upload(none, forced('success'));
    expect(await task.run('livenesssession', forced('success'))).toMatchObject({ success: true });
    const { result } = await sandbox.livenessSession(sessionId);
    const expected = { url: service.base, id: 'box', nonce };
    expect(await verifyLivenessResult(result!, expected)).toMatchObject({ sandbox: true });
  });

  it.each([32, 48, 512])('signs with a key of %i bytes, in base64url as well', async (bytes) => {
    const key = randomBytes(bytes).toString('base64url');
    const client = await service.client(`of-${bytes}`, { key });
    const signing = new Prosopon({ url: service.base, ...client });
    expect(await signing.templateStatus(404)).toMatchObject({ available: false });
  });

  it('gets typed errors', async () => {
    await expect(prosopon.verify(404, ada)).rejects.toMatchObject({
      name: 'NotFoundError',
      status: 404,
      code: 5,
      message: 'No biometric face template exists for class 404.',
      jobId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await expect(prosopon.quality(new Uint8Array(3))).rejects.toThrow(InvalidRequestError);
    const other = new Prosopon({
      url: service.base,
      ...shop,
      key: Buffer.alloc(64).toString('base64'),
    });
    await expect(other.templateStatus(1)).rejects.toThrow(UnauthenticatedError);
    const unknown = new Prosopon({ url: service.base, ...shop, secret: 'guess' });
    await expect(unknown.taskToken('test.shop.5')).rejects.toThrow(UnauthenticatedError);
    const { key: _, secret: __, ...nothing } = shop;
    await expect(new Prosopon({ url: service.base, ...nothing }).verify(1, ada)).rejects.toThrow(
      'key',
    );
  });
});

describe('an id', () => {
  const FACE = '/api/face/v1';
  const SESSIONS = '/api/v1/liveness-sessions';

  /** Of any type, as plain JavaScript may pass it. */
  type Call = (client: Prosopon, id: never) => Promise<unknown>;

  it.each<readonly [name: string, path: string, call: Call]>([
    ['a session read', `${SESSIONS}/ID`, (client, id) => client.livenessSession(id)],
    ['a session erased', `${SESSIONS}/ID`, (client, id) => client.deleteLivenessSession(id)],
    ['an enrolment', `${FACE}/enroll/ID`, (client, id) => client.enroll(id, [])],
    ['a verification', `${FACE}/verify/ID`, (client, id) => client.verify(id, '')],
    ['a status', `${FACE}/template/status/ID`, (client, id) => client.templateStatus(id)],
    ['tags', `${FACE}/template/ID/tags`, (client, id) => client.setTags(id, [])],
    ['a template erased', `${FACE}/template/ID`, (client, id) => client.deleteTemplate(id)],
  ])('of %s stays one segment of its path', async (_, path, call) => {
    const called: string[] = [];
    const recording = new Prosopon({
      url: 'https://faces.example',
      ...shop,
      fetch: async (address) => {
        called.push(new URL(String(address)).pathname);
        return Response.json({});
      },
    });
    const ask = (id: string) => call(recording, id as never);
    await ask('../../face/v1/template/1001').catch((error: unknown) => {
      expect(error).toBeInstanceOf(UnexpectedResponseError);
    });
    for (const dots of ['.', '..']) await expect(ask(dots)).rejects.toThrow(TypeError);
    expect(called).toEqual([path.replace('ID', '..%2F..%2Fface%2Fv1%2Ftemplate%2F1001')]);
  });
});

describe('on an engine that hides the digits of numbers', () => {
  const parse = JSON.parse;
  beforeEach(() => {
    vi.spyOn(JSON, 'parse').mockImplementation((text, revive) =>
      parse(text, revive && ((key, value) => revive(key, value))),
    );
  });
  afterEach(() => vi.restoreAllMocks());

  const answered = async (classId: string) => {
    let times = 0;
    const client = new Prosopon({
      ...{ url: 'https://faces.example', ...shop },
      fetch: async () => {
        times++;
        const headers = { 'content-type': 'application/json' };
        return new Response(`{"classId":${classId},"available":true}`, { headers });
      },
    });
    const answer = await client.templateStatus(1).catch((error: unknown) => error);
    return { answer, times };
  };

  it('a class id that a number rounds throws, at once', async () => {
    for (const id of [LARGE, -LARGE, 2n ** 63n - 1n])
      expect(await answered(String(id))).toEqual({
        answer: new TypeError('this engine cannot read 64-bit integers exactly'),
        times: 1,
      });
  });

  it('other numbers are read', async () => {
    const id = Number.MAX_SAFE_INTEGER;
    const answer = { classId: id, available: true };
    expect(await answered(String(id))).toEqual({ answer, times: 1 });
  });
});

describe('calls with temporary refusals', () => {
  /** Answers in this order, then by the last one; resolves to how often it was asked. */
  async function asked(
    answers: readonly RequestListener[],
    work: (client: Prosopon) => Promise<unknown>,
    retries = 2,
  ): Promise<{ readonly times: number; readonly thrown: unknown }> {
    let times = 0;
    const server = createServer((request, response) =>
      answers[Math.min(times++, answers.length - 1)]!(request, response),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const thrown = await work(new Prosopon({ url, ...shop, retries })).then(
      () => undefined,
      (error: unknown) => error,
    );
    server.closeAllConnections();
    server.close();
    return { times, thrown };
  }
  const refused =
    (status: number, headers = {}): RequestListener =>
    (_, response) =>
      void response.writeHead(status, headers).end();
  const gone: RequestListener = (request) => void request.socket.destroy();
  const fine: RequestListener = (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"verified":true}');

  it('are retried while that helps, after the wait that the service asks for', async () => {
    const began = Date.now();
    const answers = [refused(503, { 'retry-after': '1' }), fine];
    const again = await asked(answers, (client) => client.verify(1, ada));
    expect(again).toEqual({ times: 2, thrown: undefined });
    expect(Date.now() - began).toBeGreaterThanOrEqual(1000);
    const wrong = await asked([refused(400)], (client) => client.verify(1, ada));
    expect(wrong).toMatchObject({ times: 1, thrown: { name: 'InvalidRequestError' } });
    const long = await asked([refused(429, { 'retry-after': '900' })], (client) =>
      client.verify(1, ada),
    );
    expect(long.times).toBe(1);
    expect(long.thrown).toBeInstanceOf(TooManyRequestsError);
    expect(long.thrown).toMatchObject({ retryAfter: 900 });
  });

  it('are retried after a broken connection only if repeating is harmless', async () => {
    const verified = await asked([gone, fine], (client) => client.verify(1, ada));
    expect(verified).toEqual({ times: 2, thrown: undefined });
    const enrolled = await asked([gone, fine], (client) => client.enroll(1, [ada]));
    expect(enrolled.times).toBe(1);
    expect(enrolled.thrown).toBeInstanceOf(ConnectionError);
  });

  it('are retried when a proxy says so, unless repeating may do harm', async () => {
    for (const status of [502, 504]) {
      const verified = await asked([refused(status), fine], (client) => client.verify(1, ada));
      expect(verified).toEqual({ times: 2, thrown: undefined });
      const enrolled = await asked([refused(status), fine], (client) => client.enroll(1, [ada]));
      expect(enrolled).toMatchObject({ times: 1, thrown: { status, byService: false } });
    }
  });

  it('end with the signal, even while they wait', async () => {
    const ending = new AbortController();
    const waits: RequestListener = (request, response) => {
      refused(503, { 'retry-after': '20' })(request, response);
      setTimeout(() => ending.abort(new Error('given up')), 50);
    };
    const given = await asked([waits], (client) =>
      client.verify(1, ada, { signal: ending.signal }),
    );
    expect(given).toMatchObject({ times: 1, thrown: { message: 'given up' } });
  });
});

describe('what the service never sends', () => {
  const PAGE = '<html><title>Log in</title>';
  const HTML = { 'content-type': 'text/html' };
  const JSON_TYPE = { 'content-type': 'application/json' };

  type Call = (client: Prosopon) => Promise<unknown>;
  const CALLS: Readonly<Record<string, Call>> = {
    verify: (client) => client.verify(1, ''),
    enroll: (client) => client.enroll(1, []),
    templateStatus: (client) => client.templateStatus(1),
    setTags: (client) => client.setTags(1, []),
    deleteTemplate: (client) => client.deleteTemplate(1),
    search: (client) => client.search([], { transactionId: '1' }),
    liveness: (client) => client.liveness([]),
    photoVerify: (client) => client.photoVerify('', []),
    quality: (client) => client.quality(''),
    taskToken: (client) => client.taskToken('test.shop.1'),
    taskResult: (client) => client.taskResult(`.${btoa('{"tokenid":"1"}')}.`),
    createLivenessSession: (client) => client.createLivenessSession({ nonce: '1' }),
    livenessSession: (client) => client.livenessSession('1'),
    deleteLivenessSession: (client) => client.deleteLivenessSession('1'),
  };

  /** What the call throws when this answers it, and how often it was tried. */
  async function thrownBy(call: Call, answer: () => Response) {
    let times = 0;
    const client = new Prosopon({
      ...{ url: 'https://faces.example', ...shop, retries: 1 },
      fetch: async () => {
        times++;
        return answer();
      },
    });
    const thrown = await call(client).then(
      (value) => ({ value }),
      (error: unknown) => error,
    );
    return { thrown, times };
  }

  it.each<readonly [string, string, ResponseInit]>([
    ['a page', PAGE, { status: 200, headers: HTML }],
    ['a page that says it is JSON', PAGE, { status: 200, headers: JSON_TYPE }],
    ['nothing', '', { status: 200 }],
    ['JSON of something else', '{"login":"/sso"}', { status: 200, headers: JSON_TYPE }],
    ['a list', '[]', { status: 200, headers: JSON_TYPE }],
    ['null', 'null', { status: 200, headers: JSON_TYPE }],
    ['a text', '"done"', { status: 200, headers: JSON_TYPE }],
  ])('%s is a named error of every call', async (_, body, init) => {
    for (const [name, call] of Object.entries(CALLS)) {
      const { thrown, times } = await thrownBy(call, () => new Response(body, init));
      expect(thrown, name).toBeInstanceOf(UnexpectedResponseError);
      expect(thrown, name).toMatchObject({ status: 200, body });
      expect((thrown as Error).message, name).toMatch(
        /^[A-Z]+ https:\/\/faces\.example\/[\w/-]+: status 200, but not an answer of Prosopon/,
      );
      expect(times, name).toBe(1);
    }
  });

  it('no content is an answer only where the service has none', async () => {
    const none = () => new Response(null, { status: 204 });
    expect((await thrownBy(CALLS.verify!, none)).thrown).toBeInstanceOf(UnexpectedResponseError);
    expect((await thrownBy(CALLS.taskResult!, none)).thrown).toEqual({ value: undefined });
  });

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is named, not followed', async (status) => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url!);
      response.writeHead(status, { location: '/login?next=1' }).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new Prosopon({ url, ...shop });
    for (const call of Object.values(CALLS))
      await expect(call(client)).rejects.toMatchObject({
        name: 'UnexpectedResponseError',
        ...{ status, location: `${url}/login?next=1` },
        message: expect.stringContaining(`redirected to ${url}/login?next=1`),
      });
    const session = `${btoa('{"alg":"ES256","kid":"1"}')}.${btoa('{}')}.AA`;
    await expect(
      verifyLivenessResult(session, { url, id: 'shop', nonce: '1' }),
    ).rejects.toMatchObject({ name: 'UnexpectedResponseError', status });
    expect(paths.filter((path) => path.startsWith('/login'))).toEqual([]);
    server.close();
  });

  it.each<readonly [string, string]>([
    ['an error of another shape', '{"error":{"message":"blocked","code":"x"}}'],
    ['a message that is no text', '{"message":{"text":"blocked"},"code":"x"}'],
    ['null', 'null'],
    ['a list', '["blocked"]'],
    ['broken JSON', '{"message":"blo'],
    ['a page', PAGE],
  ])('a refusal with %s keeps status and body', async (_, body) => {
    for (const status of [400, 401, 403, 404, 500]) {
      const { thrown, times } = await thrownBy(
        CALLS.verify!,
        () => new Response(body, { status, headers: JSON_TYPE }),
      );
      expect(thrown).toMatchObject({ status, body, code: undefined, byService: false });
      expect((thrown as Error).message).toContain(`status ${status}, "`);
      expect(times).toBe(1);
    }
  });
});

describe('an option that is missing or wrong', () => {
  const make = (given: unknown) => () => new Prosopon(given as never);
  const right = { url: 'https://faces.example', id: 'shop' };

  it.each<readonly [string, unknown, string]>([
    ['no url', { ...right, url: undefined }, 'url: expected the address'],
    ['no address', { ...right, url: 'faces.example' }, 'not "faces.example"'],
    ['another protocol', { ...right, url: 'ftp://faces.example' }, 'url:'],
    ['a query', { ...right, url: 'https://faces.example?x' }, 'query'],
    ['no id', { url: right.url }, 'id: expected the id of a client, not undefined'],
    ['an empty id', { ...right, id: '' }, 'id:'],
    ['no base64', { ...right, key: 'not a key!' }, 'key: expected base64'],
    ['a short key', { ...right, key: 'AAAA' }, 'key: expected base64'],
    ['a secret that is no text', { ...right, secret: 7 }, 'secret:'],
    ['nothing', undefined, '{ url, id, key, secret }'],
  ])('%s is named', (_, given, message) => {
    expect(make(given)).toThrow(InvalidOptionError);
    expect(make(given)).toThrow(message);
  });

  it('no token is named', async () => {
    expect(() => new Task({ url: right.url, token: undefined as never })).toThrow(
      InvalidOptionError,
    );
    await expect(new Prosopon(right).taskResult('x')).rejects.toThrow('token: expected');
  });
});

it('its first example runs unchanged', async () => {
  const page = await readFile('clients/typescript/README.md', 'utf8');
  const code = /```js\n(.*?)```/s.exec(page)![1]!;
  const library = new URL('../../clients/typescript/src/index.ts', import.meta.url).href;
  const file = join(service.location.dataDir, 'photo.jpg');
  await writeFile(file, ada);
  const first = code
    .replace("'@prosopon/client'", `'${library}'`)
    .replaceAll('1001', '77')
    .replace('argv[2]', 'argv[1]');
  const run = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', first, '--', file], {
      env: {
        ...process.env,
        PROSOPON_URL: service.base,
        PROSOPON_ID: shop.id,
        PROSOPON_KEY: shop.key,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return text(child.stdout);
  };
  // Without a file of its own the program's first argument is one place further to the front.
  expect(code).toContain('process.argv[2]');
  expect(await run()).toBe('NEW_TEMPLATE_CREATED\n');
  expect(await run()).toMatch(/^It is 77 \(/);
  await rm(file);
});
