/** `token`: a JWT of a client, or a task token, for trying the interface out by hand. */
import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { makeClientToken } from '../../access/clients/client-token.ts';
import { LEAST_DIRECTIONS, MOST_DIRECTIONS } from '../../access/tasks/challenges.ts';
import { MOST_ATTEMPTS, TASKS } from '../../access/tasks/task-claims.ts';
import { TASK_TOKEN_LIFE_MS } from '../../access/tasks/task-tokens.ts';
import { bcidText } from '../../bcid.ts';
import { ConfigError } from '../../config.ts';
import { HOUR_SECONDS } from '../../durations.ts';
import { issueToken, TOKEN_DEFAULTS } from '../../operations/tasks/issue-token.ts';
import { parseClassId, parseDuration, wholeNumber } from '../arguments.ts';
import { readConfig } from '../environment.ts';
import { chooseClient, withStore } from '../local-store.ts';
import { print, withJson } from '../output.ts';

export function tokenCommand(): CommandUnknownOpts {
  return withJson(new Command('token'))
    .addOption(new Option('--client <id>', 'client it is for').env('PROSOPON_CLIENT'))
    .option('--ttl <duration>', 'how long it is valid, at most 1h', parseDuration, HOUR_SECONDS)
    .addOption(
      new Option('--task <task>', 'a task token, as /token issues it, for ten minutes').choices(
        TASKS,
      ),
    )
    .option('--class <id>', 'class it belongs to; not needed for livenessdetection', parseClassId)
    .option(
      '--attempts <n>',
      'attempts it allows',
      wholeNumber(1, MOST_ATTEMPTS),
      TOKEN_DEFAULTS.maxAttempts,
    )
    .addOption(new Option('--tries <n>').argParser(wholeNumber(1, MOST_ATTEMPTS)).hideHelp())
    .option('--no-liveness', 'do not demand liveness')
    .option(
      '--challenge [n]',
      'demand that many head movements (3)',
      wholeNumber(LEAST_DIRECTIONS, MOST_DIRECTIONS),
    )
    .option('--auto-enroll', 'enrol the samples after a successful verification')
    .addHelpText(
      'after',
      `
Applications make their own: HS512 (or HS256, HS384) with the client's key, "sub" the client id,
"aud" prosopon, "exp" at most an hour ahead. With --task it is a token for a browser or a phone.

Examples:
  curl -H "Authorization: Bearer $(prosopon token --client demo)" \\
    http://127.0.0.1:8080/api/face/v1/template/status/1
  prosopon token --client demo --task verify --class 1 --no-liveness`,
    )
    .action(async (options) => {
      const { task, challenge, class: classId } = options;
      if (task !== undefined) {
        const made = await withStore(async ({ clients, taskTokens }) => {
          const client = await chooseClient(clients, options.client);
          const { storage, partition } = client;
          return issueToken({ taskTokens }, client, {
            ...TOKEN_DEFAULTS,
            task,
            bcid: classId === undefined ? undefined : bcidText({ storage, partition, classId }),
            maxAttempts: options.tries ?? options.attempts,
            liveDetection: options.liveness,
            challenge: challenge === undefined ? undefined : true,
            challenges: typeof challenge === 'number' ? challenge : TOKEN_DEFAULTS.challenges,
            autoEnroll: options.autoEnroll ?? false,
          });
        });
        const expiresInSeconds = TASK_TOKEN_LIFE_MS / 1000;
        return print(options, { token: made, expiresInSeconds }, () => made);
      }
      if (options.ttl < 1 || options.ttl > HOUR_SECONDS) throw new ConfigError('--ttl: at most 1h');
      const audience = readConfig().audiences[0] ?? 'prosopon';
      const { client, key } = await withStore(async ({ clients }) => {
        const chosen = await chooseClient(clients, options.client);
        return { client: chosen, key: (await clients.signingKeys(chosen.id))[0] };
      });
      if (key === undefined)
        throw new ConfigError(
          `Client "${client.id}" has no valid key: "prosopon client rotate-key"`,
        );
      const made = await makeClientToken(client.id, key, audience, options.ttl);
      print(options, { token: made, expiresInSeconds: options.ttl }, () => made);
    });
}
