/** What the task operations answer about a failure, and how a task ended. */
import type { Static } from 'typebox';
import type { TokenResult } from '../../../access/attempts.ts';
import type { TaskResultAnswer } from './task-schemas.ts';

interface Failure {
  readonly error: string | null;
  readonly errors: { errorCode: string; message: string }[];
}

/** A person who is not the one expected is no error of a job, but the reason here. */
export function failureOf(success: boolean, errors: TokenResult['errors']): Failure {
  const [first] = errors;
  return {
    error: success ? null : (first?.errorCode ?? 'NotRecognized'),
    errors: errors.map(({ errorCode, message }) => ({ errorCode, message })),
  };
}

export function taskResultAnswer(result: TokenResult): Static<typeof TaskResultAnswer> {
  return {
    tokenid: result.tokenId,
    task: result.task,
    bcid: result.bcid,
    success: result.success,
    ...failureOf(result.success, result.errors),
    classIds: [...result.classIds],
    try: result.attempt,
    triesLeft: result.maxAttempts - result.attempt,
    jobid: result.jobId,
    finished: result.finished.toISOString(),
  };
}
