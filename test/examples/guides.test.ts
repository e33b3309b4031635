/** The programs of the guides, each in a folder of its own with the packages its guide installs. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Prosopon } from '../../clients/typescript/src/index.ts';
import { cookie, read } from '../../examples/guides/next/lib/cookies.ts';
import type { User } from '../../src/access/accounts/user.ts';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { ROOT } from '../../testing/cli/run-cli.ts';
import { endSession } from '../../testing/ended-session.ts';
import { testEngine } from '../../testing/engine.ts';
import { photographBeforeCamera } from '../../testing/fake-camera.ts';
import { freePort } from '../../testing/free-port.ts';
import { openBrowser } from '../../testing/http/browser.ts';
import { scriptedLogin } from '../../testing/http/scripted-login.ts';
import { startService, type TestService } from '../../testing/http/service.ts';
import { type LivePerson, livePerson } from '../../testing/live-people.ts';
import { group, nobody, portrait } from '../../testing/people.ts';
import { recordings } from '../../testing/recordings.ts';
import { sharedPath } from '../../testing/shared.ts';
import { hasBrowser, openBrowser as openChromium } from '../../testing/web/browser.ts';

const modelsDir = sharedPath('models');
const recorded = recordings();

let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-guides-'));
  await cp(join(ROOT, 'examples/guides'), folder, { recursive: true });
  await mkdir(join(folder, 'node_modules/@prosopon/client'), { recursive: true });
  const client = join(folder, 'node_modules/@prosopon/client');
  const source = new URL('../../clients/typescript/src/index.ts', import.meta.url).href;
  await writeFile(join(client, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  await writeFile(join(client, 'index.js'), `export * from '${source}';`);
  for (const name of ['express', 'express-session', 'jose', 'openid-client'])
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
});
afterAll(async () => {
  for (const child of running) child.kill();
  await rm(folder, { recursive: true, force: true });
});

interface StartOptions {
  readonly port?: number;
  readonly program?: string;
  readonly cwd?: string;
}

/** Starts a program of a guide; resolves to its address once it listens there. */
async function start(
  file: string,
  env: Readonly<Record<string, string>>,
  { port, program = process.execPath, cwd = folder }: StartOptions = {},
): Promise<string> {
  const PORT = String(port ?? (await freePort()));
  running.push(spawn(program, [file], { cwd, env: { PORT, ...env }, stdio: 'ignore' }));
  const url = `http://127.0.0.1:${PORT}`;
  const answers = () => fetch(url).then(Boolean, () => false);
  await expect.poll(answers, { timeout: 30_000 }).toBe(true);
  return url;
}

