/** The least proof of liveness that a client accepts: image, video, moved head, challenge. */
import { InvalidArgument } from '../../errors.ts';
import type { Context } from '../context.ts';
import { requireChallenge } from '../permit.ts';

/**
 * Refuses, before analysis, images that cannot prove what the client demands.
 * @param field name of the images in the request
 * @throws InvalidArgument too few, or without a challenge; PermissionDenied a token without one
 */
export function requireLeastLiveness(
  context: Pick<Context, 'client' | 'permit'>,
  images: readonly { readonly tags?: readonly string[] }[],
  field = 'liveImages',
): void {
  const { client, permit } = context;
  const { leastLiveness: least } = client.settings;
  if (least === 'passive') return;
  if (images.length < 2)
    throw new InvalidArgument(
      `${field}: two images are needed, with the head moved between them: this client ` +
        `demands ${least} (setting leastLiveness), and one image is passive detection`,
    );
  if (least !== 'challenge') return;
  if (permit !== undefined) requireChallenge(permit);
  else if ((images[1]?.tags ?? []).length === 0)
    throw new InvalidArgument(
      `${field}[1].tags: missing; this client demands challenge (setting leastLiveness)`,
    );
}

/** @throws InvalidArgument the client demands more than a video proves */
export function requireVideoCounts({ client }: Pick<Context, 'client'>): void {
  const { leastLiveness: least } = client.settings;
  if (least === 'passive' || least === 'video') return;
  throw new InvalidArgument(
    `video: a face may move in it as it likes, and this client demands ${least} ` +
      '(setting leastLiveness)',
  );
}
