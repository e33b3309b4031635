/** What a client may call, and all a task token permits: operations, class, attempts, answers. */
import type { CallableOperation } from '../access/clients/callable-operations.ts';
import type { Client } from '../access/clients/client.ts';
import type { LivenessLevel } from '../access/clients/liveness-levels.ts';
import type { Task } from '../access/tasks/task-claims.ts';
import type { TaskPermit } from '../access/tasks/task-tokens.ts';
import { Internal, PermissionDenied } from '../errors.ts';
import { type Context, type OperationParts, shareOf } from './context.ts';

/** What clients call, and what people do at a login. */
export type Operation = CallableOperation | 'sign-in';

/** What a task token is to an operation. */
export interface TokenUse {
  /** The operation is an attempt of this task. */
  readonly attemptOf?: Task;
  /** Every token permits it, and it takes no attempt: it decides nothing. */
  readonly free?: true;
  /** Nobody calls it without a token. */
  readonly required?: true;
  /** It works on the samples that were uploaded with the token. */
  readonly uploaded?: true;
  /** Its request can carry two images, and the answer to a challenge. */
  readonly sequence?: true;
}

/** What a call wants. */
export interface Job {
  readonly operation: Operation;
  readonly classId?: bigint;
  /** Absent: no token permits it. */
  readonly token?: TokenUse;
  /** It looks at no image. */
  readonly imageless?: true;
}

/** What is the client's, so that no token gives its holder any of it. */
export type ClientOnly =
  /** Classes that merely look alike. */
  | 'lookalikes'
  /** They would be images to deceive the service with. */
  | 'thumbnails'
  /** They are between the person and the client. */
  | 'tags-and-consent'
  /** Above the threshold a face could be grown by them. */
  | 'exact-scores';

/** Whether the caller gets it. */
export const mayHave = ({ permit }: Pick<Context, 'permit'>, _what: ClientOnly): boolean =>
  permit === undefined;

/** Whether images count only if they are live; without token that is for the client to know. */
export const demandsLiveness = ({ permit }: Pick<Context, 'permit'>): boolean =>
  permit?.liveDetection === true;

/** Whether what was verified is to be enrolled, too. */
export const enrolsVerified = ({ permit }: Pick<Context, 'permit'>): boolean =>
  permit?.autoEnroll === true;

/** Directions that the images of the attempt have to answer; undefined: any will do. */
export function demandedChallenge({
  permit,
  attempt,
}: Pick<Context, 'permit' | 'attempt'>): readonly string[] | undefined {
  if (permit?.challenge === undefined) return undefined;
  if (attempt?.challenge === undefined)
    throw new Internal('a challenge is demanded outside an attempt');
  return attempt.challenge;
}

/** For what the request asks for by name. @throws PermissionDenied */
export function requireMayHave(context: Context, what: ClientOnly, refusal: string): void {
  if (!mayHave(context, what)) throw new PermissionDenied(refusal);
}

/**
 * Refuses a job whose request would be read in vain, by what is known before: what the client and
 * the token of the caller permit, and whether the workers take more of the client's images. Counts
 * nothing; `admit` decides again when the job begins.
 * @throws PermissionDenied; Unavailable the client's queue is full
 */
export async function requireMayBegin(
  { activeEngine }: Pick<OperationParts, 'activeEngine'>,
  context: Context,
  job: Job,
): Promise<void> {
  const { client, permit } = context;
  requireAllowed(client, job.operation);
  if (!job.imageless && !job.token?.free) activeEngine.requireRoom(shareOf(context));
  if (job.token?.required) requirePermit(context);
  if (permit === undefined) return;
  requirePermitted(permit, job);
  requireSequence(context, permit, job);
  // A task that is asked for again is answered although no attempt is left.
  if (!job.token?.uploaded && !job.token?.free) await permit.requireAttemptsLeft();
}

/**
 * Refuses what client and permit of the context do not allow, then counts the attempt. The attempt
 * counts before any image is looked at, and is never given back. Otherwise callers would have
 * unlimited attempts: they could hang up, or send bytes that are no image. A repeated task is no
 * attempt.
 * @returns the context with its attempt; the same one when there is no permit or nothing to count
 * @throws PermissionDenied not allowed to the client, another task or class, or no attempt is left;
 *   InvalidArgument, Aborted as `beginTask` of the permit
 */
export async function admit(context: Context, job: Job): Promise<Context> {
  const { client, permit } = context;
  requireAllowed(client, job.operation);
  if (permit === undefined) return context;
  requirePermitted(permit, job);
  requireSequence(context, permit, job);
  if (job.token?.free) return context;
  if (!job.token?.uploaded) return { ...context, attempt: await permit.begin() };
  const begun = await permit.beginTask();
  return 'answered' in begun ? { ...context, ...begun } : { ...context, attempt: begun };
}

/** The permit of a call that only a task token can make. @throws PermissionDenied */
export function requirePermit({ permit }: Context): TaskPermit {
  if (permit === undefined) throw new PermissionDenied('This operation needs a task token.');
  return permit;
}

function requireAllowed(client: Client, operation: Operation): void {
  const allowed: readonly Operation[] | undefined = client.settings.allowedOperations;
  if (allowed !== undefined && !allowed.includes(operation))
    throw new PermissionDenied(`This client may not call the operation ${operation}.`);
}

function requirePermitted(permit: TaskPermit, { operation, classId, token }: Job): void {
  if (token?.attemptOf !== permit.task && !token?.free)
    throw new PermissionDenied(
      `This token is for the task ${permit.task}; it does not permit the operation ${operation}: ` +
        `${whatPermits(operation, token?.attemptOf)}.`,
    );
  if (classId !== undefined && classId !== permit.bcid?.classId)
    throw new PermissionDenied('This token belongs to another class.');
}

function whatPermits(operation: Operation, task: string | undefined): string {
  if (task !== undefined) return `ask for a token for the task ${task}`;
  if (operation === 'search') return 'with a token for the task identify, call identify';
  return 'it takes no task token, but a JWT that the client signs';
}

/** Where the head has to move, images have to come as a sequence. */
function requireSequence(context: Context, permit: TaskPermit, { token }: Job): void {
  if (token?.free) return;
  const { leastLiveness: least, suspiciousCapture } = context.client.settings;
  requireProvesEnough(permit, least);
  if (token?.uploaded) return;
  if (suspiciousCapture !== 'record')
    throw new PermissionDenied(
      'This client checks the camera: upload the samples, then run the task on them.',
    );
  const { challenge } = permit;
  if (challenge === undefined && least === 'passive') return;
  if (token?.sequence) return;
  const demanded = challenge === undefined ? 'motion' : 'challenge-response';
  throw new PermissionDenied(
    `This token demands ${demanded}: upload the samples, then run the task on them.`,
  );
}

/** A token from before the client demanded that much proves too little. @throws PermissionDenied */
function requireProvesEnough(permit: TaskPermit, least: LivenessLevel): void {
  if (least === 'passive') return;
  if (!permit.liveDetection) throw new PermissionDenied(TOO_LITTLE);
  if (least === 'challenge') requireChallenge(permit);
}

const TOO_LITTLE = 'This token demands less liveness than its client does: ask for a new one.';

/** @throws PermissionDenied the token, which is of before, demands none */
export function requireChallenge({ challenge }: TaskPermit): void {
  if (challenge === undefined) throw new PermissionDenied(TOO_LITTLE);
}
