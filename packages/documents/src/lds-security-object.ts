/** The LDS security object (ICAO 9303-10, 4.6.2.3): hashes of the data groups of a chip. */
import { AsnConvert, AsnProp, AsnPropTypes, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { hashOf } from './algorithms.ts';
import { NotAuthentic } from './not-authentic.ts';

export const LDS_SECURITY_OBJECT = '2.23.136.1.1.1';

class DataGroupHash {
  group = 0;
  value = new OctetString();
}
AsnProp({ type: AsnPropTypes.Integer })(DataGroupHash.prototype, 'group');
AsnProp({ type: OctetString })(DataGroupHash.prototype, 'value');

class LdsSecurityObject {
  version = 0;
  hashAlgorithm = new AlgorithmIdentifier();
  hashes: DataGroupHash[] = [];
  versionInfo?: ArrayBuffer;
}
AsnProp({ type: AsnPropTypes.Integer })(LdsSecurityObject.prototype, 'version');
AsnProp({ type: AlgorithmIdentifier })(LdsSecurityObject.prototype, 'hashAlgorithm');
AsnProp({ type: DataGroupHash, repeated: 'sequence' })(LdsSecurityObject.prototype, 'hashes');
AsnProp({ type: AsnPropTypes.Any, optional: true })(LdsSecurityObject.prototype, 'versionInfo');

interface ExpectedHash {
  /** Name of the algorithm in Node.js. */
  readonly hash: string;
  readonly expected: Uint8Array;
}

/** The hash that a data group has to have. @throws NotAuthentic it has none, or several */
export function hashIn(object: ArrayBuffer, group: number): ExpectedHash {
  const { hashAlgorithm, hashes } = AsnConvert.parse(object, LdsSecurityObject);
  const found = hashes.filter((hash) => hash.group === group);
  if (found.length !== 1) throw new NotAuthentic(`${found.length} hashes of data group ${group}`);
  return { hash: hashOf(hashAlgorithm), expected: new Uint8Array(found[0]!.value.buffer) };
}
