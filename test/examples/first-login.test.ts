/** The way of a newcomer: the commands of README and first calls, and their steps in a real browser. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM, ROOT } from '../../testing/cli/run-cli.ts';
import { freePort } from '../../testing/free-port.ts';
import { type LivePerson, livePerson } from '../../testing/live-people.ts';
import { shareModels } from '../../testing/models.ts';
import { personBeforeCamera } from '../../testing/person-before-camera.ts';
import { untilPrinted } from '../../testing/printed.ts';
import { recordings } from '../../testing/recordings.ts';
import { sharedPath } from '../../testing/shared.ts';
import { hasBrowser, openBrowser } from '../../testing/web/browser.ts';

const models = sharedPath('models');
const folder = recordings();

async function sectionBelow(page: string, heading: string): Promise<string> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return text.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
}

/** The blocks of commands below a heading of a page. */
async function commandsBelow(page: string, heading = ''): Promise<readonly string[]> {
  const section = await sectionBelow(page, heading);
  return [...section.matchAll(/^```\n(.*?)^```$/gms)].map(([, commands = '']) => commands.trim());
}

describe.skipIf(!hasBrowser() || models === undefined || folder === undefined)(
  'from the README to a login at the sample site',
  () => {
    let files: string;
    let camera: string;
    let env: Record<string, string>;
    let browser: Browser;
    let ben: LivePerson;
    /** What the service printed at its start. */
    let started: string;
    const running: ChildProcess[] = [];

    beforeAll(async () => {
      files = await mkdtemp(join(tmpdir(), 'prosopon-newcomer-'));
      camera = join(files, 'camera.mjpeg');
      const data = join(files, 'data');
      await shareModels(data);
      const [port, grpcPort, sitePort] = [await freePort(), await freePort(), await freePort()];
      env = {
        PROSOPON_DATA: data,
        PROSOPON_MODELS: models!,
        PORT: String(port),
        GRPC_PORT: String(grpcPort),
        SITE_PORT: String(sitePort),
      };
      ben = await livePerson(folder!, 'ben');
      const NAMES = ['alice.jpg', 'alice-today.jpg', 'portrait.jpg'];
      const pictures = ben.more().map(({ image }) => Buffer.from(image, 'base64'));
      for (const [index, name] of NAMES.entries())
        await writeFile(join(files, name), pictures[index % pictures.length]!);
      const [start = ''] = await commandsBelow('README.md', 'Try');
      expect(start).toBe('npm install && npm start');
      const ready = /^(?=.*npm run example)(?=.*"ready").*/s;
      started = await run(start.replace('npm install && ', ''), ready);
      await personBeforeCamera(camera, ben.film());
      browser = await openBrowser(camera);
    });
    afterAll(async () => {
      await browser?.close();
      for (const { pid } of running) if (pid !== undefined) process.kill(-pid);
      await rm(files, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    });

    /** Runs a command as a shell does; resolves to the first match in what it prints. */
    async function run(command: string, until: RegExp): Promise<string> {
      const child = spawn(command, {
        shell: true,
        detached: true,
        cwd: ROOT,
        env: { ...process.env, ...env },
      });
      running.push(child);
      const [found] = await untilPrinted(child, until);
      return found;
    }

    /** Runs the commands where there are the photographs that they name; resolves to what is printed. */
    async function paste(commands: string): Promise<readonly string[]> {
      const here = commands.replaceAll(':8080', `:${env.PORT}`).replaceAll('bin/prosopon', PROGRAM);
      const options = { cwd: files, env: { ...process.env, ...env } };
      const { stdout } = await promisify(execFile)('bash', ['-ec', here], options);
      return stdout.trim().split('\n');
    }

    it('enrols and verifies by the lines of first calls', async () => {
      const [calls = ''] = await commandsBelow('docs/first-calls.md');
      const [enrolled = '', verified = ''] = await paste(calls);
      expect(JSON.parse(enrolled)).toMatchObject({ performedAction: 'NEW_TEMPLATE_CREATED' });
      expect(JSON.parse(verified)).toMatchObject({ verified: true });
    });

    it('does a task by the lines of task tokens', async () => {
      await paste('bin/prosopon enroll 1001 alice.jpg');
      const [calls = ''] = await commandsBelow('docs/tokens.md', 'By hand');
      const secret = /client id {2}demo\s+secret +(\S+)/.exec(started)![1];
      const answers = await paste(`ID=demo SECRET=${secret}\n${calls}`);
      expect(answers.map((text) => JSON.parse(text))).toMatchObject([
        { accepted: true },
        { success: true },
        { success: true, task: 'verify', bcid: 'demo.1.1001' },
      ]);
    });

    it('grades a portrait by the lines of image quality', async () => {
      const [, call = ''] = await commandsBelow('docs/quality.md');
      const { qualityMeasurements } = JSON.parse((await paste(call)).join(''));
      expect(qualityMeasurements.length).toBeGreaterThan(20);
    });

    it('takes two commands, and nothing to copy between them', async () => {
      const [example = '', ...others] = await commandsBelow(
        'docs/first-calls.md',
        'Log in with your face',
      );
      expect(others).toEqual([]);
      const site = await run(example, /http:\S+(?=: open)/);
      expect(site).toBe(`http://127.0.0.1:${env.SITE_PORT}`);

      const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
      page.setDefaultTimeout(40_000);
      const used: string[] = [];
      const use = (role: 'button' | 'link', name: string) => {
        used.push(name);
        return page.getByRole(role, { name, exact: true }).click();
      };
      const press = (name: string) => use('button', name);
      const follow = (name: string) => use('link', name);
      /** The direction that the page asks the head to move in. */
      const asked = async (words: RegExp) =>
        words.exec((await page.getByText(words).textContent()) ?? '')?.[1] ?? '';
      await page.goto(site);
      await follow('Log in with your face');
      await follow('Register');
      await page.getByLabel('Name', { exact: true }).fill('Ben');
      await press('Continue');
      await page.getByRole('checkbox', { name: 'I agree' }).check();
      // Of turns to the right the recording shows too little for the page; mirrored, it shows one.
      const film = ben.film(['left']);
      const mirrored = () => Promise.all(film.map((frame) => sharp(frame).flop().toBuffer()));
      const take = page.getByRole('button', { name: 'Take the pictures', exact: true });
      const codes = page.getByRole('heading', { name: 'Your face is enrolled' });
      const refusals: string[] = [];
      // On a busy machine the camera may drop frames; who is refused takes the pictures again.
      while (refusals.length < 3) {
        const direction = await asked(/ move your head a little (\w+)/);
        await personBeforeCamera(camera, direction === 'left' ? film : await mirrored());
        await take.click();
        await press('Send the pictures');
        await codes.or(take).waitFor();
        if (await codes.isVisible()) break;
        refusals.push((await page.locator('main').textContent()) ?? '');
      }
      expect(refusals, refusals.join('\n')).not.toHaveLength(3);
      await press('Continue');
      await press('Agree and log in');
      await page.getByText('You are logged in as Ben').waitFor();
      expect(page.url()).toBe(`${site}/`);
      const steps = await sectionBelow('docs/first-calls.md', 'Log in with your face');
      const named = Array.from(steps.matchAll(/“(.+?)”/g), ([, name]) => name);
      expect(used, 'what the page names').toEqual(expect.arrayContaining(named));
    }, 180_000);
  },
);
