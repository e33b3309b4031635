/** Refuses unsupported parts of OSIA with 501 and an OSIA error. Never ignores them. */
import type { Client } from '../../access/clients/client.ts';
import { readClassId } from '../../bcid.ts';
import { InvalidArgument, NotFound } from '../../errors.ts';
import type { SubmittedImage } from '../../operations/submitted-image.ts';
import { decodeBase64 } from '../http/plugins/base64.ts';
import { RequestRefused } from '../http/plugins/errors.ts';
import type { BiometricData } from './schemas.ts';

export const notServed = (what: string) => new RequestRefused(501, `Not served here: ${what}.`);

/** The rest of OSIA: method, address and scope. */
export const UNSERVED = [
  ['PUT', '/persons/:personId/encounters/:encounterId', 'abis.encounter.write'],
  ['POST', '/persons/:personIdTarget/merge/:personIdSource', 'abis.encounter.write'],
  [
    'POST',
    '/persons/:personIdTarget/move/:personIdSource/encounters/:encounterId',
    'abis.encounter.write',
  ],
  ['PUT', '/persons/:personId/encounters/:encounterId/status', 'abis.encounter.write'],
  ['PUT', '/persons/:personId/encounters/:encounterId/galleries', 'abis.encounter.write'],
  ['GET', '/persons/:personId/encounters/:encounterId/templates', 'abis.encounter.read'],
  ['POST', '/identify/:galleryId/:personId', 'abis.identify'],
  ['POST', '/identify/:galleryId/:personId/encounters/:encounterId', 'abis.identify'],
  ['GET', '/galleries', 'abis.gallery.read'],
  ['GET', '/galleries/:galleryId', 'abis.gallery.read'],
] as const;

/** Parameters that would change a decision. */
const REFUSED = ['threshold', 'accuracyLevel'];

/** @throws RequestRefused a parameter demands an unsupported feature */
export function refuseParameters(query: object): void {
  const refused = REFUSED.find((name) => name in query);
  if (refused !== undefined) throw notServed(`the parameter ${refused}`);
}

/** Galleries are clients. A caller sees its own. @throws NotFound */
export function requireGallery(galleryId: string, { id }: Client): void {
  if (galleryId !== 'ALL' && galleryId !== id) throw new NotFound('Unknown gallery.');
}

/** A person is a class. @throws NotFound no such person can exist */
export function personOf(personId: string): bigint {
  const classId = readClassId(personId);
  if (classId === undefined) throw new NotFound('Unknown person.');
  return classId;
}

/** The same for a person that a call may create. @throws InvalidArgument */
export function newPersonOf(personId: string): bigint {
  const classId = readClassId(personId);
  if (classId === undefined)
    throw new InvalidArgument('personId: expected a positive 64-bit number');
  return classId;
}

/** The face images, at least one. @throws InvalidArgument; RequestRefused there is anything else */
export function faceImages(
  biometrics: readonly BiometricData[],
  name: string,
): readonly SubmittedImage[] {
  if (biometrics.length === 0) throw new InvalidArgument(`${name}: at least one item is needed`);
  return biometrics.map((item, i) => {
    const { biometricType, biometricSubType, image } = item;
    const field = `${name}[${i}]`;
    if (biometricType !== 'FACE') throw notServed(`${field}: biometricType ${biometricType}`);
    if (biometricSubType != null && !['PORTRAIT', 'UNKNOWN'].includes(biometricSubType))
      throw notServed(`${field}: biometricSubType ${biometricSubType}`);
    for (const member of ['imageRef', 'template', 'templateRef'] as const)
      if (item[member] != null) throw notServed(`${field}: ${member}`);
    if (image == null) throw new InvalidArgument(`${field}.image: missing`);
    return { bytes: decodeBase64(image, `${field}.image`), field: `${field}.image` };
  });
}
