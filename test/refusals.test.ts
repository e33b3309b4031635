/** Whoever meets a limit is told which, its value, and what to do. */
import { globSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { countAttempt } from '../src/access/accounts/attempt-limits.ts';
import { limitMail } from '../src/access/accounts/mail.ts';
import type { Context } from '../src/operations/context.ts';
import { refuseFor } from '../src/operations/limit-comparisons.ts';
import { createCallRates } from '../src/protocols/call-rates.ts';
import { createStructureLimit } from '../src/protocols/http/plugins/bodies/structure-limit.ts';
import {
  asServiceError,
  FORM_BYTES,
  LONGEST_PARAMETER,
  payloadTooLarge,
} from '../src/protocols/http/plugins/errors.ts';
import { answerUnreadable } from '../src/protocols/http/plugins/unreadable-request.ts';
import { createByteBudget } from '../src/protocols/uploads/byte-budget.ts';
import { DEFAULT_PACE, watchPace } from '../src/protocols/uploads/upload-pace.ts';
import { createFairQueue } from '../src/scheduling/fair-queue.ts';

const thrownBy = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
};

const overRate = (limits: object, call: (rates: ReturnType<typeof createCallRates>) => void) =>
  thrownBy(() => {
    const rates = createCallRates(limits, () => 12_000);
    for (let i = 0; i < 4; i++) call(rates);
  });

const unreadable = (code: string) => {
  let written = '';
  const socket = { writable: true, end: (text: string) => (written = text) } as unknown as Socket;
  answerUnreadable(120_000)(Object.assign(new Error(), { code }), socket);
  return (JSON.parse(written.split('\r\n\r\n')[1]!) as { message: string }).message;
};

const tooSlow = () =>
  new Promise<string>((resolve) => {
    const pace = { ...DEFAULT_PACE, window: 1 };
    watchPace(
      pace,
      () => 0,
      ({ message }) => resolve(message),
    );
  });

const full = () => {
  const queue = createFairQueue({ slots: 1, mostWaiting: 4 });
  const share = { client: 'shop', caller: 'one' };
  void queue.take({ share });
  void queue.take({ share });
  return thrownBy(() => queue.requireRoom(share));
};

const shop = { client: { settings: { failedVerifications: 30 } } } as Context;
const waits = { take: async () => 7, begin: async () => 7 };

it.each<readonly [string, () => unknown, RegExp]>([
  ['a large body', () => payloadTooLarge(65_536).message, /larger than 64 KB.*send less/],
  [
    'a large form',
    () => asServiceError({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' }).message,
    new RegExp(`${FORM_BYTES / 1024} KB.*send less`),
  ],
  [
    'a long address',
    () => asServiceError({ code: 'FST_ERR_MAX_PARAM_LENGTH' }).message,
    new RegExp(`${LONGEST_PARAMETER} characters.*shorten`),
  ],
  ['large headers', () => unreadable('HPE_HEADER_OVERFLOW'), /16 KB; send shorter/],
  ['a late request', () => unreadable('ERR_HTTP_REQUEST_TIMEOUT'), /120 seconds.*60; send/],
  ['a slow body', tooSlow, /less than 64 kB in 0.001 seconds; send/],
  [
    'structure',
    () => thrownBy(() => createStructureLimit(3, 60)(Buffer.from('[[[['))),
    /3.*; send/,
  ],
  [
    'escapes',
    () => thrownBy(() => createStructureLimit(99, 60)(Buffer.from('\\/'.repeat(11)))),
    /10 backslashes; send/,
  ],
  [
    'bodies in flight',
    () =>
      thrownBy(() =>
        createByteBudget(1024 * 1024)
          .open({ client: 'shop', network: '' }, () => {})
          .add(2 * 1024 * 1024),
      ),
    /1 MB.*try again, or send less/,
  ],
  [
    'calls of a network',
    () => overRate({ callsPerAddress: 3 }, (rates) => rates.address('192.0.2.1')),
    /calls from your network: 3 a minute; wait 48 seconds/,
  ],
  [
    'calls of a client',
    () => overRate({ callsPerClient: 3 }, (rates) => rates.client('shop')),
    /calls of this client: 3 a minute; wait/,
  ],
  ...['PerAddress', 'PerSite', 'InAll'].map(
    (of) =>
      [
        `begun sign-ins ${of}`,
        () => overRate({ [`begun${of}`]: 3 }, (rates) => rates.beginning('192.0.2.1')),
        /sign-ins and registrations .*: 3 a minute; wait/,
      ] as const,
  ),
  ['work that waits', full, /at most 4 of a client wait, 1 of a caller; try again in \d+ seconds/],
  ['attempts', () => countAttempt(waits, { by: 'user', value: 'x' }).catch(String), /5.*wait 7/],
  [
    'mail',
    () =>
      limitMail(waits, async () => {})({ to: 'a@b.example', subject: '', text: '' }).catch(String),
    /5 mails within an hour, or 20 within a day: wait 7/,
  ],
  ['comparisons', () => thrownBy(() => refuseFor(shop, 7)), /30 an hour.*wait 7 seconds/],
])('%s', async (_name, refusal, expected) => {
  expect(await refusal()).toMatch(expected);
});

/** Statements that refuse by a limit, wherever they are. */
const STATEMENT = /new (?:ResourceExhausted|DeadlineExceeded)\(\s*((?:`[^`]*`|'[^']*'|[\s+])+)/g;
const SOURCES = globSync('{src,packages/*/src}/**/*.ts').filter((file) => !file.endsWith('.d.ts'));

it('no limit is told without a value and what to do', () => {
  const silent = SOURCES.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(STATEMENT)]
      .map(([, text = '']) => text)
      .filter((text) => !/\$\{/.test(text) || !/\b(wait|send|close|end|run|try)\b/.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(silent).toEqual([]);
});
