/** The contract over real HTTP on real faces: paths, answers, headers, exact ids. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { base64, startService, type TestService } from '../../../../testing/http/service.ts';
import { portrait } from '../../../../testing/people.ts';

const LARGEST = '9223372036854775807';
const GUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
let ben: string;

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine);
  client = await service.client('main');
  ben = base64(await portrait('ben'));
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

const send = (method: string, path: string, body?: unknown, headers = {}) =>
  service.call(method, path, { client, headers, ...(body === undefined ? {} : { body }) });
const enroll = (id: string | number, body: unknown) =>
  send('POST', `/api/face/v1/enroll/${id}`, body);
const verify = (id: string | number, body: unknown) =>
  send('POST', `/api/face/v1/verify/${id}`, body);
const status = (id: string | number, query = '') =>
  send('GET', `/api/face/v1/template/status/${id}${query}`);

describe('enrol and verify', () => {
  it('enrols the largest class id and echoes every digit', async () => {
    const { status: code, text, json } = await enroll(LARGEST, [{ image: ben }]);
    expect(code).toBe(200);
    expect(text).toContain(`"classId":${LARGEST}`);
    expect(Object.keys(json)).toEqual([
      'status',
      'errors',
      'imageProperties',
      'performedAction',
      'enrolledImages',
      'templateStatus',
    ]);
    expect(json).toMatchObject({
      status: 'SUCCEEDED',
      errors: [],
      performedAction: 'NEW_TEMPLATE_CREATED',
      enrolledImages: 1,
    });
    const neighbour = await status('9223372036854775806');
    expect(neighbour.json.available).toBe(false);
  });

  it('accepts both forms of the body, with and without tags', async () => {
    for (const [i, body] of [
      [{ image: ben, tags: [], more: 1 }],
      { images: [{ image: ben, tags: null }] },
      { images: [{ image: `data:image/jpeg;base64,${ben}` }], unknown: {} },
    ].entries()) {
      const { json } = await enroll(10 + i, body);
      expect(json.performedAction).toBe('NEW_TEMPLATE_CREATED');
    }
  });

  it('accepts a consent reference with the images', async () => {
    expect((await status(18)).json.consent).toBeNull();
    await enroll(18, { images: [{ image: ben }], consent: 'form 7 ä' });
    const { consent } = (await status(18)).json;
    expect(consent).toEqual({ reference: 'form 7 ä', recorded: expect.stringMatching(/Z$/) });
    await enroll(18, { images: [], consent: null });
    expect((await status(18)).json.consent).toEqual(consent);
    const refused = await enroll(18, { images: [{ image: ben }], consent: 'a\nb' });
    expect(refused.json).toMatchObject({ code: 3, message: expect.stringMatching(/^consent: /) });
  });

  it('verifies, with every member in order', async () => {
    const { json, headers } = await verify(LARGEST, { image: base64(await portrait('ben', 1)) });
    expect(Number(headers.get('response-time-ms'))).toBeGreaterThan(0);
    expect(Object.keys(json)).toEqual(['status', 'errors', 'imageProperties', 'verified', 'score']);
    expect(json).toMatchObject({ status: 'SUCCEEDED', errors: [], verified: true });
    const { faces, ...image } = json.imageProperties;
    expect(Object.keys(json.imageProperties)).toEqual([
      'rotated',
      'faces',
      'qualityScore',
      'qualityAssessments',
      'frameNumber',
    ]);
    expect(image).toMatchObject({ rotated: 0, frameNumber: 0 });
    expect(faces).toHaveLength(1);
    expect(faces[0].rightEye.x).toBeLessThan(faces[0].leftEye.x);
    expect(faces[0]).toMatchObject({
      textureLivenessScore: 0,
      motionLivenessScore: 0,
      movementDirection: 0,
    });
  });
});

describe('templates', () => {
  it('shows the status, with thumbnails on request', async () => {
    await enroll(20, [{ image: ben }]);
    const { json } = await status(20);
    expect(Object.keys(json)).toEqual([
      'classId',
      'available',
      'enrolled',
      'tags',
      'encoderVersion',
      'featureVectors',
      'thumbnailsStored',
      'thumbnails',
      'consent',
    ]);
    expect(json).toMatchObject({ available: true, featureVectors: 1, thumbnails: [] });
    expect(new Date(json.enrolled).toISOString()).toBe(json.enrolled);
    for (const query of ['?downloadThumbnails=true', '?downloadThumbnails=True']) {
      const { thumbnails } = (await status(20, query)).json;
      expect(Buffer.from(thumbnails[0].image, 'base64').toString('latin1', 1, 4)).toBe('PNG');
    }
    expect((await status(20, '?downloadThumbnails=perhaps')).status).toBe(400);
  });

  it('accepts tags only as a list of texts', async () => {
    await enroll(21, [{ image: ben }]);
    const put = (tags: unknown) => send('PUT', '/api/face/v1/template/21/tags', tags);
    expect(await put(['a'])).toMatchObject({ status: 200, text: '{}' });
    expect((await put([])).status).toBe(200);
    expect((await status(21)).json.tags).toEqual([]);
    expect((await put(['a', 1])).json.message).toMatch(/^body\[1\]: /);
    expect((await put({ tags: ['a'] })).status).toBe(400);
  });

  it('deletes without a body, whatever the content type', async () => {
    await enroll(22, [{ image: ben }]);
    const json = { 'content-type': 'application/json' };
    const remove = () => send('DELETE', '/api/face/v1/template/22', undefined, json);
    expect(await remove()).toMatchObject({ status: 200, text: '{}' });
    const missing = { code: 5, message: expect.stringContaining('22'), details: [] };
    expect(await remove()).toMatchObject({ status: 404, json: missing });
  });
});

describe('headers', () => {
  it('carries job, version, elapsed time, and the echo', async () => {
    const reference = { 'reference-number': 'ref 7' };
    const path = '/api/face/v1/template/status/20';
    const { headers } = await send('GET', path, undefined, reference);
    expect(headers.get('jobid')).toMatch(GUID);
    expect(headers.get('service-version')).toBe('0.0.0-test');
    expect(headers.get('reference-number')).toBe('ref 7');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('response-time-ms')).toMatch(/^[0-9]+$/);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('echoes UTF-8 byte by byte and records it as text', async () => {
    const octets = Buffer.from('Müller 北京').toString('latin1');
    const path = '/api/face/v1/template/status/20';
    const { headers } = await send('GET', path, undefined, { 'reference-number': octets });
    expect(headers.get('reference-number')).toBe(octets);
    const jobs = await service.parts.bookkeeping.list({ clientId: 'main', limit: 5 });
    const job = jobs.find(({ jobId }) => jobId === headers.get('jobid'));
    expect(job).toMatchObject({ referenceNumber: 'Müller 北京', status: 'SUCCEEDED' });
  });
});

describe('bookkeeping', () => {
  it('has every job of an authenticated caller, even refused ones', async () => {
    const auditor = await service.client('auditor');
    const at = (path: string) => `/api/face/v1/verify/${path}`;
    for (const [path, call] of [
      [at('1'), { body: { image: ben } }],
      [at('0'), { body: { image: ben } }],
      [at('1'), { raw: '{' }],
      [at('1'), { body: { image: 5 } }],
    ] as const)
      await service.call('POST', path, { client: auditor, ...call });
    const jobs = await service.parts.bookkeeping.list({ clientId: 'auditor', limit: 10 });
    expect(jobs.map(({ status: end, errors }) => [end, errors[0]?.errorCode]).sort()).toEqual([
      ['FAULTED', 'InvalidArgument'],
      ['FAULTED', 'InvalidArgument'],
      ['FAULTED', 'InvalidArgument'],
      ['FAULTED', 'NotFound'],
    ]);
  });
});
