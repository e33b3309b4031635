/** Reference photos: images as they come, or the portrait of a document that holds one. */

import { InvalidArgument, InvalidImage, type JobError, jobError } from '../errors.ts';
import { type Context, type OperationParts, workOf } from './context.ts';
import type { PassiveAuthentication } from './portrait.ts';
import type { SubmittedImage } from './submitted-image.ts';

type Parts = Pick<OperationParts, 'readPortrait'>;

export interface AuthenticatedPhoto {
  readonly photo: SubmittedImage;
  /** Undefined: the photo is an image, which nobody signs. */
  readonly passiveAuthentication?: PassiveAuthentication;
  /** Why it failed. */
  readonly errors: readonly JobError[];
}

/**
 * The photo with the bytes of its image: of a document, those of the portrait; and whether a trusted
 * issuer signed it.
 * @param securityObject EF.SOD of the chip that the photo is of
 * @throws InvalidImage, InvalidArgument naming the member; Unavailable
 */
export async function authenticatedPhoto(
  { readPortrait }: Parts,
  context: Context,
  photo: SubmittedImage,
  securityObject: SubmittedImage | undefined,
): Promise<AuthenticatedPhoto> {
  const { bytes, field } = photo;
  const request = { bytes, field, securityObject: securityObject?.bytes, at: context.received };
  const portrait = await readPortrait?.(request, workOf(context));
  if (portrait === undefined) {
    if (securityObject !== undefined)
      throw new InvalidArgument(
        `${securityObject.field}: it goes with a document that this service reads, which ${field} ` +
          'is not (PROSOPON_EXTENSIONS=documents)',
      );
    return { photo, errors: [] };
  }
  if ('refused' in portrait) {
    const { refused, member, detail } = portrait;
    if (member === undefined) throw new InvalidImage(refused, field, detail);
    throw new InvalidArgument(`${securityObject?.field ?? member}: ${refused}`, detail);
  }
  const { image, authentication: passiveAuthentication, reason } = portrait;
  const message = `${field}: Passive authentication failed: ${reason}.`;
  const isForged = passiveAuthentication === 'FAILED';
  const errors = isForged ? [jobError('DocumentNotAuthentic', message)] : [];
  return { photo: { ...photo, bytes: image }, passiveAuthentication, errors };
}

/**
 * The photo with the bytes of its image, to be kept: what can be authenticated has to be authentic.
 * @throws InvalidArgument it is not; as `authenticatedPhoto`
 */
export async function photoToKeep<T extends SubmittedImage>(
  parts: Parts,
  context: Context,
  photo: T,
  securityObject?: SubmittedImage,
): Promise<T> {
  const opened = await authenticatedPhoto(parts, context, photo, securityObject);
  const [error] = opened.errors;
  if (error !== undefined) throw new InvalidArgument(error.message);
  return { ...photo, bytes: opened.photo.bytes };
}
