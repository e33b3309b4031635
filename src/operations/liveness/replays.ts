/** Replayed images: files sent before, and copies of an earlier image. */
import type { ReplayGuard } from '../../access/replay.ts';
import { type JobError, jobError } from '../../errors.ts';
import type { LiveAnalysis } from '../../faces/analysis.ts';
import type { SubmittedImage } from '../submitted-image.ts';

/** Images seen before for one account, class or token. Asking records the image. */
export type SeenImages = ReturnType<typeof seenByAccount>;

const accountScope = (userId: string): string => `account ${userId}`;

export function seenByAccount(replay: ReplayGuard, userId: string) {
  const scope = accountScope(userId);
  return {
    seenBefore: (image: Uint8Array) => replay.seenBefore(scope, image),
    pictureSeenBefore: (hash: Uint16Array) => replay.pictureSeenBefore(scope, hash),
  };
}

/** Forgets the perceptual hashes of an account. */
export const forgetAccount = (replay: Pick<ReplayGuard, 'forget'>, userId: string) =>
  replay.forget(accountScope(userId));

/**
 * One error for each image, or video, that was used within a day.
 * @param analyses of the images, in order; none for a video
 * @param options.uploaded whether they are samples, whose files were checked on arrival
 */
export async function replays(
  seen: SeenImages,
  images: readonly SubmittedImage[],
  analyses: readonly LiveAnalysis[],
  { uploaded = false } = {},
): Promise<readonly JobError[]> {
  const errors: JobError[] = [];
  for (const [i, { bytes, field }] of images.entries()) {
    const analysis = analyses[i];
    // Without a face, an image is refused anyway, and a copy of it, too.
    const hash = analysis?.image.problem === undefined ? analysis?.perceptualHash : undefined;
    const again =
      (!uploaded && (await seen.seenBefore(bytes))) ||
      (hash !== undefined && (await seen.pictureSeenBefore(hash)));
    if (again)
      errors.push(jobError('RejectedByObviousFakeDetector', `${field}: This was used before.`));
  }
  return errors;
}
