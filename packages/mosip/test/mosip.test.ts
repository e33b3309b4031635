/** MOSIP's Bio SDK over real HTTP on real faces, as `biosdk-client` of MOSIP calls it. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import { validity } from '../../../src/access/tasks/task-tokens.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { createPortableTemplates } from '../../../src/templates/portable-template.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startExtension } from '../../../testing/extensions.ts';
import { base64, startService, type TestService } from '../../../testing/http/service.ts';
import { group, nobody, portrait } from '../../../testing/people.ts';
import { codestreamOf, jp2File } from '../../documents/testing/jpeg2000-files.ts';
import {
  bir,
  callSdk,
  envelopeOf,
  faceRecord,
  KIND,
  record,
  sdkPath,
  signed,
} from '../testing/records.ts';

let mosip: Awaited<ReturnType<typeof startExtension>>;
let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
let ada: Buffer;
let adaLater: Buffer;
let ben: Buffer;

beforeAll(async () => {
  engine = await testEngine();
  mosip = await startExtension('mosip');
  service = await startService(engine, { extensionRoutes: mosip.routes });
  client = await service.client('mosip');
  ada = faceRecord(await portrait('ada'));
  adaLater = faceRecord(await portrait('ada', 1));
  ben = faceRecord(await portrait('ben'));
});
afterAll(async () => {
  await service.close();
  await mosip.close();
  await engine.close();
});

const call = (name: string, request: unknown) => callSdk(service, name, request, client);
const face = (bytes: Uint8Array) => record(bir(base64(bytes)));

describe('init', () => {
  it('returns version, functions and the only modality', async () => {
    const { status, json } = await call('init', { initParams: { a: 'b' } });
    expect(status).toBe(200);
    expect(json).toEqual({
      version: '1.0',
      responsetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      response: {
        apiVersion: '0.9',
        sdkVersion: '0.0.0-test',
        supportedModalities: ['FACE'],
        supportedMethods: expect.objectContaining({ MATCH: ['FACE'], QUALITY_CHECK: ['FACE'] }),
        otherInfo: {},
        productOwner: { organization: 'Prosopon', type: 'Bio SDK' },
      },
      errors: [],
    });
  });
});

describe('match', () => {
  it('decides on every gallery record, with blocks in base64 or byte lists', async () => {
    const { status, json } = await call('match', {
      sample: record(bir(signed(adaLater))),
      gallery: [face(ben), record(bir(signed(ada))), face(faceRecord(await nobody(), 3)), record()],
      modalitiesToMatch: ['FACE'],
      flags: null,
    });
    expect(status).toBe(200);
    expect(json.errors).toEqual([]);
    const { statusCode, statusMessage, response } = json.response;
    expect({ statusCode, statusMessage }).toEqual({ statusCode: 200, statusMessage: 'OK' });
    const decisions = response.map(({ decisions: { FACE } }: Decisions) => FACE);
    expect(response.map(({ galleryIndex }: Decisions) => galleryIndex)).toEqual([0, 1, 2, 3]);
    expect(decisions.map(({ match }: Decision) => match)).toEqual([
      'NOT_MATCHED',
      'MATCHED',
      'ERROR',
      'ERROR',
    ]);
    expect(Number(decisions[1].analyticsInfo.score)).toBeGreaterThan(0.5);
    expect(decisions[0].errors).toEqual([]);
    expect(decisions[2].errors).toEqual([expect.stringContaining('gallery[2].segments[0].bdb')]);
  });

  it('reads JPEG 2000, which MOSIP sends', async () => {
    const image = await codestreamOf(sharp(await portrait('ada')));
    const sample = face(faceRecord(jp2File(image), KIND.jpeg2000));
    const { json } = await call('match', { sample, gallery: [face(adaLater), face(ben)] });
    expect(json.response.response.map(({ decisions: { FACE } }: Decisions) => FACE.match)).toEqual([
      'MATCHED',
      'NOT_MATCHED',
    ]);
  });

  it('records the job, for the client and its permitted operation', async () => {
    const [job] = await service.parts.bookkeeping.list({ operation: 'photo-verify' });
    expect(job).toMatchObject({ clientId: 'mosip', decision: 'verified', status: 'SUCCEEDED' });
  });

  it('reports other modalities as unsupported', async () => {
    const { json } = await call('match', {
      sample: record(bir(base64(ada)), bir('AAAA', 'FINGER')),
      gallery: [face(adaLater)],
    });
    expect(json.response.response[0].decisions).toMatchObject({
      FACE: { match: 'MATCHED' },
      FINGER: { match: 'ERROR', errors: ['Modality FINGER is not supported.'] },
    });
  });

  it('matches nothing of a probe with several faces', async () => {
    const { json } = await call('match', {
      sample: face(faceRecord(await group())),
      gallery: [face(ada)],
    });
    expect(json.response.response[0].decisions.FACE).toMatchObject({
      match: 'ERROR',
      errors: [expect.stringContaining('More than one face')],
    });
  });
});

describe('extract-template', () => {
  const extract = async (bytes: Uint8Array, more: object = {}) =>
    (await call('extract-template', { sample: face(bytes), ...more })).json.response;
  const matchOf = async (sample: object, gallery: readonly object[], by = client) =>
    (await callSdk(service, 'match', { sample, gallery }, by)).json.response;

  it('returns a sealed template without the image, which matches as the image does', async () => {
    const sample = record({ ...bir(base64(ada)), birInfo: { payload: base64(ada) }, sb: 'AAAA' });
    const { json, text } = await call('extract-template', { sample, flags: {} });
    const [template] = json.response.response.segments;
    expect(template.bdbInfo).toMatchObject({
      type: ['FACE'],
      level: 'PROCESSED',
      encryption: true,
    });
    expect({ ...template.birInfo, sb: template.sb }).toEqual({ payload: null, sb: null });
    expect(Buffer.from(Int8Array.from(template.bdb).buffer).includes('FAC')).toBe(false);
    expect(text).not.toContain(base64(ada).slice(100, 140));
    const { response } = await matchOf(face(adaLater), [record(template), face(ben)]);
    expect(response[0].decisions.FACE).toMatchObject({ match: 'MATCHED' });
    expect(response[1].decisions.FACE).toMatchObject({ match: 'NOT_MATCHED' });
    // A score of a template would let its face be grown.
    for (const { decisions } of response) expect(decisions.FACE.analyticsInfo).toEqual({});
    const byTemplate = await matchOf(record(template), [face(adaLater)]);
    expect(byTemplate.response[0].decisions.FACE.match).toBe('MATCHED');
  });

  it('opens it with no other client, key or changed byte', async () => {
    const { response } = await extract(ada);
    const refused = { match: 'ERROR', errors: [expect.stringMatching(/of others, or a damaged/)] };
    const other = await service.client('other');
    const byOther = await matchOf(face(ada), [response], other);
    expect(byOther.response[0].decisions.FACE).toMatchObject(refused);
    const changed = structuredClone(response);
    changed.segments[0].bdb[60] ^= 1;
    const damaged = await matchOf(face(ada), [changed]);
    expect(damaged.response[0].decisions.FACE).toMatchObject(refused);
    const portableTemplates = createPortableTemplates(() => new Uint8Array(32).fill(2));
    const extensionRoutes = mosip.routes;
    const elsewhere = await startService(engine, { extensionRoutes, portableTemplates });
    const there = await elsewhere.client('mosip');
    const { json } = await callSdk(
      elsewhere,
      'match',
      { sample: face(ada), gallery: [response] },
      there,
    );
    expect(json.response.response[0].decisions.FACE).toMatchObject(refused);
    await elsewhere.close();
  });

  it('limits refused comparisons with it, as those with a class', async () => {
    const careful = await service.client('careful', { settings: { failedVerifications: 2 } });
    const extracted = async (bytes: Uint8Array) =>
      (await callSdk(service, 'extract-template', { sample: face(bytes) }, careful)).json.response
        .response;
    const matches = async (sample: object, gallery: readonly object[]) =>
      (await matchOf(sample, gallery, careful)).response.map(
        ({ decisions: { FACE } }: Decisions) => FACE.match,
      );
    const [template, again] = [await extracted(ada), await extracted(ada)];
    expect(await matches(face(ben), [template, face(ada)])).toEqual(['NOT_MATCHED', 'NOT_MATCHED']);
    expect(await matches(face(adaLater), [template])).toEqual(['MATCHED']);
    // As a probe, and sealed once more, it is the same.
    expect(await matches(again, [face(ben), face(adaLater), face(ben)])).toEqual([
      'NOT_MATCHED',
      'ERROR',
      'ERROR',
    ]);
    expect(await matches(face(adaLater), [template, await extracted(adaLater)])).toEqual([
      'ERROR',
      'MATCHED',
    ]);
  });

  it('is made only with consent, for clients that require it', async () => {
    const strict = await service.client('consent', { settings: { requireConsent: true } });
    const request = { sample: face(ada) };
    const refused = await callSdk(service, 'extract-template', request, strict);
    expect(refused.json.response).toMatchObject({
      statusCode: 402,
      statusMessage: expect.stringContaining('flags.consent'),
    });
    const given = { ...request, flags: { consent: 'form-7' } };
    const { json } = await callSdk(service, 'extract-template', given, strict);
    expect(json.response.response.segments[0].others).toEqual({ consent: 'form-7' });
  });

  it('compares no template of a removed encoder', async () => {
    const { storage, partition } = client;
    const sealed = service.parts.portableTemplates.seal(
      { storage, partition },
      { encoderVersion: 99, features: new Float32Array(8).fill(1) },
    );
    const { response } = await matchOf(face(ada), [face(sealed)]);
    expect(response[0].decisions.FACE).toMatchObject({
      match: 'ERROR',
      errors: [expect.stringContaining('another encoder version')],
    });
  });

  it('refuses what could not be enrolled, and other modalities', async () => {
    expect(await extract(faceRecord(await group()))).toMatchObject({
      statusCode: 406,
      response: null,
    });
    expect(await extract(ada, { modalitiesToExtract: ['FINGER'] })).toMatchObject({
      statusCode: 401,
      statusMessage: expect.stringContaining('Modality FINGER is not supported.'),
    });
    const settings = { minimumQuality: { UnifiedQualityScore: 100 } };
    const strict = await service.client('strict', { settings });
    const { json } = await callSdk(service, 'extract-template', { sample: face(ada) }, strict);
    expect(json.response).toMatchObject({ statusCode: 403, response: null });
  });
});

describe('segment and convert-format', () => {
  it('return face segments, and their images', async () => {
    const image = await portrait('ada');
    const sample = record(bir('AAAA', 'IRIS'), bir(base64(ada)));
    const segmented = (await call('segment', { sample })).json.response.response.segments;
    expect(segmented).toMatchObject([{ bdb: base64(ada), bdbInfo: { type: ['FACE'] } }]);
    const convert = async (sourceFormat: string, targetFormat: string) =>
      (await call('convert-format', { sample, sourceFormat, targetFormat })).json.response;
    const { response } = await convert('ISO19794_5_2011', 'IMAGE/JPEG');
    expect(Buffer.from(Int8Array.from(response.segments[0].bdb).buffer)).toEqual(image);
  });
});

describe('check-quality', () => {
  it('returns the unified quality score, and none for unsupported modalities', async () => {
    const { json } = await call('check-quality', {
      sample: record(bir(base64(ada)), bir('AAAA', 'IRIS')),
      modalitiesToCheck: ['FACE', 'IRIS'],
      flags: {},
    });
    const { scores } = json.response.response;
    expect(json.response.statusCode).toBe(200);
    expect(scores.FACE.score).toBe(Number(scores.FACE.analyticsInfo.UnifiedQualityScore));
    expect(scores.FACE.score).toBeGreaterThan(20);
    expect(scores.IRIS).toMatchObject({ score: 0, errors: ['Modality IRIS is not supported.'] });
  });
});

describe('an unacceptable input gets an SDK status', () => {
  const cut = () => ada.subarray(0, ada.length - 1);
  const lying = () => {
    const bytes = Buffer.from(ada);
    bytes.writeUInt32BE(0xffffffff, 85);
    return bytes;
  };
  const patched = (at: number, value: number) => {
    const bytes = Buffer.from(ada);
    bytes[at] = value;
    return bytes;
  };
  it.each<[string, () => object, number, RegExp]>([
    ['no sample', () => ({ sample: null }), 402, /- sample$/],
    ['a sample without segments', () => ({ sample: record() }), 402, /- sample$/],
    ['no face', () => ({ sample: record(bir('AA==', 'IRIS')) }), 404, /not found in CBEFF/],
    [
      'many records by many modalities',
      () => ({
        sample: face(ada),
        gallery: Array(1000).fill({}),
        modalitiesToMatch: ['FACE', 'IRIS', 'FINGER', 'VOICE'],
      }),
      401,
      /gallery: 1000 records by 4 modalities; 3000 decisions are the limit/,
    ],
    ['no data block', () => ({ sample: record(bir(null)) }), 404, /not found in CBEFF/],
    [
      'another block',
      () => ({ sample: face(Buffer.from('RklS')) }),
      401,
      /not a face image record/,
    ],
    ['a block cut off', () => ({ sample: face(cut()) }), 401, /says \d+ bytes and has/],
    ['an image longer than its block', () => ({ sample: face(lying()) }), 401, /cut off/],
    ['two faces', () => ({ sample: face(patched(13, 2)) }), 401, /one face is expected/],
    ['many landmarks', () => ({ sample: face(patched(41, 255)) }), 401, /cut off/],
    ['a list of no bytes', () => ({ sample: record(bir([1, 300])) }), 401, /neither base64 nor/],
    ['text that is no base64', () => ({ sample: record(bir('?')) }), 401, /neither base64 nor/],
    ['no image in the block', () => ({ sample: face(faceRecord(Buffer.from('x'))) }), 401, /bdb: /],
  ])('%s', async (_, request, statusCode, message) => {
    const sent = { gallery: [face(ben)], modalitiesToMatch: ['FACE'], ...request() };
    const { status, json } = await call('match', sent);
    expect(status).toBe(200);
    expect(json.response).toMatchObject({ statusCode, response: null });
    expect(json.response.statusMessage).toMatch(message);
  });
});

describe('an unreadable envelope gets errors', () => {
  const nested = `${'['.repeat(20)}${']'.repeat(20)}`;
  const lists = `{"sample":{"segments":[${'[],'.repeat(20_001)}[]]}}`;
  /** With a list of two million numbers at that member. */
  const many = (member: string) => {
    const list = `[${'0,'.repeat(2_000_000)}0]`;
    const path = member.split('.');
    return text(path.reduceRight((value, name) => `{"${name}":${value}}`, list));
  };
  const words = () => {
    const xmlns = 'xmlns="http://standards.iso.org/iso-iec/19785/-3/ed-2/"';
    const type = `<Type>${'a '.repeat(1_000_000)}</Type>`;
    const file = `<BIR ${xmlns}><BDBInfo>${type}</BDBInfo></BIR>`;
    return text(JSON.stringify({ sample: base64(Buffer.from(file)), gallery: [] }));
  };
  const text = (json: string) => ({
    version: '1.0',
    request: Buffer.from(json).toString('base64'),
  });
  it.each([
    ['another version', envelopeOf({}, '2.0'), 'BIO_SDK_001', /version/],
    ['no request', { version: '1.0' }, 'INVALID_REQUEST_BODY', /request: missing/],
    ['no base64', { version: '1.0', request: '!' }, 'INVALID_REQUEST_BODY', /not base64/],
    ['no JSON', text('{'), 'INVALID_REQUEST_BODY', /not JSON/],
    ['no object', text('[]'), 'INVALID_REQUEST_BODY', /request/],
    ['no list', text('{"sample":{"segments":7}}'), 'INVALID_REQUEST_BODY', /sample.segments/],
    ['deep nesting', text(nested), 'INVALID_REQUEST_BODY', /request/],
    [
      'a list of millions',
      many('sample.segments'),
      'INVALID_REQUEST_BODY',
      /sample.segments: 2000001/,
    ],
    ['a gallery of millions', many('gallery'), 'INVALID_REQUEST_BODY', /more than 2000 members/],
    [
      'modalities of millions',
      many('modalitiesToMatch'),
      'INVALID_REQUEST_BODY',
      /more than 2000 members and items/,
    ],
    [
      'long text that is no base64',
      { version: '1.0', request: '?'.repeat(100_000) },
      'INVALID_REQUEST_BODY',
      /not base64/,
    ],
    [
      'a long modality',
      text(JSON.stringify({ modalitiesToMatch: ['m'.repeat(80_000)] })),
      'INVALID_REQUEST_BODY',
      /at most 256/,
    ],
    ['a type of a million words', words(), 'INVALID_REQUEST_BODY', /list of more than 100 words/],
    ['many lists', text(lists), 'INVALID_REQUEST_BODY', /more than 20000 lists and objects/],
  ])('%s', async (_, body, code, message) => {
    const { status, json } = await service.call('POST', sdkPath('match'), { client, body });
    expect(status).toBe(200);
    expect(json.response).toBe('');
    expect(json.errors).toEqual([{ code, message: expect.stringMatching(message) }]);
  });

  it('keeps its status if HTTP has one', async () => {
    const post = (more: object) => service.call('POST', sdkPath('match'), { client, ...more });
    expect(await post({ body: { version: 'x'.repeat(17_000_000) } })).toMatchObject({
      status: 413,
    });
    expect(await post({ raw: 'a=b', headers: { 'content-type': 'text/plain' } })).toMatchObject({
      status: 415,
    });
    expect(await service.call('GET', sdkPath('match'), { client })).toMatchObject({ status: 405 });
  });
});

