/** What clients of other services send: taken where it can mean one thing only, else named. */
import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { readBody } from '../../../../src/protocols/http/plugins/bodies/read-body.ts';
import { DEFAULT_PACE } from '../../../../src/protocols/uploads/upload-pace.ts';
import { namingEngine } from '../../../../testing/examined-faces.ts';
import {
  basic,
  startService,
  type TestService,
  WITHOUT_PKCE,
} from '../../../../testing/http/service.ts';

const STATUS = '/api/face/v1/template/status/5';
const VERIFY = '/api/face/v1/verify/5';
const MEBIBYTE = 1024 * 1024;

let service: TestService;
let client: CreatedClient;
beforeAll(async () => {
  service = await startService(namingEngine());
  client = await service.client('shop', { partition: '1' });
});
afterAll(() => service.close());

const get = (path: string) => service.call('GET', path, { client });
const post = (raw: Uint8Array<ArrayBuffer> | string, encoding?: string) =>
  service.call('POST', VERIFY, {
    client,
    raw,
    headers: encoding === undefined ? {} : { 'content-encoding': encoding },
  });

describe('query parameters', () => {
  it.each([
    'downloadThumbnails=true',
    'DownloadThumbnails=true',
    'DOWNLOADTHUMBNAILS=1',
    'downloadthumbnails=false',
  ])('?%s is known', async (query) => {
    expect((await get(`${STATUS}?${query}`)).status).toBe(200);
  });

  it('are known to the token API, too', async () => {
    const query = '?ID=shop&Bcid=test.1.5&MaxTries=2&liveDetection=false';
    const { status, text } = await service.call('GET', `/token${query}`, {
      headers: basic(client),
    });
    expect({ status, text }).toMatchObject({ status: 200 });
    const claims = JSON.parse(Buffer.from(text.split('.')[1]!, 'base64url').toString());
    expect(claims).toMatchObject({ bcid: 'test.1.5', task: 2 });
  });

  it('are named in the refusal if unknown', async () => {
    const misspelt = await get(`${STATUS}?downlodThumbnails=true`);
    expect(misspelt).toMatchObject({ status: 400, json: { code: 3 } });
    expect(misspelt.json.message).toBe(
      'downlodThumbnails: the address has no such parameter; there are downloadThumbnails',
    );
    const path = '/token?id=shop&bcid=test.1.5&tries=3';
    const unknown = await service.call('GET', path, { headers: basic(client) });
    expect(unknown).toMatchObject({
      status: 400,
      json: { Message: expect.stringMatching(/^tries: .*maxtries/) },
    });
    const none = await service.call('POST', `${VERIFY}?threshold=0`, { client, body: {} });
    expect(none.json.message).toBe('threshold: the address has no such parameter; it takes none');
    expect((await get(`${STATUS}?__proto__=1`)).status).toBe(400);
  });

  it('are named only to admitted callers', async () => {
    expect((await service.call('GET', `${STATUS}?x=1`)).status).toBe(401);
    expect((await service.call('DELETE', '/token?id=1', { headers: basic(client) })).status).toBe(
      405,
    );
  });

  it('in two spellings count as given twice', async () => {
    expect((await get(`${STATUS}?downloadThumbnails=1&DownloadThumbnails=1`)).status).toBe(400);
    const twice = '/token?id=shop&ID=shop&bcid=test.1.5';
    const { json } = await service.call('GET', twice, { headers: basic(client) });
    expect(json.Message).toBe('id: given more than once');
  });
});

