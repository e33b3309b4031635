/** The system's WebKit (GTK), on a display that nobody sees, driven by WebDriver, with a made-up camera. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bySight, type DrivenWindow, PATIENCE } from './driven-window.ts';
import { startWatchingProxy } from './watching-proxy.ts';

const DRIVER = process.env.PROSOPON_TEST_WEBKIT ?? '/usr/bin/WebKitWebDriver';
const DISPLAY = '/usr/bin/Xvfb';
const [BROWSER] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

/** The camera is made up, and a driver may use it without a question. */
const ARGUMENTS = [
  '--automation',
  '--enable-mock-capture-devices=true',
  '--enable-media-stream=true',
];

/** Prints the reason where there is none. */
export function hasWebKit(): boolean {
  const there = BROWSER !== undefined && [DRIVER, DISPLAY].every((path) => existsSync(path));
  if (!there) console.warn('skipped: there is no WebKit (apt-get install webkit2gtk-driver xvfb)');
  return there;
}

/** Without them a machine that has no graphics processor draws videos black on a canvas now and then. */
const SOFTWARE = { LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' };

/** @param drawnBy `software`: what a video shows is to be seen in every look at it */
export async function openWebKit(drawnBy: 'any' | 'software' = 'any'): Promise<DrivenWindow> {
  const home = await mkdtemp(join(tmpdir(), 'prosopon-webkit-'));
  const complaints: string[] = [];
  const proxy = await startWatchingProxy((text) => complaints.push(text));
  const display = await openDisplay();
  const port = await freePort();
  // Its language is then no language (`C`), as on machines that nobody has set up for people.
  const nobodys = { HOME: home, DISPLAY: display.name, LANG: 'C', LANGUAGE: 'C' };
  const env = { ...process.env, ...(drawnBy === 'software' && SOFTWARE), ...nobodys };
  const driver = spawn(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
  const call = caller(`http://127.0.0.1:${port}`);
  const alwaysMatch = {
    proxy: { proxyType: 'manual', httpProxy: proxy.address },
    'webkitgtk:browserOptions': { binary: BROWSER, args: ARGUMENTS },
  };
  const begin = () =>
    call<{ sessionId: string }>('POST', '/session', { capabilities: { alwaysMatch } });
  const session = `/session/${(await onceListening(begin)).sessionId}`;
  await call('POST', `${session}/timeouts`, { script: 2 * PATIENCE });
  return bySight({
    complaints,
    goto: async (url) => void (await call('POST', `${session}/url`, { url })),
    async evaluate<T>(expression: string) {
      const script = `const done = arguments[0];
        Promise.resolve(${expression}).then(
          (value) => done({ value }),
          (error) => done({ error: String(error) }),
        );`;
      const body = { script, args: [] };
      const answer = await call<Evaluated<T>>('POST', `${session}/execute/async`, body);
      if (answer.error !== undefined) throw new Error(`${answer.error}: ${expression}`);
      return answer.value;
    },
    async close() {
      await call('DELETE', session);
      for (const child of [driver, display.server]) {
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      }
      proxy.close();
      await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  });
}

interface Evaluated<T> {
  readonly value: T;
  readonly error?: string;
}

function caller(base: string) {
  return async <T = unknown>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(base + path, { method, body: JSON.stringify(body) ?? null });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
}

/** The driver does not say when it listens. */
async function onceListening<T>(call: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE;
  for (;;)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > end) throw error;
      await setTimeout(50);
    }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The display says its number once it takes windows. */
async function openDisplay() {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const server = spawn(DISPLAY, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [said] = await once(server.stdio[3] as NodeJS.ReadableStream, 'data');
  return { server, name: `:${String(said).trim()}` };
}