describe('admission', () => {
  it('refuses callers without credentials, and clients without permission', async () => {
    const none = await callSdk(service, 'init', {});
    expect(none.status).toBe(401);
    expect(none.json.errors).toHaveLength(1);
    const settings = { allowedOperations: ['grade-quality' as const] };
    const other = await service.client('grader', { settings });
    const request = { sample: face(ada), gallery: [face(ada)] };
    expect(await callSdk(service, 'match', request, other)).toMatchObject({ status: 403 });
    expect((await callSdk(service, 'check-quality', request, other)).json.response.statusCode).toBe(
      200,
    );
  });

  it('refuses everybody while it is off', async () => {
    const off = await startService(engine);
    expect(await callSdk(off, 'init', {})).toMatchObject({ status: 404 });
    await off.close();
  });
});

describe('callers without credentials', () => {
  const trusting = async (networks: readonly string[], more = {}) => {
    const { routes } = await startExtension('mosip', { TRUST: `mosip@${networks}` });
    return startService(engine, { extensionRoutes: routes, ...more });
  };
  const init = (on: TestService, headers = {}) =>
    on.call('POST', sdkPath('init'), { body: envelopeOf({}), headers });

  it('count as the configured client from its networks', async () => {
    const here = await trusting(['127.0.0.0/8']);
    expect((await init(here)).status).toBe(401);
    await here.client('mosip');
    expect((await init(here)).status).toBe(200);
    expect((await init(here, { authorization: 'Bearer a.b.c' })).status).toBe(401);
    // Of a page in a browser, and of whoever comes through a proxy that nobody has named.
    expect((await init(here, { origin: 'http://evil.example' })).status).toBe(401);
    expect((await init(here, { 'x-forwarded-for': '127.0.0.1' })).status).toBe(401);
    await here.close();
  });

  it('count by the address that a trusted proxy forwards, and as nobody if it is none', async () => {
    const there = await trusting(['10.0.0.0/8'], { trustedProxies: ['127.0.0.1'] });
    await there.client('mosip');
    for (const [forwarded, status] of [
      ['10.1.1.1', 200],
      ['::ffff:10.1.1.1', 200],
      ['11.1.1.1', 401],
      ['10.1.1.1:5555', 401],
      ['unknown', 401],
      ['10.1.1.1, 10.1.1.256', 401],
    ] as const)
      expect((await init(there, { 'x-forwarded-for': forwarded })).status, forwarded).toBe(status);
    await there.close();
  });

  it.each(['mosip', 'mosip@', 'mosip@10.0.0.0/33', 'mosip@0.0.0.0/0', '@10.0.0.0/8', 'a@b@c'])(
    'stop the start as %s',
    async (trust) => {
      await expect(startExtension('mosip', { TRUST: trust })).rejects.toThrow(
        /PROSOPON_MOSIP_TRUST/,
      );
    },
  );

  it('count as nobody elsewhere, and at every other address of the service', async () => {
    const there = await trusting(['10.0.0.0/8', '::1/128']);
    await there.client('mosip');
    expect((await init(there)).status).toBe(401);
    await there.close();
    const here = await trusting(['127.0.0.1/32']);
    await here.client('mosip');
    const body = { image: base64(await portrait('ada')) };
    expect(await here.call('POST', '/api/ofiq/v1/faceimagequality', { body })).toMatchObject({
      status: 401,
    });
    await here.close();
  });
});

interface Decision {
  readonly match: string;
}
interface Decisions {
  readonly galleryIndex: number;
  readonly decisions: { readonly FACE: Decision };
}

it('permits no call to the holder of a task token', async () => {
  const { taskTokens } = service.parts;
  const tokenId = randomUUID();
  const token = await taskTokens.issue({
    ...{ tokenId, clientId: 'mosip', task: 'enroll', maxAttempts: 3, ...validity() },
    ...{ bcid: { storage: 'test', partition: 'mosip', classId: 1n }, traits: 3 },
    ...{ liveDetection: false, challenge: undefined, autoEnroll: false },
  });
  for (const [name, request] of Object.entries({
    init: {},
    segment: { sample: face(ada) },
    'convert-format': {
      sample: face(ada),
      sourceFormat: 'ISO19794_5_2011',
      targetFormat: 'IMAGE/JPEG',
    },
    'extract-template': { sample: face(ada) },
    match: { sample: face(ada), galleries: [] },
    'check-quality': { sample: face(ada) },
  })) {
    const { status } = await service.call('POST', sdkPath(name), {
      token,
      body: envelopeOf(request),
    });
    expect(status, name).toBe(403);
  }
  expect(await taskTokens.attemptsUsed(tokenId)).toBe(0);
});
