/** `token`: a JWT of a client, or a task token, for trying out the interface by hand. */
import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { makeClientToken } from '../../access/clients/client-token.ts';
import { LEAST_DIRECTIONS, MOST_DIRECTIONS } from '../../access/tasks/challenges.ts';
import { MOST_ATTEMPTS, TASKS, type Task } from '../../access/tasks/task-claims.ts';
import { TASK_TOKEN_LIFE_MS } from '../../access/tasks/task-tokens.ts';
import { bcidText } from '../../bcid.ts';
import { ConfigError } from '../../config/config.ts';
import { MINUTE_MS, MINUTE_SECONDS } from '../../durations.ts';
import { InvalidArgument } from '../../errors.ts';
import { issueToken, TOKEN_DEFAULTS } from '../../operations/tasks/issue-token.ts';
import { parseClassId, parseDuration, refuseOptions, wholeNumber } from '../arguments.ts';
import { audienceAt } from '../environment.ts';
import { chooseClient, withStore } from '../local-store.ts';
import { print, withJson } from '../output.ts';
import { readConfigBesideService } from '../service-address.ts';

const TASK_MINUTES = TASK_TOKEN_LIFE_MS / MINUTE_MS;

const OF_TASKS = ['--class', '--attempts', '--no-liveness', '--challenge', '--auto-enroll'];

interface TaskOptions {
  readonly client?: string;
  readonly class?: bigint;
  readonly attempts?: number;
  readonly liveness: boolean;
  readonly challenge?: number | true;
  readonly autoEnroll?: true;
}

export function tokenCommand(): CommandUnknownOpts {
  return withJson(new Command('token'))
    .addOption(new Option('--client <id>', 'client it is for').env('PROSOPON_ID'))
    .option(
      '--ttl <duration>',
      'how long it is valid (as long as the setting jwtLifetimeMinutes of the client allows)',
      parseDuration,
    )
    .addOption(
      new Option(
        '--task <task>',
        `a task token instead, as /token issues it, for ${TASK_MINUTES} minutes`,
      ).choices(TASKS),
    )
    .option(
      '--class <id>',
      'with --task: class it belongs to; not needed for livenessdetection',
      parseClassId,
    )
    .option(
      '--attempts <n>',
      `with --task: attempts it allows (${TOKEN_DEFAULTS.maxAttempts})`,
      wholeNumber(1, MOST_ATTEMPTS),
    )
    .option('--no-liveness', 'with --task: do not demand liveness')
    .option(
      '--challenge [n]',
      `with --task: demand that many head movements (${TOKEN_DEFAULTS.challenges})`,
      wholeNumber(LEAST_DIRECTIONS, MOST_DIRECTIONS),
    )
    .option(
      '--auto-enroll',
      'with --task verify: enrol the samples after a successful verification',
    )
    .addHelpText(
      'after',
      `
Applications make their own: HS512 (or HS256, HS384) with the client's key, "sub" the client id,
"aud" prosopon (PROSOPON_AUDIENCE), "exp" at most 60 minutes ahead, unless the client's setting
jwtLifetimeMinutes says otherwise. With --task it is a token for a browser or a phone.

Examples:
  curl -H "Authorization: Bearer $(prosopon token --client demo)" \\
    http://127.0.0.1:8080/api/face/v1/template/status/1
  prosopon token --client demo --task verify --class 1 --no-liveness`,
    )
    .action(async ({ task, ...options }, command) => {
      refuseIgnored(command, task);
      const { token, expiresInSeconds } =
        task === undefined ? await clientToken(options) : await taskToken(task, options);
      print(options, { token, expiresInSeconds }, () => token);
    });
}

/** @throws InvalidArgument an option that has no effect on such a token */
function refuseIgnored(command: CommandUnknownOpts, task: Task | undefined): void {
  if (task === undefined) refuseOptions(command, OF_TASKS, 'only with --task');
  else refuseOptions(command, ['--ttl'], `not with --task: valid for ${TASK_MINUTES} minutes`);
  if (task !== 'verify') refuseOptions(command, ['--auto-enroll'], 'only with --task verify');
  if (task === 'livenessdetection')
    refuseOptions(command, ['--no-liveness'], `not with --task ${task}`);
  if (command.opts().liveness === false)
    refuseOptions(command, ['--challenge'], 'not with --no-liveness');
}

async function taskToken(task: Task, options: TaskOptions) {
  const { class: classId, challenge, liveness, autoEnroll = false } = options;
  const token = await withStore(async ({ clients, taskTokens }) => {
    const client = await chooseClient(clients, options.client);
    const { storage, partition } = client;
    return issueToken({ taskTokens }, client, {
      ...TOKEN_DEFAULTS,
      task,
      bcid: classId === undefined ? undefined : bcidText({ storage, partition, classId }),
      maxAttempts: options.attempts ?? TOKEN_DEFAULTS.maxAttempts,
      liveDetection: liveness,
      challenge: challenge === undefined ? undefined : true,
      challenges: typeof challenge === 'number' ? challenge : TOKEN_DEFAULTS.challenges,
      autoEnroll,
    });
  });
  return { token, expiresInSeconds: TASK_TOKEN_LIFE_MS / 1000 };
}

async function clientToken(options: { readonly client?: string; readonly ttl?: number }) {
  const { id, settings, key } = await withStore(async ({ clients }) => {
    const client = await chooseClient(clients, options.client);
    return { ...client, key: (await clients.signingKeys(client.id))[0] };
  });
  const { jwtLifetimeMinutes } = settings;
  const most = jwtLifetimeMinutes * MINUTE_SECONDS;
  const seconds = options.ttl ?? most;
  if (seconds < 1 || seconds > most)
    throw new InvalidArgument(
      `--ttl: expected 1s to ${jwtLifetimeMinutes}m, the setting jwtLifetimeMinutes of "${id}".`,
    );
  if (key === undefined)
    throw new ConfigError(
      `Client "${id}" has no valid key: make one with "prosopon client rotate-key ${id}"`,
    );
  const config = readConfigBesideService();
  const audience = audienceAt(config, config.publicUrl);
  return { token: await makeClientToken(id, key, audience, seconds), expiresInSeconds: seconds };
}
