/** Reference photos: images as they come, or the portrait of a document that holds one. */

import type { Claim } from '../documents/authenticate.ts';
import { isDg2 } from '../documents/dg2.ts';
import type { PassiveAuthentication } from '../documents/passive-authentication.ts';
import { readPortrait } from '../documents/portrait.ts';
import { InvalidArgument, InvalidImage, type JobError, jobError } from '../errors.ts';
import { recogniseFormat } from '../faces/image/format.ts';
import type { OperationParts } from './context.ts';
import { type SubmittedImage, withFieldOf } from './submitted-image.ts';

/** Formats that documents may hold (ISO/IEC 19794-5, 39794-5 and 18013-5). */
const PORTRAITS: ReadonlySet<unknown> = new Set(['jpeg', 'jpeg2000']);
/** Bytes of a security object: several times what chips hold. */
const LARGEST_SECURITY_OBJECT = 16_384;

/** The photo with the bytes of its image: those of a document's portrait. @throws InvalidImage */
export async function referencePhoto<T extends SubmittedImage>(photo: T): Promise<T> {
  const { portrait = photo.bytes } = await open(photo);
  return { ...photo, bytes: portrait };
}

async function open(photo: SubmittedImage) {
  try {
    const read = await readPortrait(photo.bytes);
    if (read !== undefined && !PORTRAITS.has(recogniseFormat(read.portrait)))
      throw new InvalidImage("the document's portrait is neither JPEG nor JPEG 2000");
    return { ...read };
  } catch (error) {
    return withFieldOf(photo)(error);
  }
}

export interface AuthenticatedPhoto {
  readonly photo: SubmittedImage;
  /** Undefined: the photo is an image, which nobody signs. */
  readonly passiveAuthentication?: PassiveAuthentication;
  /** Why it failed. */
  readonly errors: readonly JobError[];
}

/**
 * The photo as `referencePhoto` has it, and whether a trusted issuer signed it: a chip's by EF.SOD,
 * an mdoc's by what it brings. Without issuers or signature, a document is not checked.
 * @throws InvalidImage; InvalidArgument EF.SOD without EF.DG2, or without issuers to check it with
 */
export async function authenticatedPhoto(
  { documentIssuers: issuers = [] }: Pick<OperationParts, 'documentIssuers'>,
  photo: SubmittedImage,
  securityObject: SubmittedImage | undefined,
  at: Date,
): Promise<AuthenticatedPhoto> {
  if (securityObject) requireCheckable(issuers.length, photo, securityObject);
  const { portrait, element } = await open(photo);
  if (portrait === undefined) return { photo, errors: [] };
  const image = { ...photo, bytes: portrait };
  const claim: Claim | undefined = securityObject
    ? { dg2: photo.bytes, securityObject: securityObject.bytes }
    : element && { element };
  if (issuers.length === 0 || claim === undefined)
    return { photo: image, passiveAuthentication: 'NOT_CHECKED', errors: [] };
  const { whyNotAuthentic } = await import('../documents/authenticate.ts');
  const reason = whyNotAuthentic(claim, issuers, at);
  if (reason === undefined) return { photo: image, passiveAuthentication: 'VALID', errors: [] };
  const message = `${photo.field}: Passive authentication failed: ${reason}.`;
  const errors = [jobError('DocumentNotAuthentic', message)];
  return { photo: image, passiveAuthentication: 'FAILED', errors };
}

/**
 * The photo as `referencePhoto` has it, to be kept: an mdoc that issuers are trusted to sign, and a
 * chip with EF.SOD, have to be signed by one.
 * @throws InvalidImage; InvalidArgument it is not
 */
export async function photoToKeep<T extends SubmittedImage>(
  parts: Pick<OperationParts, 'documentIssuers'>,
  photo: T,
  at: Date,
  securityObject?: SubmittedImage,
): Promise<T> {
  const opened = await authenticatedPhoto(parts, photo, securityObject, at);
  const [error] = opened.errors;
  if (error !== undefined) throw new InvalidArgument(error.message);
  return { ...photo, bytes: opened.photo.bytes };
}

function requireCheckable(
  issuers: number,
  { bytes, field: photo }: SubmittedImage,
  { field, bytes: { length } }: SubmittedImage,
): void {
  const refuse = (reason: string) => {
    throw new InvalidArgument(`${field}: ${reason}`);
  };
  if (issuers === 0) refuse('this service has no certificates of issuers to check it with');
  if (!isDg2(bytes)) refuse(`it goes with EF.DG2, which ${photo} is not`);
  if (length > LARGEST_SECURITY_OBJECT) refuse(`more than ${LARGEST_SECURITY_OBJECT} bytes`);
}
