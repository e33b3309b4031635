/** Checks that tags match an attempt's challenge. The images show whether the head moved so. */
import { type JobError, jobError } from '../../errors.ts';

const CROWDED = 'One sample answers one direction.';

/**
 * One error unless the tags of the images after the first are the demanded directions, in order.
 * Nothing demanded: any will do.
 * @param options.sequence whether each image answers one direction: a picture of a head that is
 *   turned and raised would answer two
 */
export function challengeErrors(
  images: readonly { readonly tags: readonly string[] }[],
  demanded: readonly string[],
  { sequence = true } = {},
): readonly JobError[] {
  const answers = images.slice(1).map(({ tags }) => tags);
  if (sequence && demanded.length > 0 && answers.some(({ length }) => length > 1))
    return [jobError('RejectedByChallengeResponse', CROWDED)];
  const answered = answers.flat();
  const equal =
    answered.length === demanded.length && answered.every((tag, i) => tag === demanded[i]);
  return equal || demanded.length === 0
    ? []
    : [jobError('RejectedByChallengeResponse', 'The tags are not the challenge of this attempt.')];
}
