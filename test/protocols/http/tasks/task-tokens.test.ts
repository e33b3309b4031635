/** What a task token permits over real HTTP, on both databases and with two processes. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { TaskGrant } from '../../../../src/access/tasks/task-claims.ts';
import { validity } from '../../../../src/access/tasks/task-tokens.ts';
import { Unavailable } from '../../../../src/errors.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { databaseKinds } from '../../../../testing/databases.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { base64, basic, startService, type TestService } from '../../../../testing/http/service.ts';
import { nobody, type Person, portrait } from '../../../../testing/people.ts';

const KINDS = await databaseKinds();
let engine: FaceEngine;
/** How often the engine looked at an image. */
let analysed = 0;
/** What it says instead. */
let failing: Unavailable | undefined;

beforeAll(async () => {
  const real = await testEngine();
  engine = {
    ...real,
    async analyse(image, options) {
      analysed++;
      if (failing !== undefined) throw failing;
      return real.analyse(image, options);
    },
  };
});
afterAll(() => engine.close());

describe.each(KINDS)('on %s', (kind) => {
  let service: TestService;
  let other: TestService;
  let shop: CreatedClient;

  beforeAll(async () => {
    service = await startService(engine, {}, kind);
    other = await service.another();
    shop = await service.client('shop');
    await service.client('bakery');
    const body = [{ image: await face('ben') }];
    await service.call('POST', '/api/face/v1/enroll/5', { client: shop, body });
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  /** A picture of the person that was never sent before: what follows its end makes it another. */
  const face = async (person: Person) =>
    base64(Buffer.concat([await portrait(person), randomBytes(8)]));

  const token = async (query: Record<string, string> = {}) => {
    const defaults = { id: 'shop', bcid: 'test.shop.5', livedetection: 'false' };
    const path = `/token?${new URLSearchParams({ ...defaults, ...query })}`;
    const { status, text } = await service.call('GET', path, { headers: basic(shop) });
    expect({ status, text }).toMatchObject({ status: 200 });
    return text;
  };
  const idOf = (jwt: string): string =>
    JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()).tokenid;
  const result = (jwt: string, from = service) =>
    from.call('GET', `/api/task/v1/result?tokenid=${idOf(jwt)}`, { headers: basic(shop) });
  const upload = (jwt: string, body: object, to = service) =>
    to.call('POST', '/api/v1/upload', { token: jwt, body });
  const run = (jwt: string, task = 'verify', at = service, method = 'POST') =>
    at.call(method, `/api/task/v1/${task}`, { token: jwt });
  const verify = async (jwt: string, person: Person = 'ben', at = service) =>
    at.call('POST', '/api/face/v1/verify/5', { token: jwt, body: { image: await face(person) } });

  describe('a sample with a report on its camera', () => {
    const capture = (label: string) => ({
      camera: { label, width: 1280, height: 720, frameRate: 30 },
      frames: [{ at: 5000.2, number: 7, picture: 4711, change: null }],
    });

    it('is accepted, and only the bookkeeping shows suspicions', async () => {
      const jwt = await token();
      const sample = { image: await face('ben'), capture: capture('OBS Virtual Camera') };
      const { json, text } = await upload(jwt, sample);
      expect(json).toMatchObject({ accepted: true, errors: [] });
      expect(text).not.toContain('virtual');
      const [job] = await service.parts.bookkeeping.list({ clientId: 'shop', limit: 1 });
      expect(job).toMatchObject({ operation: 'upload-sample', suspicions: ['virtual camera'] });
      expect(JSON.stringify(job, (_, value) => String(value))).not.toContain('OBS');
    });

    it('must keep the report within limits', async () => {
      const jwt = await token();
      const image = await face('ben');
      const frame = { at: 1, picture: 1 };
      for (const wrong of [
        'a camera',
        { camera: { label: 7 }, frames: [] },
        { ...capture('x'.repeat(257)) },
        { ...capture('x'), frames: Array.from({ length: 121 }, () => frame) },
        { ...capture('x'), frames: [{ ...frame, picture: -1 }] },
        { ...capture('x'), device: 'serial number' },
      ])
        expect((await upload(jwt, { image, capture: wrong })).status).toBe(400);
      expect((await upload(jwt, { image, capture: null })).json.accepted).toBe(true);
    });

    it('is refused if the application wants that, and so is a sample without report', async () => {
      const strict = await service.client('strict', {
        settings: { suspiciousCapture: 'refuse' },
      });
      const query = new URLSearchParams({
        id: 'strict',
        bcid: 'test.strict.5',
        task: 'enroll',
        livedetection: 'false',
      });
      const headers = basic(strict);
      const { text: jwt } = await service.call('GET', `/token?${query}`, { headers });
      const image = await face('ben');
      for (const told of [{}, { capture: capture('ManyCam') }])
        expect((await upload(jwt, { image, ...told })).json).toMatchObject({
          accepted: false,
          error: 'RejectedByObviousFakeDetector',
        });
      const told = { image, capture: capture('Integrated Webcam') };
      expect((await upload(jwt, told)).json).toMatchObject({ accepted: true });
      const around = { token: jwt, body: [{ image }] };
      const direct = await service.call('POST', '/api/face/v1/enroll/5', around);
      expect(direct).toMatchObject({ status: 403 });
    });
  });

  describe('a token', () => {
    it('permits its task on its class, and nothing else', async () => {
      const image = await face('ben');
      const jwt = await token({ maxtries: '15' });
      const call = (method: string, path: string, body?: unknown) =>
        service.call(method, path, body === undefined ? { token: jwt } : { token: jwt, body });
      const allowed = await call('POST', '/api/face/v1/verify/5', { image });
      expect(allowed).toMatchObject({ status: 200, json: { verified: true } });
      for (const [method, path, body] of [
        ['POST', '/api/face/v1/verify/6', { image }],
        ['POST', '/api/face/v1/enroll/5', [{ image }]],
        ['PUT', '/api/face/v1/template/5/tags', ['vip']],
        ['DELETE', '/api/face/v1/template/5'],
        ['POST', '/api/v1/livenessdetection', { liveImages: [{ image }] }],
        ['POST', '/api/v1/photoverify', { liveImages: [{ image }], photo: image }],
        ['POST', '/api/ofiq/v1/faceimagequality', { image }],
        ['GET', '/api/face/v1/template/status/6'],
        ['GET', '/api/face/v1/template/status/5?downloadThumbnails=true'],
        ['POST', '/api/task/v1/enroll'],
        ['POST', '/api/task/v1/livenessdetection'],
      ] as const) {
        const { status } = await call(method, path, body);
        expect(status, `${method} ${path}`).toBe(403);
      }
      const status = await call('GET', '/api/face/v1/template/status/5');
      expect(status).toMatchObject({ status: 200, json: { available: true, tags: [] } });
      // None of the refusals cost an attempt.
      expect((await result(jwt)).json).toMatchObject({ try: 1, triesLeft: 14 });
    });

    it('hides tags and consent of the class from its holder', async () => {
      const status = async (call: { readonly client?: typeof shop; readonly token?: string }) =>
        (await service.call('GET', '/api/face/v1/template/status/7', call)).json;
      const template = '/api/face/v1/template/7';
      const body = { images: [{ image: await face('ben') }], consent: 'agreed' };
      await service.call('POST', '/api/face/v1/enroll/7', { client: shop, body });
      await service.call('PUT', `${template}/tags`, { client: shop, body: ['vip'] });
      expect(await status({ client: shop })).toMatchObject({
        tags: ['vip'],
        consent: { reference: 'agreed' },
      });
      const jwt = await token({ bcid: 'test.shop.7' });
      expect(await status({ token: jwt })).toMatchObject({ tags: [], consent: null });
      await service.call('DELETE', template, { client: shop });
    });

    it('tells neither by enrolling, nor replaces them', async () => {
      const enrol = '/api/face/v1/enroll/8';
      const given = { images: [{ image: await face('ben') }], consent: 'agreed' };
      await service.call('POST', enrol, { client: shop, body: given });
      const tags = '/api/face/v1/template/8/tags';
      await service.call('PUT', tags, { client: shop, body: ['vip'] });
      for (const person of ['ben', 'ada'] as const) {
        const jwt = await token({ bcid: 'test.shop.8', task: 'enroll' });
        const body = { images: [{ image: await face(person) }] };
        const { status, json } = await service.call('POST', enrol, { token: jwt, body });
        expect([status, json.templateStatus.tags, json.templateStatus.consent]).toEqual([
          200,
          [],
          null,
        ]);
      }
      for (const images of [[], given.images]) {
        const jwt = await token({ bcid: 'test.shop.8', task: 'enroll' });
        const body = { images, consent: 'forged' };
        expect((await service.call('POST', enrol, { token: jwt, body })).status).toBe(403);
      }
      const { json } = await service.call('GET', '/api/face/v1/template/status/8', {
        client: shop,
      });
      expect(json).toMatchObject({ tags: ['vip'], consent: { reference: 'agreed' } });
      await service.call('DELETE', '/api/face/v1/template/8', { client: shop });
    });

    it('records a consent with a first enrolment', async () => {
      const jwt = await token({ bcid: 'test.shop.9', task: 'enroll' });
      const body = { images: [{ image: await face('ben') }], consent: 'agreed' };
      const { json } = await service.call('POST', '/api/face/v1/enroll/9', { token: jwt, body });
      expect(json).toMatchObject({ performedAction: 'NEW_TEMPLATE_CREATED' });
      const status = await service.call('GET', '/api/face/v1/template/status/9', { client: shop });
      expect(status.json.consent).toMatchObject({ reference: 'agreed' });
      await service.call('DELETE', '/api/face/v1/template/9', { client: shop });
    });

    it('enrols, only in its own class', async () => {
      const jwt = await token({ bcid: 'test.shop.77', task: 'enroll' });
      const body = [{ image: await face('cem') }];
      const path = '/api/face/v1/enroll/';
      expect((await service.call('POST', `${path}78`, { token: jwt, body })).status).toBe(403);
      const { json } = await service.call('POST', `${path}77`, { token: jwt, body });
      expect(json).toMatchObject({ performedAction: 'NEW_TEMPLATE_CREATED' });
      expect((await result(jwt)).json).toMatchObject({ task: 'enroll', success: true });
    });

    it('identifies, and tells the application whom', async () => {
      const jwt = await token({ task: 'identify' });
      const headers = { 'transaction-id': 'tx' };
      const call = async (body: object) =>
        service.call('POST', '/api/face/v1/identify', { token: jwt, body, headers });
      const images = [{ image: await face('ben') }];
      expect((await call({ images, topMatches: true })).status).toBe(403);
      await service.parts.activeEngine.current().gallery.status();
      const { status } = await call({ images });
      expect(status).toBe(200);
      const search = await service.call('POST', '/api/face/v1/search', {
        token: jwt,
        body: { images },
        headers,
      });
      expect(search.status).toBe(403);
      expect((await result(jwt)).json).toMatchObject({ task: 'identify', classIds: [5] });
    });

    it('before its time, after it or from another service gets 401', async () => {
      const grant = (offset: number): TaskGrant => ({
        tokenId: randomUUID(),
        clientId: 'shop',
        task: 'verify',
        bcid: { storage: 'test', partition: 'shop', classId: 5n },
        maxAttempts: 3,
        liveDetection: false,
        challenge: undefined,
        autoEnroll: false,
        traits: 3,
        ...validity(new Date(Date.now() + offset)),
      });
      const { taskTokens } = service.parts;
      expect((await verify(await taskTokens.issue(grant(0)))).status).toBe(200);
      for (const offset of [-601_000, 60_000]) {
        const late = await taskTokens.issue(grant(offset));
        expect((await verify(late)).status).toBe(401);
        const refused = await run(late);
        expect(refused).toMatchObject({ status: 401, json: { Message: expect.any(String) } });
        expect(refused.headers.get('www-authenticate')).toBe('Bearer');
      }
      const [head, body] = (await taskTokens.issue(grant(0))).split('.');
      expect((await verify(`${head}.${body}.${'A'.repeat(43)}`)).status).toBe(401);
    });
  });

  describe('attempts', () => {
    it('are as many as granted, however many calls two processes get at once', async () => {
      const jwt = await token({ maxtries: '3' });
      const before = analysed;
      const calls = await Promise.all(
        Array.from({ length: 9 }, (_, i) => verify(jwt, 'ben', i % 2 ? service : other)),
      );
      expect(calls.map(({ status }) => status).sort()).toEqual([
        ...Array(3).fill(200),
        ...Array(6).fill(403),
      ]);
      expect(analysed - before).toBe(3);
    });

    it('stay used after a restart, and with a "no", a bad image or a missing template', async () => {
      const jwt = await token({ maxtries: '3' });
      expect((await verify(jwt, 'ada')).json.verified).toBe(false);
      const path = '/api/face/v1/verify/5';
      const malformed = await service.call('POST', path, { token: jwt, body: { picture: '' } });
      expect(malformed.status).toBe(400);
      const broken = { image: base64(Buffer.from('no image')) };
      expect((await service.call('POST', path, { token: jwt, body: broken })).status).toBe(400);
      const restarted = await service.another();
      try {
        expect((await verify(jwt, 'ben', restarted)).json.verified).toBe(true);
        const { status, json } = await verify(jwt, 'ben', restarted);
        expect({ status, json }).toMatchObject({ status: 403, json: { code: 7 } });
        expect((await result(jwt, restarted)).json).toMatchObject({ try: 3, triesLeft: 0 });
      } finally {
        await restarted.close();
      }
    });

    it('count once for a caller who hangs up', async () => {
      const jwt = await token({ maxtries: '2' });
      const gone = new AbortController();
      const body = { image: await face('ben') };
      const before = analysed;
      const call = service
        .call('POST', '/api/face/v1/verify/5', { token: jwt, body, signal: gone.signal })
        .catch(() => undefined);
      while (analysed === before) await new Promise((resolve) => setTimeout(resolve, 5));
      gone.abort();
      await call;
      while ((await result(jwt)).status === 204)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await result(jwt)).json).toMatchObject({
        success: false,
        error: 'Cancelled',
        triesLeft: 1,
      });
      expect((await verify(jwt)).status).toBe(200);
      expect((await verify(jwt)).status).toBe(403);
    });
  });

  describe('task operations', () => {
    it('run on uploaded samples and use them up; the application gets the result', async () => {
      const jwt = await token();
      expect(await result(jwt)).toMatchObject({ status: 204, text: '' });
      const accepted = await upload(jwt, { image: await face('ben') });
      expect(accepted).toMatchObject({
        status: 200,
        json: { accepted: true, warnings: expect.any(Array), error: null, errors: [] },
      });
      expect((await result(jwt)).status).toBe(204);
      const ran = await run(jwt, 'verify', other);
      expect(ran).toMatchObject({
        status: 200,
        json: { success: true, error: null, errors: [], triesLeft: 2 },
      });
      expect((await result(jwt, other)).json).toEqual({
        tokenid: idOf(jwt),
        task: 'verify',
        bcid: 'test.shop.5',
        success: true,
        error: null,
        errors: [],
        classIds: [],
        try: 1,
        triesLeft: 2,
        jobid: ran.headers.get('jobid'),
        finished: expect.stringMatching(/Z$/),
      });
    });

    it('answer the same if repeated after a lost response, and use nothing up', async () => {
      const jwt = await token({ maxtries: '2' });
      const none = await run(jwt);
      expect(none).toMatchObject({ status: 400, json: { Message: /^No samples were uploaded/ } });
      const image = await face('ben');
      for (const to of [service, other])
        expect((await upload(jwt, { image }, to)).json).toMatchObject({ accepted: true });
      const ran = await run(jwt);
      expect(ran.json).toEqual({ success: true, error: null, errors: [], triesLeft: 1 });
      const told = (await result(jwt)).json;
      const looks = analysed;
      expect((await run(jwt, 'verify', other, 'GET')).json).toEqual(ran.json);
      expect(analysed).toBe(looks);
      expect((await upload(jwt, { image }, other)).json).toMatchObject({ accepted: true });
      expect((await run(jwt, 'verify', other)).json).toEqual(ran.json);
      expect((await result(jwt, other)).json).toEqual(told);

      await upload(jwt, { image: await face('ada') });
      const failed = { success: false, error: 'NotRecognized', errors: [], triesLeft: 0 };
      for (const at of [service, other])
        expect((await run(jwt, 'verify', at)).json).toEqual(failed);
      expect((await result(jwt)).json).toEqual(told);
    });

    it('that ended without a decision run again, on the same samples', async () => {
      const jwt = await token({ maxtries: '2' });
      const image = await face('ben');
      await upload(jwt, { image });
      failing = new Unavailable('Too many requests.', 1);
      expect((await run(jwt)).status).toBe(503);
      failing = undefined;
      expect((await run(jwt)).status).toBe(400);
      await upload(jwt, { image });
      expect((await run(jwt)).json).toMatchObject({ success: true, triesLeft: 0 });
    });

    it('are answered by sealed data, or not at all', async () => {
      const jwt = await token();
      await upload(jwt, { image: await face('ada') });
      await run(jwt);
      await service.database.write(async (trx) => {
        const row = trx.selectFrom('task_tokens').where('token_id', '=', idOf(jwt));
        const { result: kept } = await row.select('result').executeTakeFirstOrThrow();
        const forged = kept!.replaceAll('"success":false', '"success":true');
        const changed = trx.updateTable('task_tokens').where('token_id', '=', idOf(jwt));
        await changed.set({ result: forged }).execute();
      });
      expect((await run(jwt)).status).toBe(500);
    });

    it('requested twice at once run once', async () => {
      const jwt = await token();
      await upload(jwt, { image: await face('ben') });
      const answers = await Promise.all([run(jwt), run(jwt, 'verify', other)]);
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).not.toEqual(
        [],
      );
      for (const { status } of answers) expect([200, 409]).toContain(status);
      expect((await run(jwt)).json).toMatchObject({ success: true, triesLeft: 2 });
      expect((await result(jwt)).json).toMatchObject({ success: true, try: 1 });
    });

    it('report unrecognised people, and keep results from other applications', async () => {
      const jwt = await token();
      await upload(jwt, { image: await face('ada') });
      expect((await run(jwt)).json).toMatchObject({ success: false, error: 'NotRecognized' });
      const path = `/api/task/v1/result?tokenid=${idOf(jwt)}`;
      const bakery = await service.client(`b${randomUUID().slice(0, 8)}`);
      expect((await service.call('GET', path, { headers: basic(bakery) })).status).toBe(204);
      expect((await service.call('GET', path, { token: jwt })).status).toBe(401);
      for (const query of ['', '?tokenid=', '?tokenid=a&tokenid=b', '?tokenid=%00']) {
        const wrong = `/api/task/v1/result${query}`;
        const { status, json } = await service.call('GET', wrong, { headers: basic(shop) });
        expect({ status, json }).toMatchObject({ status: 400, json: { Message: /^tokenid: / } });
      }
    });

    it('enrol and, after a verification with automatic enrolment, adapt the template', async () => {
      const bcid = 'test.shop.90';
      const enrolling = await token({ bcid, task: 'enroll' });
      await upload(enrolling, { image: await face('dov'), index: 1 });
      await upload(enrolling, { image: await face('dov'), index: 0 });
      expect((await run(enrolling, 'enroll')).json).toMatchObject({ success: true });
      const vectors = async () => {
        const path = '/api/face/v1/template/status/90';
        return (await service.call('GET', path, { client: shop })).json.featureVectors;
      };
      expect(await vectors()).toBe(2);
      const adapting = await token({ bcid, autoenroll: 'true' });
      await upload(adapting, { image: await face('ada') });
      expect((await run(adapting)).json.success).toBe(false);
      expect(await vectors()).toBe(2);
      await upload(adapting, { image: await face('dov') });
      expect((await run(adapting)).json.success).toBe(true);
      expect(await vectors()).toBe(3);
    });

    it('accept used images only if liveness is not demanded', async () => {
      const image = await face('ben');
      const uploadTo = async (livedetection: string) =>
        (await upload(await token({ livedetection }), { image }, other)).json;
      expect(await uploadTo('true')).toMatchObject({ accepted: true });
      expect(await uploadTo('true')).toMatchObject({
        accepted: false,
        error: 'RejectedByObviousFakeDetector',
      });
      for (let i = 0; i < 2; i++) {
        expect(await uploadTo('false')).toMatchObject({ accepted: true });
        const call = { token: await token(), body: { image } };
        const direct = await service.call('POST', '/api/face/v1/verify/5', call);
        expect(direct.json.verified).toBe(true);
      }
    });

    it('accept images of one face, within limits', async () => {
      const jwt = await token({ maxtries: '1' });
      const empty = await upload(jwt, { image: base64(await nobody()) });
      expect(empty.json).toMatchObject({ accepted: false, error: 'FaceNotFound' });
      expect((await upload(jwt, { image: await face('ben') })).json.accepted).toBe(true);
      const fresh = { image: await face('ben') };
      for (const [wrong, message] of [
        [{ ...fresh, index: 8 }, /^index: /],
        [{ ...fresh, tags: ['sideways'] }, /^tags\[0\]: expected one of up, down, left, right$/],
        [{ image: 'AAAA' }, /^image: /],
        [{}, /^image: missing$/],
      ] as const)
        expect(await upload(jwt, wrong)).toMatchObject({ status: 400, json: { Message: message } });
      await service.uploadedTimes(idOf(jwt), 24);
      expect((await upload(jwt, fresh)).status).toBe(403);
      expect((await run(jwt)).json).toMatchObject({ success: true, triesLeft: 0 });
      const { image: _, ...rest } = { ...fresh, image: await face('ben') };
      expect((await upload(jwt, { image: _, ...rest })).status).toBe(403);
    });

    it('need task tokens', async () => {
      const body = { image: await face('ben') };
      for (const [method, path] of [
        ['POST', '/api/v1/upload'],
        ['POST', '/api/task/v1/verify'],
        ['GET', '/api/task/v1/enroll'],
      ] as const) {
        const call = method === 'POST' ? { client: shop, body } : { client: shop };
        const { status, json } = await service.call(method, path, call);
        expect({ status, json }).toMatchObject({ status: 403, json: { Message: /task token/ } });
        expect((await service.call(method, path)).status).toBe(401);
      }
    });

    it('detect liveness without the pack, too', async () => {
      const jwt = await token({ livedetection: 'true' });
      await upload(jwt, { image: await face('ben') });
      expect((await run(jwt)).json).toMatchObject({ success: true });
      const { json } = await result(jwt);
      expect(json).toMatchObject({ success: true, error: null });
    });

    it('refuse single images if a challenge is demanded, without using an attempt', async () => {
      const jwt = await token({ livedetection: 'true', challenge: 'true', maxtries: '1' });
      expect((await verify(jwt)).json).toMatchObject({ code: 7, message: /challenge-response/ });
      expect((await result(jwt)).status).toBe(204);
    });
  });

  describe('samples', () => {
    const rows = (jwt: string) =>
      service.database.db
        .selectFrom('task_samples')
        .selectAll()
        .where('token_id', '=', idOf(jwt))
        .execute();

    /** Whether pieces of what the rows hold are in the files of the database. */
    const remains = async (kept: Awaited<ReturnType<typeof rows>>) => {
      const { dataDir } = service.location;
      const files = await Promise.all(
        (await readdir(dataDir)).map((name) => readFile(`${dataDir}/${name}`)),
      );
      return kept.some(({ body, data_key }) =>
        [data_key, body.subarray(0, 64), body.subarray(-64)]
          .map((piece) => Buffer.from(piece))
          .some((piece) => files.some((file) => file.includes(piece))),
      );
    };

    it('are stored sealed, and leave no byte after use', async () => {
      const jwt = await token();
      const image = await face('ben');
      await upload(jwt, { image, tags: ['up'] });
      const kept = await rows(jwt);
      expect(kept).toHaveLength(1);
      const bytes = Buffer.from(image, 'base64');
      expect(Buffer.from(kept[0]!.body).includes(bytes.subarray(20, 60))).toBe(false);
      if (kind === 'sqlite') expect(await remains(kept)).toBe(true);
      await run(jwt);
      expect(await rows(jwt)).toEqual([]);
      if (kind === 'sqlite') expect(await remains(kept)).toBe(false);
    });

    it('leave none when the token expires, and nothing at all a day later', async () => {
      const jwt = await token();
      await upload(jwt, { image: await face('ben') });
      const kept = await rows(jwt);
      await service.parts.taskTokens.sweep();
      expect(await rows(jwt)).toHaveLength(1);
      await service.parts.taskTokens.sweep(new Date(Date.now() + 601_000));
      expect(await rows(jwt)).toEqual([]);
      if (kind === 'sqlite') expect(await remains(kept)).toBe(false);
      const tokens = () =>
        service.database.db
          .selectFrom('task_tokens')
          .select('token_id')
          .where('token_id', '=', idOf(jwt))
          .execute();
      expect(await tokens()).toHaveLength(1);
      await service.parts.taskTokens.sweep(new Date(Date.now() + 87_600_000));
      expect(await tokens()).toEqual([]);
    });
  });
});
