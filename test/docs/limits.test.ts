/** The page of limits says what the program does. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { IDLE_MS } from '../../src/access/accounts/session-rows.ts';
import { LIFE_MS, MOST_SESSIONS } from '../../src/access/accounts/sessions.ts';
import { DEFAULT_CLIENT_SETTINGS } from '../../src/access/clients/client-settings.ts';
import { ANSWER_WITHIN_MS } from '../../src/access/tasks/begun-attempts.ts';
import { MOST_SAMPLES } from '../../src/access/tasks/samples.ts';
import { TASK_TOKEN_LIFE_MS } from '../../src/access/tasks/task-tokens.ts';
import { MOST_WAITING_BYTES } from '../../src/access/waiting-bytes.ts';
import { parseConfig } from '../../src/config/config.ts';
import { TASK_TIMEOUT } from '../../src/faces/engine.ts';
import { MOST_BYTES, MOST_SECONDS } from '../../src/faces/liveness/video/limits.ts';
import { MOST_IMAGES } from '../../src/operations/face/enroll.ts';
import { LONGEST_CALL } from '../../src/operations/search/search.ts';
import { TOKEN_DEFAULTS } from '../../src/operations/tasks/issue-token.ts';
import { DEFAULT_CALL_LIMITS } from '../../src/protocols/call-rates.ts';
import { IMAGES_BYTES } from '../../src/protocols/http/accounts/live-images.ts';
import { DEFAULT_LIMITS } from '../../src/protocols/http/parts.ts';
import {
  BYTES_OF_ESCAPE,
  IMAGE_LIST_STRUCTURE,
  LONGEST_NAME,
  USUAL_STRUCTURE,
} from '../../src/protocols/http/plugins/bodies/structure-limit.ts';
import { DISABLED_AFTER } from '../../src/webhooks/health.ts';
import { MOST_WAITING, RETRY_DELAYS } from '../../src/webhooks/queue.ts';
import { MOST_WEBHOOKS } from '../../src/webhooks/registry.ts';
import { SEND_TIME_LIMIT } from '../../src/webhooks/send.ts';

const page = await readFile('docs/limits.md', 'utf8');
const rows = new Map(
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => {
      const [, limit = '', standard = '', setting = ''] = line
        .split('|')
        .map((cell) => cell.trim());
      return [limit, { numbers: standard.match(/\d+/g)?.map(Number), setting }] as const;
    }),
);

const MEBIBYTE = 1024 * 1024;
const client = DEFAULT_CLIENT_SETTINGS;
const rates = DEFAULT_CALL_LIMITS;

it.each([
  ['request body, message', [DEFAULT_LIMITS.bodyBytes / MEBIBYTE]],
  [
    'body of pages without images; with images',
    [DEFAULT_LIMITS.smallBodyBytes / 1024, IMAGES_BYTES / MEBIBYTE],
  ],
  [
    'request bodies being received or processed, by HTTP and by gRPC',
    [DEFAULT_LIMITS.bodyBytesInFlight / MEBIBYTE],
  ],
  [
    'brackets, quotes, colons and commas of a JSON body; of a list of images',
    [USUAL_STRUCTURE, IMAGE_LIST_STRUCTURE],
  ],
  ['name of a member of a JSON body', [LONGEST_NAME]],
  ['backslashes of a JSON body', [1, BYTES_OF_ESCAPE]],
  ['one image, before it is decoded', [parseConfig({}).maxPixels]],
  ['images of an enrolment, without a task token', [MOST_IMAGES]],
  ['a video', [MOST_BYTES / MEBIBYTE, MOST_SECONDS, 4096, 2304, 16_000]],
  ['images of an attempt of a task token; samples that wait', [MOST_SAMPLES, 32]],
  [
    'samples of tokens and photos of sessions that wait, of a client',
    [MOST_WAITING_BYTES / MEBIBYTE],
  ],
  ['feature vectors of a template', [client.maxFeatureVectors]],
  ['best matches of a search; identified classes', [client.topMatches, 100]],
  ['calls of an address (IPv6: of a /64) a minute', [rates.callsPerAddress]],
  ['calls of a client a minute', [rates.callsPerClient]],
  ['calls without valid credentials of an address a minute', [rates.failedAuthentications]],
  [
    'logins and registrations begun a minute: address, IPv6 /48, all; known browser',
    [rates.begunPerAddress, rates.begunPerSite, rates.begunInAll, rates.begunPerBrowser],
  ],
  ['refused comparisons of a class an hour, all processes', [client.failedVerifications]],
  [
    'connections of an address, not behind `PROSOPON_TRUSTED_PROXIES`',
    [DEFAULT_LIMITS.connectionsPerNetwork],
  ],
  ['sessions of an account', [MOST_SESSIONS]],
  ['webhooks of a client', [MOST_WEBHOOKS]],
  ['events that wait for a webhook', [MOST_WAITING]],
  ['waits between attempts to tell a webhook', RETRY_DELAYS.map((delay) => delay / 1000)],
  ['a webhook that takes nothing', [DISABLED_AFTER / 1000]],
  ['a webhook answers', [SEND_TIME_LIMIT / 1000]],
  ['attempts of a task token, all processes', [TOKEN_DEFAULTS.maxAttempts, 15]],
  ['directions of a challenge', [TOKEN_DEFAULTS.challenges, 2, 7]],
  ['a request arrives completely', [DEFAULT_LIMITS.requestTimeout / 1000]],
  ['and at least, in every 10 s', [DEFAULT_LIMITS.pace.leastBytes]],
  ['an image waits for a worker; is analysed', [TASK_TIMEOUT / 1000, TASK_TIMEOUT / 1000]],
  ['a search', [LONGEST_CALL / 1000]],
  [
    "an account's session by face, else; unused; an administrator's unused",
    [LIFE_MS.face, LIFE_MS.link, IDLE_MS.user, IDLE_MS.administrator].map((ms) => ms / 1000),
  ],
  ['a task token', [TASK_TOKEN_LIFE_MS / 1000]],
  ['the challenge of an attempt that was told', [ANSWER_WITHIN_MS / 1000]],
  ['bookkeeping is kept', [client.retentionDays]],
])('%s', (limit, numbers) => {
  expect(rows.get(limit)?.numbers).toEqual(numbers);
});

it('names existing settings', () => {
  for (const [limit, { setting }] of rows)
    for (const [, name = ''] of setting.matchAll(/`(\w+)`/g))
      expect(
        name in client || name.startsWith('PROSOPON_') || ['maxtries', 'challenges'].includes(name),
        `${limit}: ${name}`,
      ).toBe(true);
});