describe('a trailing slash', () => {
  it.each(['/livez/', `${STATUS}/`, `${STATUS}/?downloadThumbnails=true`])(
    '%s changes nothing',
    async (path) => {
      expect((await get(path)).status).toBe(200);
    },
  );

  it('changes nothing for the token API and OAuth either', async () => {
    const path = '/token/?id=shop&bcid=test.1.5';
    expect((await service.call('GET', path, { headers: basic(client) })).status).toBe(200);
    const headers = { ...basic(client), 'content-type': 'application/x-www-form-urlencoded' };
    const grant = (address: string) =>
      service.call('POST', address, { headers, raw: 'grant_type=x' });
    const { status, json } = await grant('/oauth/token');
    expect(await grant('/oauth/token/')).toMatchObject({ status, json });
    expect(json).toHaveProperty('error');
  });

  it('at the end of a query belongs to it', async () => {
    const redirectUri = 'https://shop.example/';
    await service.client('slash', { redirectUris: [redirectUri], settings: WITHOUT_PKCE });
    const asked = `response_type=code&client_id=slash&scope=openid&redirect_uri=${redirectUri}`;
    const begun = await fetch(`${service.base}/oauth/authorization?${asked}`, {
      redirect: 'manual',
    });
    expect(begun.headers.get('location')).toMatch(/^\/login\//);
  });

  it('twice is another address', async () => {
    expect((await get(`${STATUS}//`)).status).toBe(404);
  });
});

describe('a body', () => {
  const body = JSON.stringify({ image: randomBytes(3 * MEBIBYTE).toString('base64') });
  /** Read, and refused for what it holds. */
  const READ = { status: 404, json: { code: 5 } };

  it('is read as it is, packed, or after a byte-order mark', async () => {
    expect(await post(body)).toMatchObject(READ);
    for (const encoding of ['gzip', 'GZIP', 'x-gzip'])
      expect(await post(gzipSync(body), encoding)).toMatchObject(READ);
    expect(await post(body, 'identity')).toMatchObject(READ);
    expect(await post(`\ufeff${body}`)).toMatchObject(READ);
    expect(await post(gzipSync(`\ufeff${body}`), 'gzip')).toMatchObject(READ);
    expect((await post(`\ufeff\ufeff${body}`)).json.message).toBe('body: not JSON');
  });

  it('packed otherwise gets 415', async () => {
    for (const encoding of ['deflate', 'br', 'gzip, gzip'])
      expect(await post(deflateSync(body), encoding)).toMatchObject({
        status: 415,
        json: { message: 'Content-Encoding: expected gzip, or none' },
      });
  });

  it('that is not packed, or truncated, is named', async () => {
    const packed = gzipSync(body);
    for (const broken of [Buffer.from(body), packed.subarray(0, packed.length / 2)])
      expect(await post(broken, 'gzip')).toMatchObject({
        status: 400,
        json: { message: 'body: not gzip' },
      });
  });

  it('with more after the packed content is read', async () => {
    const more = Buffer.concat([gzipSync(body), Buffer.alloc(MEBIBYTE)]);
    expect(await post(more, 'gzip')).toMatchObject(READ);
  });

  it('is limited while unpacking, which stops a bomb', async () => {
    const bomb = gzipSync(`{"image":"${'A'.repeat(200 * MEBIBYTE)}"}`);
    expect(await post(bomb, 'gzip')).toMatchObject({ status: 413 });
    let unpacked = 0;
    const reading = readBody(Readable.from([bomb]), {
      limit: MEBIBYTE,
      gzip: true,
      pace: DEFAULT_PACE,
      check(chunk) {
        unpacked += chunk.length;
      },
      hold: () => ({ add() {}, complete() {}, release() {}, bytes: () => 0 }),
    });
    await expect(reading).rejects.toMatchObject({ httpStatus: 413 });
    expect(unpacked).toBeLessThanOrEqual(MEBIBYTE);
    const values = gzipSync(`{"image":[${'0,'.repeat(10 * MEBIBYTE)}0]}`);
    expect(await post(values, 'gzip')).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^body: more than 8192 of the characters/) },
    });
    const nested = gzipSync('['.repeat(10 * MEBIBYTE));
    expect(await post(nested, 'gzip')).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^body: more than 8192 of the characters/) },
    });
  });

  it('is limited as it arrives, though it unpacks to nothing', async () => {
    const empty = Buffer.concat(Array(400_000).fill(Buffer.from('000000ffff', 'hex')));
    const endless = new PassThrough();
    endless.write(gzipSync('').subarray(0, 10));
    endless.write(empty);
    const reading = readBody(endless, {
      ...{ limit: MEBIBYTE, gzip: true, pace: DEFAULT_PACE, check() {} },
      hold: () => ({ add() {}, complete() {}, release() {}, bytes: () => 0 }),
    });
    await expect(reading).rejects.toMatchObject({ httpStatus: 413 });
    endless.destroy();
  });

  it("counts unpacked in its sender's share", async () => {
    const full = await startService(namingEngine(), {
      limits: { bodyBytesInFlight: 8 * MEBIBYTE },
    });
    try {
      const sender = await full.client('shop');
      const raw = gzipSync(`{"image":"${'A'.repeat(20 * MEBIBYTE)}"}`);
      const headers = { 'content-encoding': 'gzip' };
      const answer = await full.call('POST', VERIFY, { client: sender, raw, headers });
      expect(answer.status).toBe(503);
    } finally {
      await full.close();
    }
  });
});

/** An image of these bytes in base64, in which each of the two characters that differ occurs. */
const odd = Buffer.concat([Buffer.from('ada '), Buffer.from('fbefbefbffff', 'hex')]);

describe('members of a body', () => {
  const PHOTO = '/api/v1/photoverify';
  const LIVENESS = '/api/v1/livenessdetection';
  const image = odd.toString('base64');
  const liveImages = [{ image }, { image: Buffer.from('ada 2').toString('base64') }];
  const [first, second] = liveImages;

  it.each([
    ['base64url', VERIFY, { image }, { image: odd.toString('base64url') }],
    ['a data URL', VERIFY, { image }, { image: `data:image/jpeg;base64,${image}` }],
    [
      'null for absent',
      PHOTO,
      { liveImages, photo: image },
      { liveImages, photo: image, disableLivenessDetection: null },
    ],
    [
      'tags in capitals',
      LIVENESS,
      { liveImages: [first, { ...second, tags: ['up'] }] },
      { liveImages: [first, { ...second, tags: ['UP'] }] },
    ],
  ])('%s is answered as in the usual form', async (_, path, usual, given) => {
    const answerTo = async (body: object) => {
      const { status, json } = await service.call('POST', path, { client, body });
      return { status, message: json?.message };
    };
    const expected = await answerTo(usual);
    expect(expected.status).not.toBe(400);
    expect(await answerTo(given)).toEqual(expected);
  });
});
