/** Whatever is sent, the answer is a clean refusal: never a 500, a stack, a path or silence. */
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { createCallRates } from '../../../../src/protocols/call-rates.ts';
import { testEngine } from '../../../../testing/engine.ts';
import {
  type Answer,
  base64,
  jwt,
  startService,
  type TestService,
} from '../../../../testing/http/service.ts';
import { mangledImages } from '../../../../testing/mangled.ts';
import { portrait } from '../../../../testing/people.ts';

let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
let token: string;
let image: string;

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine, {
    rates: createCallRates({ failedAuthentications: 1_000_000 }),
  });
  client = await service.client('main');
  token = await jwt(client);
  image = base64(await portrait('ben'));
  await service.call('POST', '/api/face/v1/enroll/1', { token, body: [{ image }] });
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

/** The answer is one of these, in the one error form, and gives nothing away. */
function expectClean(answer: Answer, ...statuses: readonly number[]): void {
  expect(statuses, answer.text).toContain(answer.status);
  expect(answer.headers.get('jobid')).toBeTruthy();
  if (answer.status === 200) return;
  expect(Object.keys(answer.json)).toEqual(['code', 'message', 'details']);
  expect(answer.text).not.toMatch(/\.(ts|js)\b|node_modules|\bat \S+ \(|\/(work|home|tmp|usr)\//);
}

const ROUTES = [
  ['POST', '/api/face/v1/verify/1'],
  ['POST', '/api/face/v1/enroll/1'],
  ['PUT', '/api/face/v1/template/1/tags'],
  ['POST', '/api/v1/livenessdetection'],
  ['POST', '/api/v1/videolivenessdetection'],
  ['POST', '/api/v1/photoverify'],
] as const;

const route = fc.constantFrom(...ROUTES);

describe('images', () => {
  it('answers every mangled one with 400 and the member, or processes it', async () => {
    for (const { name, bytes, expect: fate } of await mangledImages()) {
      const body = [{ image: base64(bytes) }];
      const answer = await service.call('POST', '/api/face/v1/enroll/2', { token, body });
      expectClean(answer, fate === 'refused' ? 400 : 200);
      if (fate === 'refused')
        expect(answer.json, name).toMatchObject({
          code: 3,
          message: expect.stringMatching(/^images\[0\]\.image: /),
        });
    }
  });
});

describe('bodies', () => {
  it('may be any JSON value', async () => {
    const member = fc.constantFrom(
      'image',
      'images',
      'liveImages',
      'video',
      'photo',
      'tags',
      '__proto__',
      'constructor',
      'x',
    );
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        fc.dictionary(member, tie('value')),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(route, value, async ([method, path], body) => {
        expectClean(await service.call(method, path, { token, body }), 200, 400);
      }),
      { numRuns: 300 },
    );
  });

  it('may be any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(route, fc.uint8Array({ maxLength: 400 }), async ([method, path], bytes) => {
        expectClean(await service.call(method, path, { token, raw: Uint8Array.from(bytes) }), 400);
      }),
    );
  });

  it('may have any text in place of an image', async () => {
    const text = fc.oneof(fc.string(), fc.base64String(), fc.constant('data:;base64,'));
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const body = { image: given };
        const answer = await service.call('POST', '/api/face/v1/verify/1', { token, body });
        expectClean(answer, 400);
        expect(answer.json.message).toMatch(/^image: /);
      }),
    );
  });

  it('may have a million brackets, or a number of a million digits', async () => {
    for (const raw of ['['.repeat(1e6), `[${'1'.repeat(1e6)}]`, `{"a":${'{"a":'.repeat(1e5)}`])
      expectClean(await service.call('POST', '/api/face/v1/verify/1', { token, raw }), 400);
    const nested = `${'['.repeat(1e6)}${']'.repeat(1e6)}`;
    for (const [method, path] of ROUTES)
      expectClean(await service.call(method, path, { token, raw: nested }), 400);
  });

  it('have one content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'x', 'image/jpeg'])
      for (const [method, path] of ROUTES) {
        const headers = { 'content-type': type };
        expectClean(await service.call(method, path, { token, raw: '{}', headers }), 400, 415);
      }
  });
});

describe('addresses and headers', () => {
  it('may have any class id and any path', async () => {
    const segment = fc.oneof(
      fc.string(),
      fc.bigInt().map(String),
      fc.constantFrom('%', '%00', '%zz', '..', '%2e%2e', '9223372036854775808', 'x'.repeat(3000)),
    );
    await fc.assert(
      fc.asyncProperty(segment, fc.boolean(), async (given, encoded) => {
        const text = encoded ? encodeURIComponent(given) : encodeURI(given).replaceAll('%25', '%');
        const path = `/api/face/v1/template/status/${text}`;
        const answer = await service.call('GET', path, { token });
        if (answer.status !== 200) expectClean(answer, 400, 404, 405, 414);
      }),
    );
  });

  it('may have any reference number', async () => {
    const octet = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f);
    const value = fc.array(octet, { maxLength: 300 }).map((codes) => String.fromCharCode(...codes));
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        const headers = { 'reference-number': given };
        const path = '/api/face/v1/template/status/1';
        expectClean(await service.call('GET', path, { token, headers }), 200, 400);
      }),
    );
  });

  it('may have any token', async () => {
    const part = fc.oneof(
      fc.base64String(),
      fc.json().map((text) => base64(Buffer.from(text))),
    );
    const bearer = fc.oneof(
      fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((c) => String.fromCharCode(c)) }),
      fc.tuple(part, part, part).map((parts) => `Bearer ${parts.join('.')}`),
      fc.nat(token.length - 2).map((at) => {
        const wrong = token[at] === 'A' ? 'B' : 'A';
        return `Bearer ${token.slice(0, at)}${wrong}${token.slice(at + 1)}`;
      }),
      fc.constantFrom('Bearer', 'Bearer ', 'Basic x', `bearer ${'x'.repeat(9000)}`, 'Bearer a.b.c'),
    );
    await fc.assert(
      fc.asyncProperty(route, bearer, async ([method, path], authorization) => {
        const answer = await service.call(method, path, { headers: { authorization }, body: {} });
        expectClean(answer, 401);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(answer.json.message).toBe('Missing or invalid authentication credentials.');
      }),
      { numRuns: 300 },
    );
  });

  it('survive bytes that are no HTTP', async () => {
    const { hostname, port } = new URL(service.base);
    const junk = [
      '\x16\x03\x01\x02\x00',
      'GET\r\n\r\n',
      `GET / HTTP/1.1\r\nA: ${'x'.repeat(1e5)}\r\n`,
    ];
    for (const bytes of junk) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.write(bytes);
      await once(socket, 'close');
      expect(answer).toMatch(/^HTTP\/1\.1 4[0-9]{2} [\s\S]*"code":3/);
    }
    expect((await service.call('GET', '/livez')).status).toBe(200);
  });
});
