/** Whether tags are the challenge of an attempt; whether the head moved so, the images say. */
import { type JobError, jobError } from '../../errors.ts';

/** One error unless the directions answered are those demanded, in order; none: any will do. */
export function challengeErrors(
  answered: readonly string[],
  demanded: readonly string[],
): readonly JobError[] {
  const equal =
    answered.length === demanded.length && answered.every((tag, i) => tag === demanded[i]);
  return equal || demanded.length === 0
    ? []
    : [jobError('RejectedByChallengeResponse', 'The tags are not the challenge of this attempt.')];
}
