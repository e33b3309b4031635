/** The receiver in the page of webhooks is one: it takes what the service sends, once, and no forgery. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { createDestinations } from '../../src/webhooks/destination.ts';
import { EVENT_TYPES, messageOf } from '../../src/webhooks/event.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { freePort } from '../../testing/free-port.ts';

const page = await readFile('docs/webhooks.md', 'utf8');

it('accepts signed messages, each once', async () => {
  const code = /```js\n(.*?)```/s.exec(page)![1]!;
  const [port, ours, others] = [await freePort(), ...[1, 2].map((n) => Buffer.alloc(32, n))];
  const secretOf = (key: Buffer) => `whsec_${key.toString('base64')}`;
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secretOf(ours!) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void receiver.kill());
  let printed = '';
  receiver.stdout.on('data', (text) => {
    printed += text;
  });
  const sender = createSender(createDestinations(parseConfig({})));
  const url = `http://127.0.0.1:${port}/hooks`;
  const body = messageOf('face.deleted', { classId: '1001' }, new Date());
  const send = (key: Buffer) =>
    sender.send(
      { url, secrets: [secretOf(key)] },
      { id: 'msg_1', body },
      new AbortController().signal,
    );
  await expect.poll(() => send(ours!), { timeout: 30_000 }).toMatchObject({ outcome: 'taken' });
  expect(await send(ours!)).toMatchObject({ outcome: 'taken' });
  expect(await send(others!)).toMatchObject({ problem: 'answered 400' });
  receiver.kill();
  await once(receiver, 'close');
  expect(printed).toBe("face.deleted { classId: '1001' }\n");
  await sender.close();
});

it('names every event', () => {
  const named = [...page.matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm)].map(([, type]) => type);
  expect(named).toEqual(Object.keys(EVENT_TYPES));
});
