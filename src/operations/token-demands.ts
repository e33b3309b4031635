/** What a task token demands of live images beyond liveness: new ones, that answer its challenge. */
import { Internal, type JobError, jobError } from '../errors.ts';
import type { LiveAnalysis } from '../faces/liveness/liveness-analysis.ts';
import type { Context } from './context.ts';
import type { SubmittedLiveImage } from './detect-liveness.ts';
import { replays } from './replays.ts';

/**
 * Why the images are not what the token of the context demands; without token there is no demand.
 * To be asked after the analysis, so that a call the service could not serve can be made again.
 * @param analyses of the images; none of a video
 * @param options.uploaded whether they are samples, which were held against replay on their arrival
 */
export async function tokenRejections(
  context: Context,
  images: readonly SubmittedLiveImage[],
  analyses: readonly LiveAnalysis[],
  { uploaded = false } = {},
): Promise<readonly JobError[]> {
  const { permit } = context;
  if (permit === undefined) return [];
  const replayed = await replays(permit, images, analyses, { uploaded });
  return [...replayed, ...challengeErrors(context, images)];
}

/** One error unless the directions of the images, in order, are those that the try demands. */
function challengeErrors(
  { permit, attempt }: Context,
  images: readonly SubmittedLiveImage[],
): readonly JobError[] {
  if (permit?.challenge === undefined) return [];
  const demanded = attempt?.challenge;
  if (demanded === undefined) throw new Internal('a challenge is demanded outside a try');
  const answered = images.slice(1).flatMap(({ tags }) => tags);
  const equal =
    answered.length === demanded.length && answered.every((tag, i) => tag === demanded[i]);
  if (equal) return [];
  return [jobError('RejectedByChallengeResponse', 'The tags are not the challenge of this try.')];
}
