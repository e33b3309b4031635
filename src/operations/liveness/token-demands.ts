/** What a task token demands of live images beyond liveness: new, and answering its challenge. */
import type { JobError } from '../../errors.ts';
import type { LiveAnalysis } from '../../faces/analysis.ts';
import type { Context } from '../context.ts';
import { demandedChallenge } from '../permit.ts';
import type { SubmittedImage } from '../submitted-image.ts';
import { challengeErrors } from './challenge-errors.ts';
import { replays } from './replays.ts';

/** Its tags are the directions that it answers. */
type AnsweringImage = SubmittedImage & { readonly tags: readonly string[] };

/**
 * Why the images are not what the token of the context demands; without token there is no demand.
 * To be asked after the analysis, so that a call the service could not serve can be made again.
 * @param analyses of the images; none of a video
 * @param options.uploaded whether they are samples, which were held against replay on their arrival
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
  const answered = images.slice(1).flatMap(({ tags }) => tags);
  return [...replayed, ...challengeErrors(answered, demanded)];
}
