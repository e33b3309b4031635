/** The elements of CBEFF XML as MOSIP writes it (ISO/IEC 19785-3), with their names in its JSON. */

export const NAMESPACE = 'http://standards.iso.org/iso-iec/19785/-3/ed-2/';
export const RECORD = 'BIR';
/** MOSIP's own element: text by key. */
export const [OTHERS, ENTRY, KEY] = ['others', 'entry', 'key'] as const;

/** `data`: base64. `words`: a list, separated by blanks. `level`: `Raw`, which JSON calls `RAW`. */
export type Kind = 'text' | 'data' | 'number' | 'flag' | 'words' | 'level' | readonly Member[];

export interface Member {
  readonly element: string;
  readonly name: string;
  readonly kind: Kind;
}

const member = (element: string, kind: Kind, name = small(element)): Member => ({
  element,
  name,
  kind,
});
const small = (element: string) => element[0]!.toLowerCase() + element.slice(1);

const VERSION = [member('Major', 'number'), member('Minor', 'number')];
const REGISTERED = [member('Organization', 'text'), member('Type', 'text')];
const DATES = ['CreationDate', 'NotValidBefore', 'NotValidAfter'].map((date) =>
  member(date, 'text'),
);
const BIR_INFO = [
  member('Creator', 'text'),
  member('Index', 'text'),
  member('Payload', 'data'),
  member('Integrity', 'flag'),
  ...DATES,
];
const QUALITY = [
  member('Algorithm', REGISTERED),
  member('Score', 'number'),
  member('QualityCalculationFailed', 'text'),
];
const PRODUCTS = [
  'Product',
  'CaptureDevice',
  'FeatureExtractionAlgorithm',
  'ComparisonAlgorithm',
  'CompressionAlgorithm',
].map((product) => member(product, REGISTERED));
const BDB_INFO = [
  member('ChallengeResponse', 'data'),
  member('Index', 'text'),
  member('Format', REGISTERED),
  member('Encryption', 'flag'),
  ...DATES,
  member('Type', 'words'),
  member('Subtype', 'words'),
  member('Level', 'level'),
  ...PRODUCTS,
  member('Purpose', 'text'),
  member('Quality', QUALITY),
];

/** Before the records within a record. */
export const ABOUT: readonly Member[] = [
  member('Version', VERSION),
  member('CBEFFVersion', VERSION, 'cbeffversion'),
  member('BIRInfo', BIR_INFO, 'birInfo'),
  member('BDBInfo', BDB_INFO, 'bdbInfo'),
  member('SBInfo', [member('Format', REGISTERED)], 'sbInfo'),
];
/** Behind them. */
export const BLOCKS: readonly Member[] = [member('BDB', 'data', 'bdb'), member('SB', 'data', 'sb')];
