/** Issues a task token: one person's right to one task, for about ten minutes. */
import { randomUUID } from 'node:crypto';
import { ACCOUNTS } from '../../access/accounts/user.ts';
import type { Client } from '../../access/clients/client.ts';
import { drawChallenge } from '../../access/tasks/challenges.ts';
import { type Task, TRAITS } from '../../access/tasks/task-claims.ts';
import { type TaskTokens, validity } from '../../access/tasks/task-tokens.ts';
import { type Bcid, parseBcid } from '../../bcid.ts';
import { InvalidArgument, PermissionDenied } from '../../errors.ts';

export interface IssueTokenRequest {
  readonly task: Task;
  /** `<storage>.<partition>.<class id>`. Required except for `livenessdetection`, which ignores it. */
  readonly bcid: string | undefined;
  /** 1..15. */
  readonly maxAttempts: number;
  /** Always on for `livenessdetection`. */
  readonly liveDetection: boolean;
  /** Always off without liveness detection. Undefined: as the client demands. */
  readonly challenge: boolean | undefined;
  /** Directions in each challenge, 2..7. */
  readonly challenges: number;
  /** Only used with `verify`. */
  readonly autoEnroll: boolean;
  readonly traits: readonly (keyof typeof TRAITS)[];
}

/** Defaults of a request that names only the class. */
export const TOKEN_DEFAULTS: Omit<IssueTokenRequest, 'bcid'> = {
  task: 'verify',
  maxAttempts: 3,
  liveDetection: true,
  challenge: undefined,
  challenges: 3,
  autoEnroll: false,
  traits: ['Face', 'Periocular'],
};

/**
 * A token demands at least what its client does (setting `leastLiveness`).
 * @throws InvalidArgument no BCID, or an invalid one, or less liveness; PermissionDenied the class
 *   is not the client's
 */
export async function issueToken(
  { taskTokens }: { readonly taskTokens: Pick<TaskTokens, 'issue'> },
  client: Client,
  request: IssueTokenRequest,
): Promise<string> {
  const { task, maxAttempts } = request;
  const liveDetection = request.liveDetection || task === 'livenessdetection';
  const { leastLiveness: least, revealChallenges, challengeAsText } = client.settings;
  if (!liveDetection && least !== 'passive')
    throw new InvalidArgument(`livedetection: ${demanded(least)}`);
  if (request.challenge === false && least === 'challenge')
    throw new InvalidArgument(`challenge: ${demanded(least)}`);
  const challenged = liveDetection && (request.challenge ?? least === 'challenge');
  const length = request.challenges;
  const later = challenged && revealChallenges === 'when-attempt-begins';
  return taskTokens.issue({
    tokenId: randomUUID(),
    clientId: client.id,
    task,
    bcid: ownBcid(client, request),
    maxAttempts,
    liveDetection,
    challenge: challenged ? drawChallenge(maxAttempts, later ? 0 : length) : undefined,
    ...(later ? { toldLater: length } : {}),
    ...(challenged && challengeAsText ? { challengeAsText } : {}),
    autoEnroll: request.autoEnroll && task === 'verify',
    traits: request.traits.reduce((sum, name) => sum | TRAITS[name], 0),
    ...(client.settings.sandbox && { sandbox: true }),
    ...validity(),
  });
}

const demanded = (least: string): string =>
  `this client demands ${least} at least (setting leastLiveness)`;

function ownBcid(client: Client, { bcid, task }: IssueTokenRequest): Bcid | undefined {
  // No person is meant, whatever capture programs send along.
  if (task === 'livenessdetection') return undefined;
  if (bcid === undefined) throw new InvalidArgument(`bcid: missing; the task ${task} needs one`);
  const parsed = parseBcid(bcid);
  if (parsed === undefined)
    throw new InvalidArgument('bcid: expected <storage>.<partition>.<class id>');
  if (parsed.storage === ACCOUNTS.storage && parsed.partition === ACCOUNTS.partition)
    throw new PermissionDenied(
      'The BCID is that of an account, for logins only (scope bcid). Name the class that you enrolled.',
    );
  if (parsed.storage !== client.storage || parsed.partition !== client.partition)
    throw new PermissionDenied(
      'The BCID names another storage or partition than that of this client.',
    );
  return parsed;
}
