/** `bin/prosopon` on an old Node: goes on with the bundled one, or says what to install. */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, PROGRAM, ROOT } from '../../testing/cli/run-cli.ts';
import { untilPrinted } from '../../testing/printed.ts';

let folder: string;
let old: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-shim-'));
  old = join(folder, 'old.cjs');
  await writeFile(
    old,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.0.0' } });" +
      "Object.defineProperty(process, 'version', { value: 'v18.0.0' });",
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the program in a Node that takes itself for version 18. */
const runOld = (program: string, ...args: readonly string[]) =>
  spawn(process.execPath, ['--require', old, program, ...args], { cwd: ROOT });

test('is executable, and simple enough for any Node', async () => {
  const text = await readFile(PROGRAM, 'utf8');
  expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(text).not.toMatch(/\bconst\b|=>|\?\./);
  const { code, out } = await ended(spawn(PROGRAM, ['--version'], { cwd: ROOT }));
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^\d/) });
});

test('its threads share its compiled modules', async () => {
  const asking = `require('worker_threads').parentPort.postMessage(require('module').getCompileCacheDir())`;
  const afterwards = `
    import { Worker } from 'node:worker_threads';
    process.once('beforeExit', () =>
      new Worker(${JSON.stringify(asking)}, { eval: true }).on('message', console.log));`;
  const first = `data:text/javascript,${encodeURIComponent(afterwards)}`;
  const child = spawn(process.execPath, ['--import', first, PROGRAM, '--version'], { cwd: ROOT });
  const { out } = await ended(child);
  expect(out).toContain(join('node_modules', '.cache', 'prosopon'));
});

test('starts the bundled runtime and passes its exit code on', async () => {
  expect(await ended(runOld(PROGRAM, '--version'))).toMatchObject({ code: 0, err: '' });
  expect(await ended(runOld(PROGRAM, 'nonsense'))).toMatchObject({ code: 4 });
});

test('explains in one line what to install without a bundled runtime', async () => {
  const alone = join(folder, 'alone/bin/prosopon');
  await cp(join(ROOT, 'bin'), join(alone, '..'), { recursive: true });
  const { code, out, err } = await ended(runOld(alone, 'serve'));
  expect({ code, out }).toEqual({ code: 5, out: '' });
  expect(err).toBe(
    'prosopon: needs Node.js 24 or newer, and this is v18.0.0: install it, with "nvm install 24" ' +
      'or from https://nodejs.org\n',
  );
  await mkdir(join(folder, 'alone/src/cli'), { recursive: true });
  await writeFile(join(folder, 'alone/src/cli/main.ts'), '');
  expect((await ended(runOld(alone, 'serve'))).err).toMatch(
    /or from https:\/\/nodejs\.org, or run "npm install --ignore-scripts=false" in \S+alone, which brings one along\n$/,
  );
});

test('forwards the terminating signal', async () => {
  const env = { ...process.env, PROSOPON_DATA: join(folder, 'data'), PORT: '0', GRPC_PORT: '0' };
  const child = spawn(process.execPath, ['--require', old, PROGRAM, 'serve'], { cwd: ROOT, env });
  const end = ended(child);
  await untilPrinted(child, /"msg":"ready"/);
  child.kill('SIGTERM');
  expect(await end).toMatchObject({ code: 0, out: expect.stringMatching(/"msg":"stopped"/) });
});
