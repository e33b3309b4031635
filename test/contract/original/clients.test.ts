/**
 * The requests of programs in use, written from the interface: each is answered to a client that was
 * moved in. Pictures are names; what the models see is tested elsewhere.
 */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import { MOVING_IN } from '../../../src/access/clients/moving-in.ts';
import { namingEngine } from '../../../testing/examined-faces.ts';
import { basic, startService, type TestService } from '../../../testing/http/service.ts';
import { sign } from './client.ts';

const CALLBACK = 'https://application.example/callback';
const BCID = 'customers.7.5';
const IMAGES = '/api/v1/livenessdetection';
const PHOTO = '/api/v1/photoverify';

let service: TestService;
let moved: CreatedClient;
beforeAll(async () => {
  service = await startService(namingEngine());
  const where = { storage: 'customers', partition: '7', redirectUris: [CALLBACK] };
  moved = await service.client('moved', { ...where, settings: MOVING_IN });
  const enrolled = await signed('POST', '/api/face/v1/enroll/5', [{ image: picture() }]);
  expect(enrolled.json.performedAction).toBe('NEW_TEMPLATE_CREATED');
});
afterAll(() => service.close());

/** Another picture of one person at each call. */
const picture = () => Buffer.from(`ada open ${crypto.randomUUID()}`).toString('base64');
const withToken = (token: string, method: string, path: string, body?: unknown, headers = {}) =>
  service.call(method, path, { token, body, headers });
/** With a JWT of 1000 minutes, as the original's tools sign it. */
const signed = (method: string, path: string, body?: unknown, headers = {}) =>
  withToken(sign(moved, 'prosopon'), method, path, body, headers);
const tokenFor = async (query: string): Promise<string> => {
  const { status, text } = await service.call('GET', `/token?id=moved&${query}`, {
    headers: basic(moved),
  });
  expect({ status, text }).toMatchObject({ status: 200 });
  return text;
};

describe('samples in shell, Python and Java', () => {
  it('take a token, upload, run the task and ask for its result', async () => {
    const token = await tokenFor(`bcid=${BCID}&task=verify&livedetection=false`);
    const image = picture();
    for (const sample of [{ image }, { image: `data:image/png;base64,${picture()}` }]) {
      const uploaded = await withToken(token, 'POST', '/api/v1/upload', sample);
      expect(uploaded).toMatchObject({ status: 200, json: { accepted: true, warnings: [] } });
    }
    const done = await withToken(token, 'GET', '/api/task/v1/verify');
    expect(done).toMatchObject({ status: 200, json: { success: true } });
    const { tokenid } = decodeJwt(token);
    const path = `/api/task/v1/result?tokenid=${tokenid}`;
    const result = await service.call('GET', path, { headers: basic(moved) });
    expect(result).toMatchObject({ status: 200, json: { success: true } });
  });

  it('verify with a JWT of their own that lives for long', async () => {
    const verified = await signed('POST', '/api/face/v1/verify/5', { image: picture() });
    expect(verified).toMatchObject({ status: 200, json: { verified: true } });
  });
});

describe('a command line tool', () => {
  it('searches without a header and is told which', async () => {
    const searched = await signed('POST', '/api/face/v1/search', {
      images: [{ image: picture() }],
    });
    expect(searched).toMatchObject({ status: 400 });
    expect(searched.json.message).toMatch(/Transaction-ID/);
  });
});

describe('a web application', () => {
  it('begins a login without PKCE, with an empty scope', async () => {
    const query = `response_type=code&client_id=moved&state=S&scope=&redirect_uri=${CALLBACK}`;
    const begun = await fetch(`${service.base}/oauth/authorization?${query}`, {
      redirect: 'manual',
    });
    expect(begun.status).toBe(302);
    expect(begun.headers.get('location')).toMatch(/^\/login\//);
  });
});

describe('forwarders, scripts and the iOS app', () => {
  const liveImages = () => [
    { image: picture(), tags: [] },
    { image: picture(), tags: [''] },
  ];

  it.each([
    ['liveness', IMAGES, {}],
    ['PhotoVerify', PHOTO, { photo: picture(), disableLivenessDetection: null }],
  ])('send an empty tag for %s, and an empty reference', async (_, path, more) => {
    const body = { liveImages: liveImages(), ...more };
    const answer = await signed('POST', path, body, { 'reference-number': '' });
    expect(answer).toMatchObject({ status: 200, json: { status: 'SUCCEEDED' } });
    const codes = answer.json.errors.map(({ errorCode }: { errorCode: string }) => errorCode);
    expect(codes).not.toContain('RejectedByChallengeResponse');
  });
});

describe('capture apps in C#, PHP, for Android and iOS', () => {
  it.each(['bcid=', 'bcid=bws.1.0', 'bcid=customers.7.0'])(
    'take a liveness token with %s and read its challenge as text',
    async (bcid) => {
      const query = `${bcid}&task=livenessdetection&challenge=true&maxtries=2`;
      const claims = decodeJwt<{ challenge: string; bcid?: string }>(await tokenFor(query));
      expect(claims).not.toHaveProperty('bcid');
      const lists = JSON.parse(claims.challenge) as string[][];
      expect(lists).toHaveLength(2);
      expect(['up', 'down', 'left', 'right']).toEqual(expect.arrayContaining(lists.flat()));
    },
  );

  it('upload an image for each direction, in their own casing', async () => {
    const token = await tokenFor(`bcid=${BCID}&task=enroll&challenge=true`);
    const [first] = JSON.parse(decodeJwt<{ challenge: string }>(token).challenge) as string[][];
    for (const tags of [[], ...first!.map((tag) => [tag.toUpperCase()])]) {
      const uploaded = await withToken(token, 'POST', '/api/v1/upload', { image: picture(), tags });
      expect(uploaded).toMatchObject({ status: 200, json: { accepted: true } });
    }
  });
});
