/** The one-to-many routes over real HTTP on real faces. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { examiningEngine } from '../../../../testing/engine.ts';
import { base64, startService, type TestService } from '../../../../testing/http/service.ts';
import { nobody, portrait } from '../../../../testing/people.ts';

const LARGEST = '9223372036854775807';
const TRANSACTION = { 'transaction-id': 'tx-17' };

let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
let ben: string;

beforeAll(async () => {
  engine = await examiningEngine();
  service = await startService(engine);
  client = await service.client('main');
  ben = base64(await portrait('ben', 1));
  const body = [{ image: base64(await portrait('ben')) }];
  await service.call('POST', `/api/face/v1/enroll/${LARGEST}`, { client, body });
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

const send = (route: string, body: unknown, headers: Record<string, string> = TRANSACTION) =>
  service.call('POST', `/api/face/v1/${route}`, { client, headers, body });

it.each(['search', 'identify'])('%s returns every member, with exact class ids', async (route) => {
  const empty = base64(await nobody());
  const body = { images: [{ image: ben }, { image: empty }], tags: [], topMatches: true };
  const answer = await send(route, body, { ...TRANSACTION, 'reference-number': 'r-1' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('transaction-id')).toBe('tx-17');
  expect(answer.headers.get('reference-number')).toBe('r-1');
  expect(answer.text).toContain(`"classId":${LARGEST}`);
  expect(Object.keys(answer.json)).toEqual(['status', 'errors', 'imageProperties', 'result']);
  expect(answer.json).toMatchObject({
    status: 'SUCCEEDED',
    errors: [{ errorCode: 'FaceNotFound' }],
  });
  expect(answer.json.imageProperties).toHaveLength(2);
  const [first, second] = answer.json.result;
  expect(Object.keys(first.matches[0])).toEqual(['classId', 'score']);
  expect(first.matches[0].score).toBeGreaterThan(0.5);
  expect(second).toEqual({ matches: [] });
});

it('accepts a body without tags and topMatches', async () => {
  const { status, json } = await send('search', { images: [{ image: ben }] });
  expect(status).toBe(200);
  expect(json.result[0].matches).toHaveLength(1);
});

it.each([
  ['an empty Transaction-ID', { images: [] }, { 'transaction-id': '' }, /^Transaction-ID: /],
  ['a tab in it', { images: [] }, { 'transaction-id': 'a\tb' }, /^Transaction-ID: /],
  ['no list of images', {}, TRANSACTION, /^images: missing/],
  ['65 tags', { images: [{ image: 'AAAA' }], tags: many(65) }, TRANSACTION, /^tags: /],
  [
    'a long tag',
    { images: [{ image: 'AAAA' }], tags: ['x'.repeat(65)] },
    TRANSACTION,
    /^tags\[0\]/,
  ],
])('refuses %s', async (_, body, headers, message) => {
  const { status, json } = await send('search', body, headers);
  expect(status).toBe(400);
  expect(json).toMatchObject({ code: 3, message: expect.stringMatching(message), details: [] });
});

it('ends if the caller hangs up', async () => {
  const gone = new AbortController();
  const body = { images: Array.from({ length: 30 }, () => ({ image: ben })) };
  const headers = { 'transaction-id': 'tx-gone' };
  const path = '/api/face/v1/search';
  const analyse = vi.spyOn(engine, 'analyse');
  const call = service.call('POST', path, { client, headers, body, signal: gone.signal });
  await expect.poll(() => analyse.mock.calls.length, { interval: 5 }).toBeGreaterThan(0);
  analyse.mockRestore();
  gone.abort();
  await expect(call).rejects.toThrow();
  const ended = async () =>
    (await service.parts.bookkeeping.list({ operation: 'search' })).find(
      ({ transactionId }) => transactionId === 'tx-gone',
    )?.status;
  await expect.poll(ended, { timeout: 20_000 }).toBe('CANCELLED');
});

function many(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `tag ${i}`);
}
