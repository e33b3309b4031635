/** Calls with client id and secret: request task tokens, and fetch the results of their tasks. */
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Client } from '../access/clients/client.ts';
import { LEAST_DIRECTIONS, MOST_DIRECTIONS } from '../access/tasks/challenges.ts';
import { MOST_ATTEMPTS, TASKS, type Task, TRAITS } from '../access/tasks/task-claims.ts';
import type { TaskTokens } from '../access/tasks/task-tokens.ts';
import { InvalidArgument, PermissionDenied } from '../errors.ts';
import { issueToken, TOKEN_DEFAULTS } from '../operations/tasks/issue-token.ts';
import type { HttpCall } from './contract.ts';
import { ClassId, reference, timestamp } from './members.ts';
import { oneOf } from './query.ts';
import { attempt, attemptsLeft, failure, failureOf, TASK_PATH } from './task.ts';

/** Not a job: it processes no image. */
export interface ApplicationContract {
  readonly http: HttpCall;
  readonly summary: string;
  readonly description: string;
  readonly query: TObject;
  /** Text or JSON. */
  readonly response: TSchema;
  readonly example?: unknown;
  /** Meaning of an empty answer. */
  readonly nothing?: string;
  run(parts: { readonly taskTokens: TaskTokens }, client: Client, query: object): Promise<unknown>;
}

interface Typed<Query extends TObject, Response extends TSchema>
  extends Omit<ApplicationContract, 'run'> {
  readonly query: Query;
  readonly response: Response;
  run(
    parts: { readonly taskTokens: TaskTokens },
    client: Client,
    query: Static<Query>,
  ): Promise<Static<Response> | undefined>;
}

const applicationContract = <Query extends TObject, Response extends TSchema>(
  typed: Typed<Query, Response>,
) => typed as unknown as ApplicationContract;

const flag = (fallback: boolean, description: string) =>
  Type.Optional(
    Type.Unsafe<boolean>({
      type: 'string',
      pattern: '^(true|false|1|0)$',
      default: String(fallback),
      description,
    }),
  );

const TOKEN_QUERY = Type.Object({
  id: Type.String({ description: 'Id of the client that asks.' }),
  bcid: Type.Optional(
    Type.String({
      description:
        '`<storage>.<partition>.<class id>` of the person. Required, except for `livenessdetection`.',
      examples: ['demo.1.1001'],
    }),
  ),
  task: Type.Optional(
    Type.Unsafe<Task>({ type: 'string', enum: [...TASKS], default: TOKEN_DEFAULTS.task }),
  ),
  maxtries: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_ATTEMPTS, default: TOKEN_DEFAULTS.maxAttempts }),
  ),
  livedetection: flag(true, 'Whether liveness is demanded; `livenessdetection` always does.'),
  challenge: flag(
    false,
    'Demand challenge-response too; only with liveness. Default: as `leastLiveness` demands.',
  ),
  challenges: Type.Optional(
    Type.Integer({
      minimum: LEAST_DIRECTIONS,
      maximum: MOST_DIRECTIONS,
      default: TOKEN_DEFAULTS.challenges,
      description: 'Directions for each attempt.',
    }),
  ),
  autoenroll: flag(false, 'With `verify`: enrol the samples after success.'),
  traits: Type.Optional(
    Type.String({
      default: TOKEN_DEFAULTS.traits.join(','),
      description: 'Names joined by commas.',
    }),
  ),
});

const KNOWN_TRAITS = Object.keys(TRAITS) as (keyof typeof TRAITS)[];

const tokenContract = applicationContract({
  http: { method: 'GET', path: '/token', id: 'getToken' },
  summary: 'Issue a task token',
  description:
    'A JWT that lets its holder, a browser or a phone, do one task for one person within ten ' +
    'minutes. Send it as bearer token to the operations it permits. With one image, liveness is ' +
    'passive detection against crude attacks: demand a challenge, or set `leastLiveness`.',
  query: TOKEN_QUERY,
  response: Type.String({ examples: ['eyJhbGciOiJIUzI1NiIs…'] }),
  async run(parts, client, { id, bcid, traits, ...query }) {
    if (id !== client.id) throw new PermissionDenied('The id is not that of this client.');
    return issueToken(parts, client, {
      bcid,
      task: query.task ?? TOKEN_DEFAULTS.task,
      maxAttempts: query.maxtries ?? TOKEN_DEFAULTS.maxAttempts,
      liveDetection: query.livedetection ?? TOKEN_DEFAULTS.liveDetection,
      challenge: query.challenge,
      challenges: query.challenges ?? TOKEN_DEFAULTS.challenges,
      autoEnroll: query.autoenroll ?? TOKEN_DEFAULTS.autoEnroll,
      traits:
        traits?.split(',').map((name) => oneOf(name.trim(), 'traits', KNOWN_TRAITS)) ??
        TOKEN_DEFAULTS.traits,
    });
  },
});

export const TaskResultAnswer = Type.Object(
  {
    tokenid: Type.String({ description: 'Claim of the token.' }),
    task: Type.String({ examples: ['verify'] }),
    bcid: Type.Union([Type.String(), Type.Null()], { examples: ['demo.1.1001'] }),
    success: Type.Boolean({ description: 'Verified, identified, enrolled or live.' }),
    ...failure,
    classIds: Type.Array(ClassId, { description: 'With the task identify: who was identified.' }),
    try: attempt('The attempt that counts.'),
    triesLeft: attemptsLeft('Attempts the token still has.'),
    jobid: Type.String({ format: 'uuid', description: 'Id of the job in the bookkeeping.' }),
    finished: timestamp('When it ended.'),
  },
  {
    $id: 'TaskResult',
    description: 'Outcome of the attempt that counts: the first success, otherwise the latest.',
  },
);

const TOKEN_ID = /^[0-9A-Za-z-]{1,64}$/;

const resultContract = applicationContract({
  http: { method: 'GET', path: `${TASK_PATH}/result`, id: 'getTaskResult' },
  summary: 'How a task ended',
  description:
    'For the client that requested the token. Trust this answer, not what a browser says. It is ' +
    'kept for a day after the token has expired.',
  query: Type.Object({ tokenid: Type.String({ description: 'Claim of the token.' }) }),
  response: reference(TaskResultAnswer),
  example: {
    tokenid: '6f1c7f0e-4b5f-4d0e-9d56-0f6d3a6c1a11',
    task: 'verify',
    bcid: 'demo.1.1001',
    success: true,
    error: null,
    errors: [],
    classIds: [],
    try: 1,
    triesLeft: 2,
    jobid: '0b0e7a5c-9a39-4a65-8a53-5c3f0f0a8c55',
    finished: '2026-01-31T09:30:00.000Z',
  },
  nothing: 'No task has run with a token of that id and client.',
  async run({ taskTokens }, client, { tokenid }) {
    if (!TOKEN_ID.test(tokenid)) throw new InvalidArgument('tokenid: expected the id of a token');
    const found = await taskTokens.result(client.id, tokenid);
    if (found === undefined) return undefined;
    return {
      tokenid,
      task: found.task,
      bcid: found.bcid,
      success: found.success,
      ...failureOf(found.success, found.errors),
      classIds: [...found.classIds],
      try: found.attempt,
      triesLeft: found.maxAttempts - found.attempt,
      jobid: found.jobId,
      finished: found.finished,
    };
  },
});

export const APPLICATION_CONTRACTS = [tokenContract, resultContract];
