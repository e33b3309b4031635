/** What a task token demands of live images beyond liveness: new ones, that answer its challenge. */
import { Internal, type JobError } from '../errors.ts';
import type { LiveAnalysis } from '../faces/analysis.ts';
import { challengeErrors } from './challenge-errors.ts';
import type { Context } from './context.ts';
import { replays } from './replays.ts';
import type { SubmittedImage } from './submitted-image.ts';

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
  return [...replayed, ...movementErrors(context, images)];
}

/** One error unless the directions of the images, in order, are those that the attempt demands. */
function movementErrors(
  { permit, attempt }: Context,
  images: readonly AnsweringImage[],
): readonly JobError[] {
  if (permit?.challenge === undefined) return [];
  const demanded = attempt?.challenge;
  if (demanded === undefined) throw new Internal('a challenge is demanded outside an attempt');
  return challengeErrors(
    images.slice(1).flatMap(({ tags }) => tags),
    demanded,
  );
}
