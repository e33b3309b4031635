/** What surrounds the operations: probes, metrics, limits, browsers, unknown addresses. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import { createCallRates } from '../../../src/protocols/call-rates.ts';
import { jwt, startService, type TestService } from '../../../testing/http/service.ts';

const STATUS = '/api/face/v1/template/status/1';
const ORIGIN = 'https://shop.example';

let service: TestService;
let client: CreatedClient;
beforeAll(async () => {
  // No face is needed: the engine is one that is still loading.
  service = await startService();
  client = await service.client('main', { allowedOrigins: [ORIGIN] });
});
afterAll(() => service.close());

describe('probes and metrics', () => {
  it('lives before it is ready, and names the part that is not', async () => {
    expect(await service.call('GET', '/livez')).toMatchObject({ status: 200 });
    const { status, json, headers } = await service.call('GET', '/readyz');
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('1');
    expect(json).toEqual({
      ready: false,
      parts: { engine: 'not ready', database: 'ready' },
      problems: [],
      liveness: false,
      missing: [],
    });
  });

  it('counts requests by route and status', async () => {
    await service.call('GET', STATUS, { client });
    await service.call('GET', `${STATUS}${'0'.repeat(30)}`, { client });
    await service.call('GET', '/nothing/here');
    const { text } = await service.call('GET', '/metrics');
    const route = '/api/face/v1/template/status/:classId';
    for (const [path, status] of [
      [route, 200],
      [route, 400],
      ['none', 404],
    ])
      expect(text).toContain(
        `prosopon_http_requests_total{method="GET",route="${path}",status="${status}"}`,
      );
    expect(text).toMatch(/^prosopon_engine_ready 0$/m);
    expect(text).toMatch(/^process_resident_memory_bytes [0-9]+/m);
    expect(text).not.toContain('nothing/here');
  });
});

describe('addresses', () => {
  it('serve pages without too many listeners on one response', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => void warnings.push(name);
    process.on('warning', note);
    await service.call('GET', '/', { headers: { accept: 'text/html' } });
    await service.call('GET', '/docs/api/static/index.html');
    await new Promise((resume) => setImmediate(resume));
    process.off('warning', note);
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  });

  it.each([
    ['an image', 'POST', JSON.stringify({ image: 'A'.repeat(200_000) })],
    ['no JSON', 'PUT', '{'],
  ])('with a typo get 404 with %s in the body', async (_name, method, raw) => {
    const headers = { origin: ORIGIN };
    const answer = await service.call(method, '/api/face/v1/verfy/1', { client, raw, headers });
    expect(answer).toMatchObject({ status: 404, json: { code: 5 } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    const other = await service.call(method, '/api/face/v1/verfy/1', {
      raw,
      headers: { 'content-type': 'image/jpeg', accept: 'text/html' },
    });
    expect(other).toMatchObject({ status: 404, json: { code: 5 } });
  });

  it('with a typo get 404 while the body is still arriving', async () => {
    const upload = request(`${service.base}/api/face/v1/verfy/1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 40_000_000 },
    });
    upload.on('error', () => undefined);
    upload.write('{"image":"');
    const [answer] = await once(upload, 'response');
    expect(answer.statusCode).toBe(404);
    upload.destroy();
  });

  it('get 404 and 405 in the error form', async () => {
    const nothing = await service.call('GET', '/api/face/v1/nothing');
    expect(nothing).toMatchObject({ status: 404, json: { code: 5, details: [] } });
    const wrong = await service.call('PATCH', STATUS, { client });
    expect(wrong).toMatchObject({ status: 405, json: { code: 3 } });
    expect(wrong.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('authentication', () => {
  it('comes before everything else', async () => {
    const path = '/api/face/v1/verify/not-a-number';
    const raw = '{'.repeat(100);
    const { status, headers } = await service.call('POST', path, { raw });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  it('responds while the body is still arriving', async () => {
    const upload = request(`${service.base}/api/face/v1/verify/1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 40_000_000 },
    });
    upload.on('error', () => undefined);
    upload.write('{"image":"');
    const [answer] = await once(upload, 'response');
    expect(answer.statusCode).toBe(401);
    upload.destroy();
  });
});

describe('limits', () => {
  it('refuses a body over the limit with 413, declared or not', async () => {
    const small = await startService(undefined, { limits: { bodyBytes: 1000 } });
    const other = await small.client('other');
    const path = '/api/face/v1/verify/1';
    const raw = `{"image":"${'A'.repeat(1500)}"}`;
    const declared = await small.call('POST', path, { client: other, raw });
    expect(declared).toMatchObject({ status: 413, json: { code: 3 } });

    const authorization = `Bearer ${await jwt(other)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const chunked = request(small.base + path, { method: 'POST', headers });
    chunked.write(raw.slice(0, 700));
    chunked.end(raw.slice(700));
    const [answer] = await once(chunked, 'response');
    expect(answer.resume().statusCode).toBe(413);
    await small.close();
  });

  it('answers 429 with Retry-After to a client that calls too often', async () => {
    const strict = await startService(undefined, { rates: createCallRates({ callsPerClient: 3 }) });
    const eager = await strict.client('eager');
    const calm = await strict.client('calm');
    for (let i = 0; i < 3; i++)
      expect((await strict.call('GET', STATUS, { client: eager })).status).toBe(200);
    const refused = await strict.call('GET', STATUS, { client: eager });
    expect(refused).toMatchObject({ status: 429, json: { code: 8, details: [] } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await strict.call('GET', STATUS, { client: calm })).status).toBe(200);
    await strict.close();
  });

  it('answers 429 to an address that fails to authenticate too often, and only then', async () => {
    const strict = await startService(undefined, {
      rates: createCallRates({ failedAuthentications: 2 }),
    });
    const honest = await strict.client('honest');
    const fail = async () => (await strict.call('GET', STATUS, { token: 'a.b.c' })).status;
    expect([await fail(), await fail(), await fail()]).toEqual([401, 401, 429]);
    expect((await strict.call('GET', STATUS, { client: honest })).status).toBe(200);
    await strict.close();
  });

  it('refuses two Host headers, and none', async () => {
    const port = Number(new URL(service.base).port);
    for (const hosts of ['host: a\r\nHost: b\r\n', 'host: a\r\nhost: a\r\n', '']) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET /livez HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
      const [answer] = await once(socket, 'data');
      expect(String(answer), hosts).toMatch(/^HTTP\/1\.1 400 /);
      socket.destroy();
    }
  });

  it('answers 503 while the engine loads', async () => {
    const image = 'AAAA';
    const path = '/api/face/v1/enroll/1';
    const { status, json } = await service.call('POST', path, { client, body: [{ image }] });
    expect(status).toBe(503);
    expect(json).toMatchObject({ code: 14, message: 'The service is starting.' });
  });
});

describe('browsers', () => {
  const preflight = (origin: string) =>
    service.call('OPTIONS', '/api/face/v1/verify/1', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
  const allowed = (headers: Headers) => headers.get('access-control-allow-origin');

  it('may call from origins listed by the client', async () => {
    const { status, headers } = await preflight(ORIGIN);
    expect(status).toBe(204);
    expect(allowed(headers)).toBe(ORIGIN);
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    const call = await service.call('GET', STATUS, { client, headers: { origin: ORIGIN } });
    expect(allowed(call.headers)).toBe(ORIGIN);
    expect(call.headers.get('access-control-expose-headers')).toContain('jobid');
  });

  it("may not call from others, nor with another client's credentials", async () => {
    expect(allowed((await preflight('https://evil.example')).headers)).toBeNull();
    const other = await service.client('other');
    const call = await service.call('GET', STATUS, { client: other, headers: { origin: ORIGIN } });
    expect(call.status).toBe(200);
    expect(allowed(call.headers)).toBeNull();
  });
});
