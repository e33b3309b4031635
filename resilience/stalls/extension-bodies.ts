/** What extensions parse: MOSIP's wrapped JSON and XML, OSIA's encounters, documents of phones. */

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const list = (items: number) => `[${'0,'.repeat(items)}0]`;

const NAMESPACE = 'xmlns="http://standards.iso.org/iso-iec/19785/-3/ed-2/"';
const MEBIBYTE = 1024 * 1024;

/** Bodies of MOSIP's calls, by name; each is as large as is permitted. */
export function mosipBodies(): Readonly<Record<string, Buffer>> {
  const wrapped = (inner: string) =>
    Buffer.from(JSON.stringify({ version: '1.0', request: base64(inner) }));
  const record = (xml: string) => base64(`<BIR ${NAMESPACE}>${xml}</BIR>`);
  const matched = (xml: string) =>
    wrapped(JSON.stringify({ sample: record(xml), gallery: Array(20).fill(record(xml)) }));
  const [numbers, words] = [list(3_900_000), 4_000_000];
  const modalities = Array.from({ length: 20 }, (_, i) => `${i}`.padEnd(256, 'M'));
  const one = { segments: [{ bdbInfo: { type: ['IRIS'] }, bdb: 'AAAA' }] };
  const many = { sample: one, gallery: Array(1000).fill({}), modalitiesToMatch: modalities };
  return {
    'records by modalities': wrapped(JSON.stringify(many)),
    'modalities that are numbers': wrapped(`{"modalitiesToMatch":${numbers}}`),
    'gallery of numbers': wrapped(`{"gallery":${numbers}}`),
    'bytes as numbers': wrapped(
      `{"sample":{"segments":[{"bdbInfo":{"type":["FACE"]},"bdb":${numbers}}]}}`,
    ),
    'nested XML': matched('<BIR>'.repeat(5900) + '</BIR>'.repeat(5900)),
    entities: matched(`<BDB>${'&amp;'.repeat(85_000)}</BDB>`),
    'XML of words': wrapped(
      JSON.stringify({
        sample: record(`<BDBInfo><Type>${'a '.repeat(words / 2)}</Type></BDBInfo>`),
        gallery: [],
      }),
    ),
  };
}

/** Encounters of OSIA with one large member. */
export function osiaBodies(): Readonly<Record<string, Buffer>> {
  const large = 'y'.repeat(20 * MEBIBYTE);
  const encounter = (more: object) =>
    Buffer.from(
      JSON.stringify({
        ...{ status: 'ACTIVE', encounterType: 'X' },
        biometricData: [{ biometricType: 'FACE', image: 'AAAA' }],
        ...more,
      }),
    );
  return {
    'large gallery': encounter({ galleries: [large] }),
    'large type': encounter({ encounterType: large }),
    'large name': encounter({ [large]: 1 }),
    'name of slashes': encounter({ ['/'.repeat(20 * MEBIBYTE)]: 1 }),
    'many galleries': encounter({ galleries: Array.from({ length: 65_000 }, (_, i) => `g${i}`) }),
  };
}

/** CBOR of a major type (RFC 8949) with its length. */
function head(major: number, length: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes[0] = (major << 5) | 26;
  bytes.writeUInt32BE(length, 1);
  return bytes;
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const array = (items: readonly Buffer[]) => Buffer.concat([head(4, items.length), ...items]);
const map = (key: Buffer, value: Buffer) => Buffer.concat([head(5, 1), key, value]);
const encoded = (bytes: Buffer) =>
  Buffer.concat([Buffer.of(0xd8, 0x18), head(2, bytes.length), bytes]);

/** A portrait by ISO/IEC 18013-5 whose name space is deep or long. @returns base64, by name */
export function hostileDocuments(): Readonly<Record<string, string>> {
  const items = array(Array(5).fill(encoded(Buffer.of(0xa0))));
  const of = (nameSpace: Buffer) => base64(map(text('nameSpaces'), map(nameSpace, items)));
  let nested = text('x'.repeat(2 * MEBIBYTE));
  for (let depth = 0; depth < 500; depth++) nested = array([nested, text('a')]);
  return { 'nested name': of(nested), 'long name': of(text('x'.repeat(5 * MEBIBYTE))) };
}
