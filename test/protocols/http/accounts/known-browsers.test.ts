/** A login rests on a known browser and the face, or on one thing more: over HTTP, by living people. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNTS } from '../../../../src/access/accounts/user.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { newBrowserKey } from '../../../../testing/browser-keys.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { type Browser, openBrowser } from '../../../../testing/http/browser.ts';
import { startService, type TestService, WITHOUT_PKCE } from '../../../../testing/http/service.ts';
import { type LivePerson, livePerson } from '../../../../testing/live-people.ts';
import { recordings } from '../../../../testing/recordings.ts';
import { sharedPath } from '../../../../testing/shared.ts';

const CALLBACK = 'https://shop.example/callback';
const CSRF = { 'x-csrf': '1' };
const modelsDir = sharedPath('models');
const folder = recordings();

describe.skipIf(modelsDir === undefined || folder === undefined)('a known browser', () => {
  let engine: FaceEngine;
  let service: TestService;
  let ada: LivePerson;
  let ben: LivePerson;
  /** In which Ada registered. */
  let home: Browser;
  let codes: readonly string[];

  beforeAll(async () => {
    engine = await testEngine({ modelsDir: modelsDir! });
    [ada, ben] = await Promise.all([livePerson(folder!, 'ada'), livePerson(folder!, 'ben')]);
    service = await startService(engine);
    for (const [id, faceAlone] of [
      ['shop', false],
      ['kiosk', true],
    ] as const) {
      const settings = { ...WITHOUT_PKCE, faceAlone };
      await service.client(id, { redirectUris: [CALLBACK], settings });
    }
    home = openBrowser(service.base);
    const email = 'ada@example.org';
    await account(home, 'POST', '/registration', { name: 'Ada', email });
    await service.parts.accounts.users.confirmEmail((await adasAccount()).id, email);
    const { version, language } = await account(home, 'GET', '/consent-text?language=en');
    const { challenge } = await account(home, 'POST', '/face/challenge');
    const key = newBrowserKey();
    const enrolled = await home.call(
      'POST',
      '/account/v1/face',
      { images: ada.pair(challenge), consent: { version, language }, browserKey: key.key },
      CSRF,
    );
    expect(enrolled.json).toMatchObject({ enrolled: true });
    codes = enrolled.json.recoveryCodes;
    home.becomeKnown(cookieOf(enrolled.headers), key);
  });
  afterAll(async () => {
    await service?.close();
    await engine?.close();
  });
  beforeEach(async () => {
    await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
    await service.database.write((trx) => trx.deleteFrom('attempt_limits').execute());
    await service.parts.refusedComparisons.clear(await adasClass());
  });

  const cookieOf = (headers: Headers) =>
    /prosopon_browser=([^;]+)/.exec(headers.getSetCookie().join('\n'))?.[1] ?? '';
  const account = async (browser: Browser, method: string, path: string, body?: unknown) =>
    (await browser.call(method, `/account/v1${path}`, body, CSRF)).json;
  const adasAccount = async () => (await service.parts.accounts.users.findByIdentifier('ada'))!;
  const adasClass = async () => {
    const { storage, partition } = ACCOUNTS;
    return { storage, partition, classId: (await adasAccount()).classId };
  };
  const name = (browser: Browser) => account(browser, 'POST', '/sign-in', { identifier: 'ada' });
  const show = (browser: Browser, person = ada, headers = {}) =>
    browser.call(
      'POST',
      '/account/v1/sign-in/face',
      { images: person.pair(['down']) },
      { ...CSRF, ...headers },
    );
  const authorize = async (browser: Browser, client: string) => {
    const query = { response_type: 'code', client_id: client, redirect_uri: CALLBACK };
    const page = await browser.open(`/oauth/authorization?${new URLSearchParams(query)}`);
    return page.url.pathname;
  };

  it('comes with the first face, beside recovery codes, and its owner is told', async () => {
    expect(codes).toHaveLength(8);
    expect(codes[0]).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    const session = await account(home, 'GET', '/session');
    expect(session).toMatchObject({ knownBrowser: true, user: { recoveryCodes: 8 } });
    expect(await account(home, 'GET', '/browsers')).toMatchObject([{ current: true }]);
    const told = service.mails.filter(({ to }) => to === 'ada@example.org');
    expect(told.map(({ text }) => text).join()).toContain('A browser was remembered.');
    const changes = await service.parts.audit.list({ event: 'account-change', limit: 10 });
    const what = changes.map(({ details }) => (details as { readonly change: string }).change);
    expect(what).toEqual(expect.arrayContaining(['browser remembered', 'recovery codes made']));
  });

  it('signs in with the face, no further step, and no stranger can lock it out', async () => {
    const { limits } = service.parts.accounts;
    const { id } = await adasAccount();
    const scopes = [
      { by: 'identifier', value: 'ada' },
      { by: 'user', value: id },
      { by: 'code', value: id },
      { by: 'address', value: '127.0.0.1' },
    ] as const;
    for (const scope of scopes) await limits.begin(scope);
    const locked_until = new Date(Date.now() + 900_000).toISOString();
    await service.database.write((trx) =>
      trx.updateTable('attempt_limits').set({ locked_until }).execute(),
    );
    const bcid = await adasClass();
    await service.parts.refusedComparisons.count(bcid, 30, 30);
    expect(await service.parts.refusedComparisons.wait(bcid, 30)).toBeGreaterThan(0);

    await name(home);
    const { json } = await show(home);
    expect(json).toMatchObject({ passed: true, step: 'done', errors: [] });
    const [job] = await service.parts.bookkeeping.list({ operation: 'sign-in', limit: 1 });
    expect(job?.decision).toBe('signed in, known browser');
    expect((await account(home, 'GET', '/sign-ins'))[0]).toMatchObject({ knownBrowser: true });

    const elsewhere = openBrowser(service.base);
    await name(elsewhere);
    expect((await show(elsewhere)).status, 'others wait').toBe(429);
  });

  it('is not believed with the signature of another key, attempt or upload, before any picture', async () => {
    const looked = vi.spyOn(engine, 'analyseLiveness');
    const { attempt } = await name(home);
    const other = newBrowserKey();
    const body = JSON.stringify({ images: ada.pair(['down']) });
    for (const signature of [other.signature(attempt, body), 'A'.repeat(86), 'no signature']) {
      const { status, json } = await show(home, ada, { 'x-browser-signature': signature });
      expect([status, json.details]).toEqual([403, [{ step: 'browser-key' }]]);
    }
    expect(looked).not.toHaveBeenCalled();
    looked.mockRestore();
    const [before] = (await account(home, 'GET', '/browsers')) as { lastUsed: string }[];
    const right = await show(home);
    expect(right.json).toMatchObject({ step: 'done' });
    const [after] = (await account(home, 'GET', '/browsers')) as { lastUsed: string }[];
    expect(Date.parse(after!.lastUsed)).toBeGreaterThan(Date.parse(before!.lastUsed));
  });

  it('counts as unknown without its signature', async () => {
    const { attempt } = await name(home);
    expect(attempt).toMatch(/^\S+\.0$/);
    const bare = openBrowser(service.base);
    const body = JSON.stringify({ images: ada.pair(['down']) });
    const answer = await fetch(`${service.base}/account/v1/sign-in/face`, {
      method: 'POST',
      headers: {
        ...CSRF,
        'content-type': 'application/json',
        cookie: home.cookiesFor(new URL('/account/v1', service.base)),
      },
      body,
    });
    expect(await answer.json()).toMatchObject({ passed: true, step: 'second-factor' });
    expect((await account(bare, 'GET', '/session')).user).toBeNull();
  });

  it('begins where one thing more than the face was shown, if the user wants it', async () => {
    const away = openBrowser(service.base);
    await name(away);
    const shown = (await show(away)).json;
    expect(shown).toMatchObject({
      step: 'second-factor',
      secondFactors: ['recovery', 'mail'],
      unknownBrowser: true,
    });
    expect((await account(away, 'GET', '/session')).user).toBeNull();
    const key = newBrowserKey();
    const give = (code: string) =>
      away.call('POST', '/account/v1/sign-in/second-factor', { code, browserKey: key.key }, CSRF);
    expect((await give('0000-0000-0000-0000')).json).toMatchObject({ passed: false });
    const given = await give(codes[0]!.toUpperCase().replaceAll('-', ' '));
    expect(given.json).toMatchObject({ passed: true, step: 'done' });
    const session = await account(away, 'GET', '/session');
    expect(session).toMatchObject({ kind: 'face', knownBrowser: true, user: { recoveryCodes: 7 } });
    away.becomeKnown(cookieOf(given.headers), key);
    await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
    await name(away);
    expect((await show(away)).json).toMatchObject({ step: 'done' });

    await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
    const login = await authorize(away, 'shop');
    await away.call('POST', `${login}/identifier`, { identifier: 'ada' }, CSRF);
    const images = ada.pair(['down']);
    const begun = await away.call('POST', `${login}/face`, { images }, CSRF);
    expect(begun.json).toMatchObject({ passed: true, state: { step: 'consent' } });

    // Forgotten from elsewhere, it is a stranger's: its session is over, and so is its login.
    const known: { name: string; current: boolean }[] = await account(home, 'GET', '/browsers');
    const theirs = known.find(({ current }) => !current)!;
    expect(await account(home, 'DELETE', `/browsers/${theirs.name}`)).toHaveLength(1);
    expect((await account(away, 'GET', '/session')).user).toBeNull();
    expect((await away.call('POST', `${login}/consent`, {}, CSRF)).status).toBe(404);
    await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
    await name(away);
    expect((await show(away)).json).toMatchObject({ step: 'second-factor' });
    const used = await account(away, 'POST', '/sign-in/second-factor', { code: codes[0] });
    expect(used, 'each code works once').toMatchObject({ passed: false });
  });

  it('is not made by the face alone, which only a client may accept', async () => {
    for (const [client, step] of [
      ['shop', 'second-factor'],
      ['kiosk', 'consent'],
    ] as const) {
      await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
      const stranger = openBrowser(service.base);
      const login = await authorize(stranger, client);
      await stranger.call('POST', `${login}/identifier`, { identifier: 'ada' }, CSRF);
      const images = ada.pair(['down']);
      const browserKey = newBrowserKey().key;
      const shown = await stranger.call('POST', `${login}/face`, { images, browserKey }, CSRF);
      expect(shown.json).toMatchObject({ passed: true, state: { step } });
      expect(cookieOf(shown.headers)).toBe('');
      if (step === 'second-factor') continue;
      await stranger.call('POST', `${login}/consent`, {}, CSRF);
    }
  });

  it('and one thing more are needed to change how the user gets in', async () => {
    await name(home);
    await show(home);
    const refused = async (method: string, path: string, body: unknown = {}) => {
      const { status, json } = await home.call(method, `/account/v1${path}`, body, CSRF);
      expect([path, status, json.details]).toEqual([path, 403, [{ step: 'second-factor' }]]);
    };
    await refused('POST', '/face/challenge');
    await refused('POST', '/second-factor');
    await refused('POST', '/recovery-codes');
    await refused('PUT', '/email', { email: 'other@example.org' });
    await refused('POST', '/browsers', { browserKey: newBrowserKey().key });
    await account(home, 'POST', '/session/second-factor', { code: codes[1] });
    const { codes: made } = await account(home, 'POST', '/recovery-codes');
    expect(made).toHaveLength(8);
    const old = await home.call(
      'POST',
      '/account/v1/session/second-factor',
      { code: codes[2] },
      CSRF,
    );
    expect(old.status, 'the earlier codes are worth nothing').toBe(400);
    codes = made;

    const away = openBrowser(service.base);
    await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
    await name(away);
    await show(away);
    await account(away, 'POST', '/sign-in/second-factor', { code: codes[0] });
    const unknown = await away.call('POST', '/account/v1/face/challenge', {}, CSRF);
    expect(unknown.json.details).toEqual([{ step: 'known-browser' }]);
    const key = newBrowserKey().key;
    const session = await account(away, 'POST', '/browsers', { browserKey: key });
    expect(session).toMatchObject({ knownBrowser: true });
    const { challenge } = await account(away, 'POST', '/face/challenge');
    const consent = { version: '1', language: 'en' };
    await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
    const strange = { images: ben.pair(challenge), consent };
    expect(await account(away, 'POST', '/face', strange)).toMatchObject({
      enrolled: false,
      errors: [{ errorCode: 'NotRecognised' }],
    });
  });

  it('needs a link by mail where the user has no other way, in the session that asked', async () => {
    const { secondFactors } = service.parts.accounts;
    await secondFactors.recovery.removeAll((await adasAccount()).id);
    await name(home);
    expect((await show(home)).json).toMatchObject({ step: 'done' });
    const session = await account(home, 'GET', '/session');
    expect(session.user.ways).toEqual(['mail']);
    const owners = () => home.call('POST', '/account/v1/recovery-codes', {}, CSRF);
    expect((await owners()).json.details).toEqual([{ step: 'second-factor' }]);

    const asked = await home.call('POST', '/account/v1/session/mail', undefined, CSRF);
    expect(asked.status).toBeLessThan(300);
    const mail = service.mails.at(-1)!;
    expect(mail.to).toBe('ada@example.org');
    const [, token] = /\/profile#mail=(\S+)/.exec(mail.text)!;
    const give = (browser: Browser, given: string | undefined) =>
      browser.call('POST', '/account/v1/session/mail-link', { token: given }, CSRF);
    expect((await give(openBrowser(service.base), token)).status, 'nobody').toBe(401);
    expect((await give(home, 'another')).status).toBe(400);
    expect((await owners()).status).toBe(403);
    const given = await Promise.all([give(home, token), give(home, token)]);
    expect(given.map(({ status }) => status).toSorted(), 'once').toEqual([200, 400]);
    expect((await owners()).json.codes).toHaveLength(8);
    expect(service.mails.map(({ text }) => text).join()).toContain('a sign-in with a mailed link');

    // A link of an earlier session opens nothing in the next one.
    await secondFactors.recovery.removeAll((await adasAccount()).id);
    await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
    await name(home);
    await show(home);
    await home.call('POST', '/account/v1/session/mail', undefined, CSRF);
    const [, late] = /\/profile#mail=(\S+)/.exec(service.mails.at(-1)!.text)!;
    await service.parts.replay.sweep(new Date(Date.now() + 90_000_000));
    await name(home);
    expect((await show(home)).json).toMatchObject({ step: 'done' });
    expect((await give(home, late)).status).toBe(400);
  });
});
