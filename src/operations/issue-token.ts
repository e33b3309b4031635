/** Issues a task token: the right of one person to one task, for about ten minutes. */
import { randomUUID } from 'node:crypto';
import type { Client } from '../access/client.ts';
import { parseBcid, type Task, type TokenBcid, TRAITS } from '../access/task-claims.ts';
import { type TaskTokens, validity } from '../access/task-tokens.ts';
import { InvalidArgument, PermissionDenied } from '../errors.ts';
import { drawChallenge } from './draw-challenge.ts';

export interface IssueTokenRequest {
  readonly task: Task;
  /** `<storage>.<partition>.<class id>`; needed but for `livenessdetection`. */
  readonly bcid: string | undefined;
  /** 1..15. */
  readonly maxTries: number;
  /** Always on for `livenessdetection`. */
  readonly liveDetection: boolean;
  /** Without liveness detection it is never on. */
  readonly challenge: boolean;
  /** Directions in each challenge, 2..7. */
  readonly challenges: number;
  /** Only used with `verify`. */
  readonly autoEnroll: boolean;
  readonly traits: readonly (keyof typeof TRAITS)[];
}

/** What a request that names nothing but the class gets. */
export const TOKEN_DEFAULTS: Omit<IssueTokenRequest, 'bcid'> = {
  task: 'verify',
  maxTries: 3,
  liveDetection: true,
  challenge: false,
  challenges: 3,
  autoEnroll: false,
  traits: ['Face', 'Periocular'],
};

/** @throws InvalidArgument no BCID, or none; PermissionDenied the class is not the client's */
export async function issueToken(
  { taskTokens }: { readonly taskTokens: Pick<TaskTokens, 'issue'> },
  client: Client,
  request: IssueTokenRequest,
): Promise<string> {
  const { task, maxTries } = request;
  const liveDetection = request.liveDetection || task === 'livenessdetection';
  const challenged = liveDetection && request.challenge;
  return taskTokens.issue({
    tokenId: randomUUID(),
    clientId: client.id,
    task,
    bcid: ownBcid(client, request),
    maxTries,
    liveDetection,
    challenge: challenged ? drawChallenge(maxTries, request.challenges) : undefined,
    autoEnroll: request.autoEnroll && task === 'verify',
    traits: request.traits.reduce((sum, name) => sum | TRAITS[name], 0),
    ...validity(),
  });
}

function ownBcid(client: Client, { bcid, task }: IssueTokenRequest): TokenBcid | undefined {
  if (bcid === undefined) {
    if (task === 'livenessdetection') return undefined;
    throw new InvalidArgument(`bcid: missing; the task ${task} needs one`);
  }
  const parsed = parseBcid(bcid);
  if (parsed === undefined)
    throw new InvalidArgument('bcid: expected <storage>.<partition>.<class id>');
  if (parsed.storage !== client.storage || parsed.partition !== client.partition)
    throw new PermissionDenied('The BCID is not one of this application.');
  return parsed;
}
