/** The system's Firefox, driven by WebDriver BiDi, with a camera that shows a test picture and nobody. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilPrinted } from '../../testing/printed.ts';
import { bySight, type DrivenWindow } from './driven-window.ts';

const FIREFOX = process.env.PROSOPON_TEST_FIREFOX ?? '/usr/bin/firefox-esr';

/** The camera is made up, and given without a question. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'intl.accept_languages': 'en-GB',
};

/** Prints the reason where there is none. */
export function hasFirefox(): boolean {
  const there = existsSync(FIREFOX);
  if (!there) console.warn(`skipped: there is no ${FIREFOX} (apt-get install firefox-esr)`);
  return there;
}

export async function openFirefox(): Promise<DrivenWindow> {
  const home = await mkdtemp(join(tmpdir(), 'prosopon-firefox-'));
  const preferences = Object.entries(PREFERENCES);
  await writeFile(
    join(home, 'user.js'),
    preferences
      .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
      .join('\n'),
  );
  const args = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port=0'];
  const firefox = spawn(FIREFOX, args, { env: { ...process.env, HOME: home } });
  const complaints: string[] = [];
  const { call, end } = await connect(`${await addressOf(firefox)}/session`, (text) =>
    complaints.push(text),
  );
  await call('session.new', { capabilities: {} });
  await call('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await call<{ contexts: { context: string }[] }>('browsingContext.getTree');
  const { context } = contexts[0]!;
  return bySight({
    complaints,
    goto: async (url) =>
      void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate<T>(expression: string) {
      const params = { expression, target: { context }, awaitPromise: true };
      const { type, result } = await call<Evaluated<T>>('script.evaluate', params);
      if (type !== 'success') throw new Error(`${type}: ${expression}`);
      return result.value;
    },
    async close() {
      const ended = once(firefox, 'exit');
      await call('browser.close');
      end();
      await ended;
      await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  });
}

/** Texts, numbers and the like; what is not one has no value here. */
interface Evaluated<T> {
  readonly type: string;
  readonly result: { readonly value: T };
}

/** Firefox says on which port it listens. */
async function addressOf(firefox: ChildProcess): Promise<string> {
  const [, address] = await untilPrinted(firefox, /(ws:\/\/\S+)\s/);
  return address!;
}

interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
}

/** @param onError given what pages complain of */
async function connect(address: string, onError: (text: string) => void) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.params?.level === 'error') onError(message.params.text ?? '');
  });
  let calls = 0;
  return {
    async call<T = unknown>(method: string, params: object = {}): Promise<T> {
      const id = ++calls;
      const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const { type, result, message } = await answer;
      if (type === 'error') throw new Error(`${method}: ${message}`);
      return result as T;
    },
    end: () => socket.close(),
  };
}