const callFor = async (method: string, url: string, body?: Buffer | object) => {
  const isPicture = Buffer.isBuffer(body);
  const response = await fetch(url, {
    method,
    headers: { 'content-type': isPicture ? 'image/jpeg' : 'application/json' },
    body: isPicture ? new Uint8Array(body) : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : undefined };
};

it('each guide shows part of its program unchanged', async () => {
  const SHOWN = /\(\.\.\/\.\.\/(examples\/guides\/[\w./-]+)\):\n\n```\w+\n(.*?)^```$/gms;
  // Where types are checked, the client is not yet a package.
  const CLIENT = '../../clients/typescript/src/index.ts';
  const pages = (await readdir(join(ROOT, 'docs/guides'))).filter((page) => page !== 'README.md');
  for (const page of pages) {
    const text = await readFile(join(ROOT, 'docs/guides', page), 'utf8');
    if (!text.includes('../../examples/guides/')) continue;
    const shown = [...text.matchAll(SHOWN)];
    expect(shown, page).not.toEqual([]);
    for (const [, file, code] of shown)
      expect(
        (await readFile(join(ROOT, file!), 'utf8')).replace(CLIENT, '@prosopon/client'),
        `${page}: ${file}`,
      ).toContain(code);
  }
});

const PYTHON = process.env.PROSOPON_TEST_PYTHON ?? '/usr/bin/python3';
const hasFlask = spawnSync(PYTHON, ['-c', 'import flask, authlib, requests']).status === 0;
if (!hasFlask) console.warn(`skipped: ${PYTHON} lacks flask, authlib or requests`);
const hasJava = spawnSync('javac', ['-version']).status === 0;
if (!hasJava) console.warn('skipped: no javac, so the site in Java cannot run');

interface Site {
  readonly name: string;
  readonly file: string;
  readonly program?: string;
  /** How its page begins a login. */
  readonly begins?: 'POST';
  readonly folder?: string;
}

const sites: readonly Site[] = [
  { name: 'Express', file: 'login-express.mjs' },
  ...(hasFlask ? [{ name: 'Flask', file: 'login_flask.py', program: PYTHON }] : []),
  ...(hasJava ? [{ name: 'Java', file: 'Login.java', program: 'java' }] : []),
  {
    name: 'Next.js',
    file: join(ROOT, 'test/examples/route-handlers.ts'),
    begins: 'POST',
    folder: 'next',
  },
];

describe('a login', () => {
  let service: TestService;
  let ada: User;
  beforeAll(async () => {
    service = await startService();
    ada = await service.parts.accounts.users.create({ name: 'Ada & Co' });
  });
  afterAll(() => service.close());

  it.each(sites)(
    'at the $name site succeeds; a forged response does not',
    async ({ name, file, program = process.execPath, begins = 'GET', folder: inner = '.' }) => {
      const id = name.replace(/\W/g, '');
      const port = await freePort();
      const SITE_URL = `http://127.0.0.1:${port}`;
      const { secret } = await service.client(id, { redirectUris: [`${SITE_URL}/callback`] });
      const env = {
        PROSOPON_URL: service.base,
        PROSOPON_ID: id,
        PROSOPON_SECRET: secret,
        SESSION_SECRET: randomBytes(32).toString('hex'),
        SITE_URL,
      };
      const site = await start(file, env, { port, program, cwd: join(folder, inner) });
      const browser = openBrowser(service.base, site);
      const begin = async () => {
        const { headers } = await browser.call(begins, `${site}/login`);
        return browser.open(headers.get('location')!);
      };
      expect((await browser.open(site)).text).toContain('Log in with your face');
      const login = await begin();
      expect(login.url.origin).toBe(service.base);
      const forged = new URLSearchParams({ code: 'x', state: 'y', iss: service.base });
      expect((await browser.open(`${site}/callback?${forged}`)).status).toBe(403);
      const again = await begin();
      const end = await scriptedLogin(service, browser, again, ada);
      expect(end.url.href).toBe(`${site}/`);
      expect(end.text).toBe('You are logged in as Ada & Co.');
    },
  );
});

it('a proof of liveness at the Express site is bound to the browser', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const port = await freePort();
  const SITE_URL = `http://127.0.0.1:${port}`;
  const settings = { livenessSessions: true };
  const { key } = await service.client('bank', { settings, redirectUris: [`${SITE_URL}/done`] });
  const env = {
    ...{ PROSOPON_URL: service.base, PROSOPON_ID: 'bank', PROSOPON_KEY: key },
    ...{ SESSION_SECRET: randomBytes(32).toString('hex'), SITE_URL },
  };
  const site = await start('liveness-express.mjs', env, { port });
  const browser = openBrowser(service.base, site);
  const prove = async () => {
    const { headers } = await browser.call('GET', `${site}/prove`);
    const token = headers.get('location')!.split('#')[1]!;
    return decodeJwt<{ readonly tokenid: string }>(token).tokenid;
  };
  await prove();
  expect((await browser.open(`${site}/done`)).text).toBe('Not proved: created.');
  await endSession(service.parts.livenessSessions, await prove());
  const stranger = openBrowser(service.base, site);
  expect((await stranger.open(`${site}/done`)).url.href).toBe(`${site}/`);
  expect((await browser.open(`${site}/done`)).text).toBe('You are there.');
  expect((await browser.open(`${site}/done`)).url.href).toBe(`${site}/`);
});

it('cookies of the Next.js site serve one purpose, for a limited time, unaltered', async () => {
  const before = process.env.SESSION_SECRET;
  process.env.SESSION_SECRET = randomBytes(32).toString('hex');
  onTestFinished(() => {
    if (before === undefined) delete process.env.SESSION_SECRET;
    else process.env.SESSION_SECRET = before;
  });
  const ada = { id: '7', name: 'Ada' };
  const made = (await cookie('person', ada, 60)).split(';')[0]!;
  const readBack = (text: string, name: 'person' | 'login' = 'person') =>
    read(new Headers({ cookie: `other=1; ${text}` }), name);
  expect(await readBack(made)).toMatchObject(ada);
  expect(await readBack(made.replace('person=', 'login='), 'login')).toBeUndefined();
  expect(await readBack((await cookie('person', ada, -1)).split(';')[0]!)).toBeUndefined();
  expect(await readBack(`${made.slice(0, -1)}${made.endsWith('A') ? 'Q' : 'A'}`)).toBeUndefined();
  expect(await readBack('person=eyJhbGciOiJub25lIn0..')).toBeUndefined();
});

