/** A task token's demands on live images beyond liveness: new, and answering its challenge. */
import { type JobError, jobError } from '../../errors.ts';
import type { LiveAnalysis } from '../../faces/analysis.ts';
import type { Context } from '../context.ts';
import { demandedChallenge } from '../permit.ts';
import type { SubmittedImage } from '../submitted-image.ts';
import { challengeErrors } from './challenge-errors.ts';
import { replays } from './replays.ts';

const CROWDED = 'One sample answers one direction.';

/** The tags are the directions that it answers. */
type AnsweringImage = SubmittedImage & { readonly tags: readonly string[] };

/**
 * Reasons why the images do not meet the demands of the call's token. No token demands nothing.
 * Call after the analysis, so that a call that could not be served can be repeated.
 * @param analyses of the images; none for a video
 * @param options.uploaded whether they are samples, which were checked for replay on arrival
 */
export async function tokenRejections(
  context: Context,
  images: readonly AnsweringImage[],
  analyses: readonly LiveAnalysis[],
  { uploaded = false } = {},
): Promise<readonly JobError[]> {
  const { permit } = context;
  if (permit === undefined) return [];
  const replayed = await replays(permit, images, analyses, { uploaded });
  const demanded = demandedChallenge(context);
  if (demanded === undefined) return replayed;
  const answers = images.slice(1).map(({ tags }) => tags);
  // A picture of a head that is turned and raised would answer two directions of a sequence.
  if (uploaded && demanded.length > 0 && answers.some(({ length }) => length > 1))
    return [...replayed, jobError('RejectedByChallengeResponse', CROWDED)];
  return [...replayed, ...challengeErrors(answers.flat(), demanded)];
}
