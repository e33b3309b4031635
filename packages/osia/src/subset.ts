/** Refuses unsupported parts of OSIA with 501 and an OSIA error. Never ignores them. */
import type { Service } from 'prosopon/extensions';
import type { BiometricData } from './schemas.ts';

type Refusing = Pick<Service, 'refusal'>;

export const notServed = ({ refusal }: Refusing, what: string) =>
  refusal(501, `Not served here: ${what}`);

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

/** @throws 501 a parameter demands an unsupported feature */
export function refuseParameters(service: Refusing, query: object): void {
  const refused = REFUSED.find((name) => name in query);
  if (refused !== undefined) throw notServed(service, `the parameter ${refused}`);
}

/** Galleries are clients. A caller sees its own. @throws NotFound */
export function requireGallery({ refusal }: Refusing, galleryId: string, clientId: string): void {
  if (galleryId !== 'ALL' && galleryId !== clientId) throw refusal('NotFound', 'Unknown gallery.');
}

const LARGEST_CLASS_ID = 2n ** 63n - 1n;

/** A person is a class: a positive 64-bit number. Undefined: no such person can exist. */
export function classIdOf(personId: string): bigint | undefined {
  if (!/^[1-9]\d{0,18}$/.test(personId)) return undefined;
  const classId = BigInt(personId);
  return classId > LARGEST_CLASS_ID ? undefined : classId;
}

/** The face images, at least one. @throws InvalidArgument; 501 there is anything else */
export function faceImages(
  service: Pick<Service, 'refusal' | 'bytes'>,
  biometrics: readonly BiometricData[],
  name: string,
) {
  const refuse = (message: string) => service.refusal('InvalidArgument', message);
  if (biometrics.length === 0) throw refuse(`${name}: at least one item is needed`);
  return biometrics.map((item, i) => {
    const { biometricType, biometricSubType, image } = item;
    const field = `${name}[${i}]`;
    if (biometricType !== 'FACE')
      throw notServed(service, `${field}: biometricType ${biometricType}`);
    if (biometricSubType != null && !['PORTRAIT', 'UNKNOWN'].includes(biometricSubType))
      throw notServed(service, `${field}: biometricSubType ${biometricSubType}`);
    for (const member of ['imageRef', 'template', 'templateRef'] as const)
      if (item[member] != null) throw notServed(service, `${field}: ${member}`);
    if (image == null) throw refuse(`${field}.image: missing`);
    return { bytes: service.bytes(image, `${field}.image`), field: `${field}.image` };
  });
}
