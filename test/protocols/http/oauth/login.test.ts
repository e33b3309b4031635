/** Registering, enrolling and logging in by face, over real HTTP with the real models. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNTS } from '../../../../src/access/accounts/user.ts';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { drawTurns } from '../../../../src/access/tasks/challenges.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { enrolmentLink } from '../../../../src/operations/accounts/account-mail.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { type Browser, openBrowser } from '../../../../testing/http/browser.ts';
import { startService, type TestService, WITHOUT_PKCE } from '../../../../testing/http/service.ts';
import {
  type LiveImageBody,
  type LivePerson,
  livePerson,
} from '../../../../testing/live-people.ts';
import { recordings } from '../../../../testing/recordings.ts';
import { sharedPath } from '../../../../testing/shared.ts';
import { codeOf } from '../../../../testing/totp-codes.ts';

const CALLBACK = 'https://shop.example/callback';
const CSRF = { 'x-csrf': '1' };

const modelsDir = sharedPath('models');
const folder = recordings();

describe.skipIf(modelsDir === undefined || folder === undefined)('with live people', () => {
  let engine: FaceEngine;
  let service: TestService;
  let shop: CreatedClient;
  let ada: LivePerson;
  let ben: LivePerson;
  let browser: Browser;

  beforeAll(async () => {
    engine = await testEngine({ modelsDir: modelsDir! });
    [ada, ben] = await Promise.all([livePerson(folder!, 'ada'), livePerson(folder!, 'ben')]);
    service = await startService(engine);
    shop = await service.client('shop', {
      name: 'My shop',
      redirectUris: [CALLBACK],
      settings: WITHOUT_PKCE,
    });
    for (const [name, person] of [
      ['Ada', ada],
      ['Ben', ben],
    ] as const) {
      browser = openBrowser(service.base);
      await register(name, `${name}@example.org`);
      expect(await enrol(person)).toMatchObject({ enrolled: true, errors: [] });
    }
  });
  afterAll(async () => {
    await service.close();
    await engine.close();
  });
  beforeEach(async () => {
    browser = openBrowser(service.base);
    await anotherDay();
  });

  /** Recordings are short: what people were seen with yesterday they may be seen with again. */
  const anotherDay = () => service.parts.replay.sweep(new Date(Date.now() + 90_000_000));

  const call = async (method: string, path: string, body?: unknown) =>
    browser.call(method, path, body, CSRF);
  const account = async (method: string, path: string, body?: unknown) =>
    (await call(method, `/account/v1${path}`, body)).json;

  async function register(name: string, email?: string) {
    return account('POST', '/registration', { name, ...(email && { email }) });
  }

  /** Two images are enough where it is not about what is stored. */
  const enrolPair = (person: LivePerson, more = {}) => enrol(person, more, []);

  const challenge = async () => (await account('POST', '/face/challenge')).challenge;

  async function enrol(person: LivePerson, given = {}, more = person.more()) {
    const { version, language } = await account('GET', '/consent-text?language=en');
    return account('POST', '/face', {
      images: [...person.pair(await challenge()), ...more],
      consent: { version, language },
      ...given,
    });
  }

  /** Signs in on the account pages, in a browser that the account knows. */
  async function signIn(name: string, person: LivePerson) {
    await service.makeKnown(browser, name);
    await account('POST', '/sign-in', { identifier: name });
    return account('POST', '/sign-in/face', { images: person.pair(['down']) });
  }

  const authorize = async (clientId = shop.id, scope = 'basic') => {
    const query = { response_type: 'code', client_id: clientId, redirect_uri: CALLBACK, scope };
    const page = await browser.open(`/oauth/authorization?${new URLSearchParams(query)}`);
    return page.url.pathname;
  };
  const step = async (login: string, name: string, body: unknown = {}) =>
    call('POST', `${login}/${name}`, body);

  describe('a login for an application', () => {
    it('asks for name, face and consent, and lets the right person in', async () => {
      const hook = { clientId: shop.id, url: 'http://127.0.0.1:9/', events: ['login.succeeded'] };
      await service.parts.webhooks.create(hook);
      const login = await authorize();
      const start = (await call('GET', `${login}/state`)).json;
      expect(start).toEqual({
        client: { id: 'shop', name: 'My shop' },
        scopes: ['basic'],
        newScopes: ['basic'],
        step: 'identify',
        attempt: null,
        unknownBrowser: false,
        challenge: [],
        passkey: false,
        mail: false,
        secondFactors: [],
        loginHint: null,
        expires: expect.stringMatching(/Z$/),
      });
      const named = (await step(login, 'identifier', { identifier: 'ada' })).json;
      expect(named).toMatchObject({ passed: true, state: { step: 'face' }, location: null });
      const shown = (await step(login, 'face', { images: ada.pair(['down']) })).json;
      expect(shown).toMatchObject({ passed: true, errors: [], state: { step: 'consent' } });
      const { location, state } = (await step(login, 'consent')).json;
      expect(state).toBeNull();
      const end = await browser.open(location);
      expect(end.url.href).toMatch(/^https:\/\/shop\.example\/callback\?code=/);

      browser = openBrowser(service.base);
      const again = await authorize();
      await step(again, 'identifier', { identifier: 'ADA' });
      const known = (await step(again, 'face', { images: ada.pair(['down']) })).json;
      expect(known).toMatchObject({ passed: true, state: null });
      expect((await browser.open(known.location)).url.origin).toBe('https://shop.example');
      const told = service.database.db.selectFrom('webhook_deliveries').select('id').execute();
      expect(await told).toHaveLength(2);
    });

    it('continues from a registration, whose enrolment has shown the face', async () => {
      const login = await authorize();
      expect((await step(login, 'registered')).status).toBe(401);
      await register('newcomer');
      expect((await step(login, 'registered')).status).toBe(403);
      await enrolPair(ben);
      const passed = (await step(login, 'registered')).json;
      expect(passed).toMatchObject({ passed: true, state: { step: 'consent' } });
      const { location } = (await step(login, 'consent')).json;
      expect((await browser.open(location)).url.searchParams.get('code')).toBeTruthy();
    });

    it('asks a newcomer for the face again if the application refuses suspicious cameras', async () => {
      const { id } = await service.client('careful', {
        redirectUris: [CALLBACK],
        settings: { ...WITHOUT_PKCE, suspiciousCapture: 'refuse' },
      });
      const login = await authorize(id);
      await register('careful newcomer');
      await enrolPair(ben);
      expect((await step(login, 'registered')).status).toBe(403);
      expect((await call('GET', `${login}/state`)).json).toMatchObject({ step: 'identify' });
    });

    it('ignores an enrolment from before the login began', async () => {
      await register('early');
      await enrolPair(ben);
      // Logins tell their age in seconds.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect((await step(await authorize(), 'registered')).status).toBe(403);
    });

    it('ends as nobody if another user is named while a face is examined', async () => {
      const login = await authorize();
      await step(login, 'identifier', { identifier: 'ada' });
      const examining = vi.spyOn(engine, 'analyseLiveness');
      const face = step(login, 'face', { images: ada.pair(['down']) });
      await vi.waitFor(() => expect(examining).toHaveBeenCalled(), { interval: 1 });
      const named = (await step(login, 'identifier', { identifier: 'ben' })).json;
      expect(named).toMatchObject({ state: { step: 'face' } });
      expect((await face).status).toBe(409);
      expect((await call('GET', `${login}/state`)).json).toMatchObject({ step: 'face' });
      expect((await step(login, 'consent')).status).toBe(404);
      vi.restoreAllMocks();
    });

    it('answers another person, an unknown name and one without a face alike, with the same work', async () => {
      await register('faceless');
      const { templates, accounts } = service.parts;
      const work = [
        vi.spyOn(engine, 'analyseLiveness'),
        vi.spyOn(engine, 'compare'),
        vi.spyOn(templates, 'read'),
        vi.spyOn(accounts.users, 'find'),
        vi.spyOn(accounts.limits, 'begin'),
        vi.spyOn(service.parts.replay, 'seenBefore'),
      ];
      const answers = [];
      for (const identifier of ['ada', 'nobody at all', 'faceless']) {
        browser = openBrowser(service.base);
        const login = await authorize();
        const named = (await step(login, 'identifier', { identifier })).json;
        for (const spy of work) spy.mockClear();
        const shown = (await step(login, 'face', { images: ben.pair(['down']) })).json;
        const calls = work.map((spy) => spy.mock.calls.length);
        expect(Math.min(...calls)).toBeGreaterThan(0);
        expect(shown).toMatchObject({ passed: false, errors: [{ errorCode: 'NotRecognised' }] });
        expect((await step(login, 'consent')).status).toBe(404);
        const withoutTime = (text: unknown) =>
          JSON.stringify(text).replace(/"(expires|attempt)":"[^"]*"/g, '');
        answers.push([withoutTime(named), withoutTime(shown), calls]);
      }
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      vi.restoreAllMocks();
    });

    it('refuses a still photo, and images used before', async () => {
      const login = await authorize();
      await step(login, 'identifier', { identifier: 'ada' });
      const [first, second] = ada.pair(['up']);
      const twice = [first, { ...second, image: first!.image, tags: ['down'] }];
      const capture = { camera: { label: 'OBS Virtual Camera' }, frames: [] };
      const still = (await step(login, 'face', { images: twice, capture })).json;
      const [job] = await service.parts.bookkeeping.list({ operation: 'sign-in', limit: 1 });
      expect(job?.suspicions).toEqual(['virtual camera']);
      expect(still).toMatchObject({
        passed: false,
        errors: expect.arrayContaining([
          expect.objectContaining({ errorCode: 'RejectedByObviousFakeDetector' }),
        ]),
      });
      const used = (await step(login, 'face', { images: [first, second] })).json;
      expect(used).toMatchObject({
        passed: false,
        errors: [
          {
            errorCode: 'RejectedByObviousFakeDetector',
            message: expect.stringMatching(/^images\[0\]\.image: .*used before/),
          },
        ],
      });
    });

    it('draws turns to a side outside tests, and more after a refusal', async () => {
      const other = await startService(engine, { draw: drawTurns });
      browser = openBrowser(other.base);
      const { challenge: first } = await account('POST', '/sign-in', { identifier: 'Ben' });
      expect(first).toEqual([expect.stringMatching(/^(left|right)$/)]);
      const show = (images: readonly LiveImageBody[]) =>
        account('POST', '/sign-in/face', { images });
      const { challenge: second } = await show(ben.pair([]));
      expect(second).toEqual([
        expect.stringMatching(/^(left|right)$/),
        expect.stringMatching(/^(up|down)$/),
      ]);
      const [straight, turned] = ben.pair(second.slice(0, 1));
      const both = await show([straight!, { ...turned!, tags: second }]);
      expect(both.errors).toContainEqual({
        errorCode: 'RejectedByChallengeResponse',
        message: 'One sample answers one direction.',
      });
      expect(both.challenge).toHaveLength(3);
      await other.close();
    });

    it('demands the movement that the service drew for this attempt', async () => {
      const login = await authorize();
      const named = (await step(login, 'identifier', { identifier: 'ben' })).json;
      const first = named.state.challenge;
      expect(first).toEqual([expect.stringMatching(/^(up|down|left|right)$/)]);
      const other = first[0] === 'left' ? 'right' : 'left';
      const wrong = (await step(login, 'face', { images: ben.pair([other]) })).json;
      expect(wrong).toMatchObject({ errors: [{ errorCode: 'RejectedByChallengeResponse' }] });
      expect(wrong.state.challenge).not.toEqual(first);
      await anotherDay();
      const images = ben.pair(wrong.state.challenge);
      expect((await step(login, 'face', { images })).json).toMatchObject({
        passed: true,
        errors: [],
        state: { step: 'consent' },
      });
    });

    it('slows wrong attempts down, even for names that do not exist', async () => {
      const images = ada.pair().map(() => ({ image: Buffer.from('no image').toString('base64') }));
      const login = await authorize();
      await step(login, 'identifier', { identifier: 'ghost' });
      const statuses = [];
      for (let i = 0; i < 7; i++) statuses.push((await step(login, 'face', { images })).status);
      expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429]);
      browser = openBrowser(service.base);
      const elsewhere = await authorize();
      await step(elsewhere, 'identifier', { identifier: 'Ghost ' });
      const locked = await step(elsewhere, 'face', { images });
      expect(locked.status).toBe(429);
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    });

    it('lets the owner in by a known browser, however often strangers try the name', async () => {
      const images = ada.pair().map(() => ({ image: Buffer.from('no image').toString('base64') }));
      await service.database.write((trx) => trx.deleteFrom('attempt_limits').execute());
      await signIn('ada', ada);
      const known = browser;
      browser = openBrowser(service.base);
      await account('POST', '/sign-in', { identifier: 'Ada' });
      const statuses = [];
      for (let i = 0; i < 7; i++)
        statuses.push((await call('POST', '/account/v1/sign-in/face', { images })).status);
      expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429]);

      browser = known;
      await anotherDay();
      await account('POST', '/sign-in', { identifier: 'ada' });
      const owner = await account('POST', '/sign-in/face', { images: ada.pair(['down']) });
      expect(owner).toMatchObject({ passed: true, step: 'done' });
      const elsewhere = await authorize();
      await step(elsewhere, 'identifier', { identifier: 'ben' });
      for (let i = 0; i < 6; i++) await step(elsewhere, 'face', { images });
      expect((await step(elsewhere, 'face', { images })).status, 'it is not known for Ben').toBe(
        429,
      );
      await account('POST', '/sign-in', { identifier: 'ada' });
      for (let i = 0; i < 6; i++) await call('POST', '/account/v1/sign-in/face', { images });
      const locked = await call('POST', '/account/v1/sign-in/face', { images });
      expect(locked.status, 'it has no more attempts than others').toBe(429);
      const { limits, browsers, users } = service.parts.accounts;
      for (const name of ['ada', 'ben']) {
        const { id } = (await users.findByIdentifier(name))!;
        for (const one of await browsers.allowances(id)) await limits.forget(one);
        await limits.forget({ by: 'identifier', value: name });
        await limits.forget({ by: 'user', value: id });
      }
      await limits.forget({ by: 'address', value: '127.0.0.1' });
    });

    it('does not reveal by another name that a user is locked', async () => {
      const { limits, users } = service.parts.accounts;
      const user = { by: 'user', value: (await users.findByIdentifier('ada'))!.id } as const;
      for (let i = 0; i < 7; i++) await limits.begin(user);
      const login = await authorize();
      await step(login, 'identifier', { identifier: 'ada' });
      const shown = await step(login, 'face', { images: ada.pair(['down']) });
      expect(shown).toMatchObject({ status: 200, json: { passed: false } });
      expect(shown.json.errors).toMatchObject([{ errorCode: 'NotRecognised' }]);
      await limits.forget(user);
    });

    it('is bound to its browser', async () => {
      const login = await authorize();
      const other = openBrowser(service.base);
      expect((await other.call('GET', `${login}/state`)).status).toBe(404);
    });

    it('can be cancelled', async () => {
      const login = await authorize();
      const { location } = (await step(login, 'cancel')).json;
      const { url } = await browser.open(location);
      expect(url.searchParams.get('error')).toBe('access_denied');
    });
  });

  describe('an account', () => {
    it('is opened by face, shows its data, and signs out', async () => {
      expect(await signIn('ada', ada)).toEqual({
        passed: true,
        errors: [],
        step: 'done',
        attempt: null,
        challenge: [],
        secondFactors: [],
        unknownBrowser: false,
      });
      expect(await account('GET', '/session')).toMatchObject({
        kind: 'face',
        recent: true,
        user: { name: 'Ada', email: 'Ada@example.org', emailConfirmed: false, enrolled: true },
      });
      const face = await account('GET', '/face');
      expect(face).toMatchObject({
        available: true,
        featureVectors: 4,
        consents: [{ version: '1', language: 'en', text: expect.stringMatching(/^I agree/) }],
      });
      expect(face.thumbnails).toHaveLength(4);
      const { classId } = (await service.parts.accounts.users.findByIdentifier('ada'))!;
      const { storage, partition } = ACCOUNTS;
      const template = await service.parts.templates.read({ storage, partition, classId });
      expect(template?.consent).toMatchObject({ reference: 'consent text 1 (en)' });
      expect(await account('DELETE', '/session')).toMatchObject({ kind: null, user: null });
      expect((await call('GET', '/account/v1/face')).status).toBe(401);
    });

    it('enrols only a live face, and only after consent to the present text', async () => {
      await register('Still');
      const [first, second] = ada.pair();
      const consent = { version: '1', language: 'en' };
      const moved = { ...second, image: first!.image, tags: await challenge() };
      const still = await account('POST', '/face', { images: [first, moved], consent });
      expect(still).toMatchObject({ enrolled: false, face: { available: false, consents: [] } });
      const strangers = [...ada.pair(await challenge()), ...ben.more()];
      expect(await account('POST', '/face', { images: strangers, consent })).toMatchObject({
        enrolled: false,
      });
      const old = { images: ada.pair(), consent: { version: '0', language: 'en' } };
      expect((await call('POST', '/account/v1/face', old)).status).toBe(400);
    });

    it('enrols only a face that moves as the service drew for the attempt', async () => {
      await register('Mover');
      const consent = { version: '1', language: 'en' };
      const enrolment = { images: ada.pair(['down']), consent };
      expect((await call('POST', '/account/v1/face', enrolment)).status).toBe(404);
      const demanded = await challenge();
      expect(demanded).toEqual(['down']);
      const [first, second] = ada.pair(['up']);
      const images = [first, { ...second, tags: demanded }];
      expect(await account('POST', '/face', { images, consent })).toMatchObject({
        enrolled: false,
        errors: [{ errorCode: 'RejectedByChallengeResponse' }],
        challenge: ['up'],
      });
    });

    it('replaces its face by the enrolled one or a link, and tells the owner', async () => {
      const { accounts } = service.parts;
      const email = 'cleo@example.org';
      const cleo = await accounts.users.create({ name: 'Cleo', email });
      await accounts.users.confirmEmail(cleo.id, email);
      const openLink = async () => {
        browser = openBrowser(service.base);
        await anotherDay();
        const { link } = await enrolmentLink(accounts, cleo);
        await account('POST', '/links', { token: link.split('#')[1] });
      };
      await openLink();
      const { enrolled, recoveryCodes } = await enrolPair(ada);
      expect([enrolled, recoveryCodes]).toEqual([true, expect.any(Array)]);

      browser = openBrowser(service.base);
      await anotherDay();
      await signIn('cleo', ada);
      const refused = await call('POST', '/account/v1/face/challenge');
      expect([refused.status, refused.json.details]).toEqual([403, [{ step: 'second-factor' }]]);
      await account('POST', '/session/second-factor', { code: recoveryCodes[0] });
      await anotherDay();
      const { storage, partition } = ACCOUNTS;
      const counted = () =>
        service.parts.refusedComparisons.left({ storage, partition }, 30, [cleo.classId]);
      const strange = await enrolPair(ben);
      expect(strange).toMatchObject({ enrolled: false, errors: [{ errorCode: 'NotRecognised' }] });
      expect((await counted()).get(cleo.classId)).toBe(29);
      await anotherDay();
      const mixed = await enrol(ada, {}, ben.more());
      expect(mixed).toMatchObject({ enrolled: false });
      await anotherDay();
      expect(await enrolPair(ada)).toMatchObject({ enrolled: true, recoveryCodes: [] });
      await openLink();
      expect(await enrolPair(ben)).toMatchObject({ enrolled: true });
      const told = service.mails.filter(({ to }) => to === email);
      expect(told.map(({ text }) => text.split(/[ .]/, 4).join(' '))).toEqual([
        'A one-time link was',
        'New recovery codes were',
        'There was a sign-in',
        'The face with which',
        'A one-time link was',
        'The face with which',
      ]);
    });

    it('keeps one of two first faces enrolled at once', async () => {
      await register('Twins');
      const both = await Promise.all([enrolPair(ada), enrolPair(ben)]);
      expect(both.filter(({ enrolled }) => enrolled === true)).toHaveLength(1);
    });

    it('confirms its address by the mailed link', async () => {
      const { text, to } = service.mails[0]!;
      expect(to).toBe('Ada@example.org');
      expect(text).toContain(`Service: Prosopon, ${service.base}`);
      const token = /#(\S+)/.exec(text)?.[1];
      expect(await account('POST', '/links', { token })).toMatchObject({
        purpose: 'confirm-email',
      });
      expect((await call('POST', '/account/v1/links', { token })).status).toBe(404);
      expect(await signIn('ada@EXAMPLE.org', ada)).toMatchObject({ step: 'done' });
      expect(await account('GET', '/session')).toMatchObject({ user: { emailConfirmed: true } });
    });

    it('gives a second factor if the user or the client demands one', async () => {
      await signIn('ben', ben);
      const { users, secondFactors } = service.parts.accounts;
      const { id } = (await users.findByIdentifier('ben'))!;
      const [recovery] = await secondFactors.recovery.make(id);
      await account('POST', '/session/second-factor', { code: recovery });
      const { secret, uri, qr } = await account('POST', '/second-factor');
      expect(uri).toMatch(/^otpauth:\/\/totp\/Prosopon:Ben\?secret=/);
      expect(qr).toMatch(/^<svg/);
      expect((await call('PUT', '/account/v1/second-factor', { code: '000000' })).status).toBe(400);
      const code = await codeOf(secret);
      expect(await account('PUT', '/second-factor', { code })).toMatchObject({
        user: { secondFactor: true },
      });

      browser = openBrowser(service.base);
      const login = await authorize();
      await step(login, 'identifier', { identifier: 'ben' });
      const shown = (await step(login, 'face', { images: ben.pair(['down']) })).json;
      expect(shown).toMatchObject({ passed: true, state: { step: 'second-factor' } });
      expect((await step(login, 'consent')).status).toBe(404);
      const used = (await step(login, 'second-factor', { code })).json;
      expect(used).toMatchObject({ passed: false, errors: [{ errorCode: 'WrongCode' }] });
      const next = await codeOf(secret, 1);
      const right = (await step(login, 'second-factor', { code: next })).json;
      expect(right).toMatchObject({ passed: true, state: { step: 'consent' } });
      const jobs = await service.parts.bookkeeping.list({ operation: 'sign-in', limit: 3 });
      expect(jobs.map(({ decision }) => decision)).toEqual([
        'second factor',
        'not signed in',
        'signed in',
      ]);
      expect(jobs[0]).toMatchObject({ clientId: 'accounts', referenceNumber: 'oauth shop' });
    });

    it('of an administrator opens the administration, by face and code', async () => {
      const root = await service.parts.accounts.users.create({ name: 'Root', admin: true });
      const { link } = await enrolmentLink(service.parts.accounts, root);
      await account('POST', '/links', { token: link.split('#')[1] });
      const { enrolled, recoveryCodes } = await enrol(ben);
      expect(enrolled).toBe(true);
      browser = openBrowser(service.base);
      expect(await signIn('root', ada)).toMatchObject({ passed: false, step: 'face' });
      expect((await call('GET', '/admin/v1/users')).status).toBe(401);
      await anotherDay();
      expect(await signIn('root', ben)).toMatchObject({ passed: true, step: 'done' });
      expect(await account('GET', '/session')).toMatchObject({ step: 'second-factor-set-up' });
      expect((await call('GET', '/admin/v1/users')).status).toBe(403);
      const refused = await call('POST', '/account/v1/second-factor');
      expect(refused.json.details).toEqual([{ step: 'second-factor' }]);
      await account('POST', '/session/second-factor', { code: recoveryCodes[0] });
      const { secret } = await account('POST', '/second-factor');
      const code = await codeOf(secret);
      expect(await account('PUT', '/second-factor', { code })).toMatchObject({ step: null });
      expect((await call('GET', '/admin/v1/users')).status).toBe(200);

      browser = openBrowser(service.base);
      await anotherDay();
      await account('POST', '/sign-in', { identifier: 'root' });
      const unknown = await account('POST', '/sign-in/face', { images: ben.pair(['down']) });
      expect(unknown).toMatchObject({ passed: true, step: 'second-factor', unknownBrowser: true });
      expect((await call('GET', '/admin/v1/users')).status).toBe(401);
      const next = { code: await codeOf(secret, 1) };
      expect(await account('POST', '/sign-in/second-factor', next)).toMatchObject({ step: 'done' });
      expect((await call('GET', '/admin/v1/users')).status).toBe(200);
    });

    it('lists applications with access and ends it', async () => {
      await signIn('ada', ada);
      const login = await authorize();
      await step(login, 'identifier', { identifier: 'ada' });
      await step(login, 'face', { images: ada.pair(['down']) });
      await step(login, 'consent');
      expect(await account('GET', '/applications')).toMatchObject([
        { id: 'shop', name: 'My shop', scopes: ['basic'] },
      ]);
      expect(await account('DELETE', '/applications/shop')).toEqual({});
      expect(await account('GET', '/applications')).toEqual([]);
    });
  });
});
