/** What a task token permits: its operations, on its class, as many times as it has tries. */
import type { Task } from '../access/task-claims.ts';
import type { TaskPermit } from '../access/task-tokens.ts';
import { PermissionDenied } from '../errors.ts';
import type { Context } from './context.ts';
import type { Job, Operation } from './job.ts';

/** Operations that are a try of the task. */
const TRIES: Readonly<Record<Task, readonly Operation[]>> = {
  verify: ['verify'],
  identify: ['identify'],
  enroll: ['enroll'],
  livenessdetection: ['detect-liveness', 'detect-video-liveness'],
};

/** Operations that every token permits and that cost no try: they decide nothing. */
const FREE: readonly Operation[] = ['template-status', 'upload-sample'];

/** Operations whose requests can carry the answer to a challenge. */
const TAKES_CHALLENGE: readonly Operation[] = ['detect-liveness'];

/**
 * Refuses what the permit of the context does not allow, then counts the try. It is counted before
 * any image is looked at and never given back: whoever could make an attempt end without a
 * decision, by hanging up or by bytes that are no image, would else have as many as they like.
 * @returns the context with its attempt; the same one when there is no permit or nothing to count
 * @throws PermissionDenied another task, another class, or no try is left
 */
export async function admit(context: Context, job: Job): Promise<Context> {
  const { permit } = context;
  if (permit === undefined) return context;
  requirePermitted(permit, job);
  if (FREE.includes(job.operation)) return context;
  return { ...context, attempt: await permit.begin() };
}

/** The permit of a call that only a task token can make. @throws PermissionDenied */
export function requirePermit({ permit }: Context): TaskPermit {
  if (permit === undefined) throw new PermissionDenied('This operation needs a task token.');
  return permit;
}

function requirePermitted(permit: TaskPermit, { operation, classId, uploaded }: Job): void {
  if (!TRIES[permit.task].includes(operation) && !FREE.includes(operation))
    throw new PermissionDenied(
      `This token is for the task ${permit.task}; it does not permit the operation ${operation}.`,
    );
  if (classId !== undefined && classId !== permit.bcid?.classId)
    throw new PermissionDenied('This token belongs to another class.');
  if (permit.challenge === undefined || FREE.includes(operation)) return;
  if (!uploaded && !TAKES_CHALLENGE.includes(operation))
    throw new PermissionDenied(
      'This token demands challenge-response: upload the samples, then run the task on them.',
    );
}
