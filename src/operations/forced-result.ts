/** Results of the sandbox: as the call asks, without a look at images or templates. */
import type { CallableOperation } from '../access/clients/callable-operations.ts';
import { endsCall, type SandboxOutcome } from '../access/clients/sandbox.ts';
import { InvalidArgument, type JobError, jobError, ServiceError } from '../errors.ts';
import type { Context } from './context.ts';
import { noTemplate } from './face/template-status.ts';
import type { JobResult } from './job.ts';

type Operations = readonly CallableOperation[];
/** For them, a mismatch is a decision and no error. */
const COMPARING: Operations = ['verify', 'search', 'identify', 'photo-verify'];
/** The others with errors of their job. */
const JUDGING: Operations = ['enroll', 'detect-liveness', 'detect-video-liveness', 'grade-quality'];
/** They store what later calls continue, and heed the outcome themselves. */
const STORING: Operations = ['upload-sample', 'run-liveness-session'];
const OF_TEMPLATES: Operations = ['template-status', 'set-template-tags', 'delete-template'];

const MEASURED = { measure: 'UnifiedQualityScore', rawValue: 24, scalarScore: 90 };
/** The class that is found, unless a task token names one. */
const FOUND = 1001n;

/** Errors of a job with that outcome. */
export const forcedErrors = (outcome: SandboxOutcome): readonly JobError[] =>
  outcome === 'success' || endsCall(outcome) ? [] : [jobError(outcome)];

/**
 * The result that the context forces, with the members of all operations. Undefined: none, or the
 * operation heeds the outcome itself.
 * @throws ServiceError the forced one; InvalidArgument the operation never ends so
 */
export function forcedResult(
  { outcome, answered, permit, attempt, received }: Context,
  operation: CallableOperation,
  request: object,
  classId: bigint,
): JobResult | undefined {
  if (outcome === undefined || answered !== undefined) return undefined;
  if (endsCall(outcome)) throw new ServiceError(outcome, `Forced by Sandbox-Outcome: ${outcome}.`);
  if (STORING.includes(operation)) return undefined;
  const accepted = outcome === 'success';
  const isComparing = COMPARING.includes(operation);
  if (!isComparing && !JUDGING.includes(operation)) {
    if (!accepted)
      throw new InvalidArgument(`Sandbox-Outcome: ${operation} never ends with ${outcome}`);
    if (!OF_TEMPLATES.includes(operation)) return undefined;
  }
  const isMismatch = isComparing && outcome === 'NotRecognised';
  const errors = isMismatch ? [] : forcedErrors(outcome);
  const given = request as { images?: readonly object[]; disableLivenessDetection?: boolean };
  const live = errors.length === 0 && given.disableLivenessDetection !== true;
  const found = permit?.bcid?.classId ?? FOUND;
  const match = { classId: found, score: 0.97 };
  const status = noTemplate(classId);
  const result = {
    status: 'SUCCEEDED',
    ...{ errors, accepted, images: [], missing: [], live, livenessScore: live ? 0.9 : 0 },
    decision: accepted ? 'accepted' : 'not accepted',
    ...{ verified: accepted, score: accepted ? 0.87 : 0 },
    verificationLevel: accepted ? 'LEVEL_5' : 'NOT_RECOGNIZED',
    verificationScore: accepted ? 0.97 : 0,
    performedAction: accepted ? 'NEW_TEMPLATE_CREATED' : 'ENROLLMENT_FAILED',
    enrolledImages: accepted ? (given.images?.length ?? 1) : 0,
    template: accepted ? { ...status, available: true, enrolled: received } : status,
    classIds: accepted ? [found] : [],
    result: (given.images ?? [0]).map(() => ({ matches: accepted ? [match] : [] })),
    measurements: accepted ? [{ ...MEASURED, method: 'approximate' }] : [],
    triesLeft: permit && attempt ? permit.maxAttempts - attempt.number : 0,
  } as const;
  return result;
}
