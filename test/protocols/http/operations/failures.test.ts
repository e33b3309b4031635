/** What ends a call without a decision: 408 and 500 of the operations, and the end of a long search. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { Cancelled, DeadlineExceeded } from '../../../../src/errors.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { LONGEST_CALL } from '../../../../src/operations/search/search.ts';
import { imagesOf, namingEngine } from '../../../../testing/examined-faces.ts';
import { base64, startService, type TestService } from '../../../../testing/http/service.ts';

let service: TestService;
let client: CreatedClient;
/** What the engine does with the next images; undefined: it sees the people who are named. */
let examine: ((signal: AbortSignal | undefined) => Promise<never>) | undefined;

const named = namingEngine();
const engine: FaceEngine = {
  ...named,
  analyse: (image, options) => examine?.(options?.signal) ?? named.analyse(image, options),
  analyseLiveness: (image, options) =>
    examine?.(options?.signal) ?? named.analyseLiveness(image, options),
  gradeQuality: (image, options) =>
    examine?.(options?.signal) ?? named.gradeQuality(image, options),
};
const image = base64(imagesOf('ada', 1)[0]!.bytes);

beforeAll(async () => {
  service = await startService(engine);
  client = await service.client('main', { settings: { thumbnails: false } });
  const enrolled = await service.call('POST', '/api/face/v1/enroll/1', {
    client,
    body: [{ image }],
  });
  expect(enrolled.json).toMatchObject({ performedAction: 'NEW_TEMPLATE_CREATED' });
});
afterEach(() => {
  examine = undefined;
});
afterAll(() => service.close());

const CALLS = [
  ['verify', '/api/face/v1/verify/1', { image }],
  ['livenessdetection', '/api/v1/livenessdetection', { liveImages: [{ image }] }],
  ['faceimagequality', '/api/ofiq/v1/faceimagequality', { image }],
] as const;

const ENDS = [
  ['the caller cancelled', () => new Cancelled(), 408, 1],
  ['it took too long', () => new DeadlineExceeded('It took too long.'), 408, 4],
  ['something broke', () => new Error('/srv/models/secret.onnx is gone'), 500, 13],
] as const;

describe.each(CALLS)('%s', (_name, path, body) => {
  it.each(ENDS)('if %s', async (_why, error, status, code) => {
    examine = () => Promise.reject(error());
    const answer = await service.call('POST', path, { client, body });
    expect(answer).toMatchObject({
      status,
      json: { code, message: expect.any(String), details: [] },
    });
    expect(answer.headers.get('jobid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.text).not.toContain('secret');
    const [job] = await service.parts.bookkeeping.list({ clientId: 'main', limit: 1 });
    expect(job?.status).toBe(code === 1 ? 'CANCELLED' : 'FAULTED');
  });
});

it('a bulk search ends after ten minutes, with 408 and an entry in the trail', async () => {
  const { setTimeout: begin } = globalThis;
  let tenMinutesPass = () => {};
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((callback, milliseconds) => {
    if (milliseconds === LONGEST_CALL) tenMinutesPass = callback;
    return begin(callback, milliseconds);
  });
  examine = (signal) => {
    tenMinutesPass();
    return Promise.reject(signal?.reason);
  };
  try {
    const answer = await service.call('POST', '/api/face/v1/search', {
      client,
      headers: { 'transaction-id': 'long' },
      body: { images: imagesOf('ada', 20).map(({ bytes }) => ({ image: base64(bytes) })) },
    });
    expect(answer).toMatchObject({
      status: 408,
      json: { code: 4, message: expect.stringMatching(/longer than 10 minutes/) },
    });
    expect(answer.headers.get('transaction-id')).toBe('long');
  } finally {
    timers.mockRestore();
  }
  const [entry] = await service.parts.audit.list({ event: 'search', limit: 1 });
  expect(entry).toMatchObject({ transactionId: 'long', details: { outcome: 'FAULTED' } });
});
