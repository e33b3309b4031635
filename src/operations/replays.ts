/** Replayed images: files that were sent before, and pictures that look like one that was. */
import type { ReplayGuard } from '../access/replay.ts';
import { type JobError, jobError } from '../errors.ts';
import type { LiveAnalysis } from '../faces/liveness/liveness-analysis.ts';
import type { SubmittedImage } from './submitted-image.ts';

/** What was seen before, of one account, class or token. Asking records. */
export interface SeenImages {
  seenBefore(image: Uint8Array): Promise<boolean>;
  looksSeenBefore(look: Uint16Array): Promise<boolean>;
}

const accountScope = (userId: string): string => `account ${userId}`;

export function seenByAccount(replay: ReplayGuard, userId: string): SeenImages {
  const scope = accountScope(userId);
  return {
    seenBefore: (image) => replay.seenBefore(scope, image),
    looksSeenBefore: (look) => replay.looksSeenBefore(scope, look),
  };
}

/** Forgets how the pictures look that an account was shown. */
export const forgetAccount = (replay: Pick<ReplayGuard, 'forget'>, userId: string) =>
  replay.forget(accountScope(userId));

/**
 * One error for each image, or video, that was used within a day.
 * @param analyses of the images, in their order; none of a video
 * @param options.uploaded whether they are samples, whose files were looked for on their arrival
 */
export async function replays(
  seen: SeenImages,
  images: readonly SubmittedImage[],
  analyses: readonly LiveAnalysis[],
  { uploaded = false } = {},
): Promise<readonly JobError[]> {
  const errors: JobError[] = [];
  for (const [i, { bytes, field }] of images.entries()) {
    const look = analyses[i]?.look;
    const again =
      (!uploaded && (await seen.seenBefore(bytes))) ||
      (look !== undefined && (await seen.looksSeenBefore(look)));
    if (again)
      errors.push(jobError('RejectedByObviousFakeDetector', `${field}: This was used before.`));
  }
  return errors;
}