describe.skipIf(modelsDir === undefined || recorded === undefined)('with faces', () => {
  let engine: FaceEngine;
  let service: TestService;
  let client: CreatedClient;
  let env: Record<string, string>;
  let ben: LivePerson;

  beforeAll(async () => {
    engine = await testEngine({ modelsDir: modelsDir! });
    service = await startService(engine);
    client = await service.client('shop');
    env = {
      PROSOPON_URL: service.base,
      PROSOPON_ID: client.id,
      PROSOPON_KEY: client.key,
      PROSOPON_SECRET: client.secret,
    };
    ben = await livePerson(recorded!, 'ben');
  });
  afterAll(async () => {
    await service?.close();
    await engine?.close();
  });

  it('portraits: accepts a good one, and explains faults of others', async () => {
    const url = `${await start('portraits.mjs', env)}/portrait`;
    const put = (picture: Buffer) => callFor('PUT', url, picture);
    expect(await put(await portrait('ada'))).toMatchObject({ status: 201 });
    expect(await readdir(join(folder, 'portraits'))).toHaveLength(1);
    const faults = async (picture: Buffer) => (await put(picture)).json.faults;
    expect(await faults(await nobody())).toEqual(['No face was found in the picture.']);
    expect(await faults(await group())).toContain('Only one face may be in the picture.');
    expect(await faults(Buffer.from('GIF89a?'))).toEqual([
      'This is not a picture that we can read.',
    ]);
    expect((await callFor('PUT', url, {})).status).toBe(415);
    expect(await readdir(join(folder, 'portraits'))).toHaveLength(1);
  });

  it('door: opens once, for staff who move as asked, and for nobody else', async () => {
    const door = await start('door.mjs', env);
    const prosopon = new Prosopon({ url: service.base, ...client });
    const pictures = ben.more().map(({ image }) => image);
    await prosopon.enroll(7, pictures);
    const begin = async () => (await callFor('POST', `${door}/visits`)).json;
    const ring = async (visit: string, images: readonly object[]) =>
      callFor('POST', `${door}/visits/${visit}`, { images });
    const asked = async () => {
      const { visit, direction } = await begin();
      return { visit, images: ben.pair([direction]) };
    };
    const stranger = await asked();
    expect((await ring(stranger.visit, stranger.images)).json, 'not staff').toEqual({
      open: false,
    });
    await prosopon.setTags(7, ['staff']);
    const { visit, images } = await asked();
    expect((await ring(visit, images)).json).toEqual({ open: true });
    expect((await ring(visit, images)).status, 'the same visit again').toBe(410);
    const photo = await begin();
    const [first, second] = images;
    const still = [first!, { ...second, image: first!.image }];
    expect((await ring(photo.visit, still)).json, 'a photograph').toEqual({ open: false });
    for (const frames of [{}, { burst: [] }]) {
      const photos = await asked();
      const two = photos.images.map(({ image }) => ({ image, ...frames }));
      expect((await ring(photos.visit, two)).status, 'two photographs').toBe(400);
    }
    const object = { image: { length: 2 }, at: 1 };
    for (const sent of [[], [first!, { length: 2 }], [first!, { ...second, burst: [object] }]]) {
      const { status } = await ring((await begin()).visit, sent);
      expect(status, 'no images, or objects').toBe(400);
    }
  });

  it.skipIf(!hasBrowser())('door: its page sends the frames of the turn', async () => {
    const port = await freePort();
    const site = `http://127.0.0.1:${port}`;
    const kiosk = await service.client('kiosk', { allowedOrigins: [site] });
    const { id: PROSOPON_ID, key: PROSOPON_KEY } = kiosk;
    await start('door.mjs', { ...env, PROSOPON_ID, PROSOPON_KEY }, { port });
    const camera = join(folder, 'camera.mjpeg');
    await photographBeforeCamera(camera, 2);
    const browser = await openChromium(camera);
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(site);
    await page.getByRole('button', { name: 'Open' }).click();
    const hurry = async () => {
      await page.evaluate(`document.querySelector('#now:not([hidden])')?.click()`);
      return page.getByRole('status').textContent();
    };
    // Of a photograph. Without frames, the page would say that it failed.
    await expect
      .poll(hurry, { timeout: 40_000, interval: 500 })
      .toMatch(/^(The door stays shut|That failed)/);
    expect(await hurry()).toBe('The door stays shut.');
  });
});
