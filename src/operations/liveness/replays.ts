/** Replayed images: files that the client sent before. */
import type { ReplayGuard } from '../../access/replay.ts';
import { type JobError, jobError } from '../../errors.ts';
import type { SubmittedImage } from '../submitted-image.ts';

/** Tells whether an image was sent before, and records it. */
export type SeenBefore = (image: Uint8Array) => Promise<boolean>;

/** Images seen before by the logins and enrolments of a user. */
export const seenByAccount =
  (replay: ReplayGuard, userId: string): SeenBefore =>
  (image) =>
    replay.seenBefore(`account ${userId}`, image);

/** One error for each image, or video, that was used within a day. */
export async function replays(
  seenBefore: SeenBefore,
  images: readonly SubmittedImage[],
): Promise<readonly JobError[]> {
  const errors: JobError[] = [];
  for (const { bytes, field } of images)
    if (await seenBefore(bytes))
      errors.push(jobError('RejectedByObviousFakeDetector', `${field}: This was used before.`));
  return errors;
}
