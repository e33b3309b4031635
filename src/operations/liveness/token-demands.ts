/** A task token's demands on live images beyond liveness: new, and answering its challenge. */
import type { JobError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { demandedChallenge } from '../permit.ts';
import type { SubmittedImage } from '../submitted-image.ts';
import { challengeErrors } from './challenge-errors.ts';
import { replays } from './replays.ts';

/** The tags are the directions that it answers. */
type AnsweringImage = SubmittedImage & { readonly tags: readonly string[] };

/**
 * Reasons why the images do not meet the demands of the call's token. No token demands nothing.
 * Call after the analysis, so that a call that could not be served can be repeated.
 * @param options.uploaded whether they are samples, which were checked for replay on arrival
 */
export async function tokenRejections(
  context: Context,
  images: readonly AnsweringImage[],
  { uploaded = false } = {},
): Promise<readonly JobError[]> {
  const { permit } = context;
  if (permit === undefined) return [];
  const replayed = uploaded ? [] : await replays(permit.seenBefore, images);
  const demanded = demandedChallenge(context);
  if (demanded === undefined) return replayed;
  return [...replayed, ...challengeErrors(images, demanded, { sequence: uploaded })];
}
