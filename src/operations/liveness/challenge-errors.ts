/** Checks that tags match an attempt's challenge. The images show whether the head moved so. */
import { type JobError, jobError } from '../../errors.ts';

/** One error unless the answered directions equal the demanded, in order. Empty: any will do. */
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
