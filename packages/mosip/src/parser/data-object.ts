/** Untrusted BER-TLV data objects of chips (ISO/IEC 7816-4, 5.2.2); every length is checked. */
import { BadBlock } from './refusals.ts';

/** The face record names the member. */
const damaged = (detail: string) => new BadBlock(`truncated or damaged block (${detail})`);

/** Of one template: more than documents have, and no burden to read. */
const MOST_OBJECTS = 100;

interface DataObject {
  /** With its class, as it is written: 0x75, 0x7f61. */
  readonly tag: number;
  readonly value: Uint8Array;
}

/** Values of the objects of a template that bear one of the tags. @throws BadBlock damaged */
export function valuesOf(template: Uint8Array, ...tags: readonly number[]): Uint8Array[] {
  const values: Uint8Array[] = [];
  for (let at = 0, read = 0; at < template.length; ) {
    if (++read > MOST_OBJECTS) throw damaged(`more than ${MOST_OBJECTS} objects`);
    const { tag, value } = readObject(template, at);
    if (tags.includes(tag)) values.push(value);
    at = value.byteOffset - template.byteOffset + value.length;
  }
  return values;
}

/** The value of the one object with that tag. @throws BadBlock damaged, also when there are more */
export function onlyValue(template: Uint8Array, tag: number): Uint8Array {
  const values = valuesOf(template, tag);
  if (values.length !== 1) throw damaged(`${values.length} objects ${tag.toString(16)}`);
  return values[0]!;
}

function readObject(bytes: Uint8Array, start: number): DataObject {
  let at = start;
  const next = () => {
    if (at >= bytes.length) throw damaged(`cut off at byte ${at}`);
    return bytes[at++]!;
  };
  let tag = next();
  // Tags of two bytes are the longest that documents have.
  if ((tag & 0x1f) === 0x1f) tag = (tag << 8) | next();
  let length = next();
  if (length >= 0x80) {
    const more = length & 0x7f;
    if (more === 0 || more > 4) throw damaged(`length of ${more} bytes`);
    length = 0;
    for (let i = 0; i < more; i++) length = length * 256 + next();
  }
  if (length > bytes.length - at) throw damaged(`object ${tag.toString(16)} of ${length} bytes`);
  return { tag, value: bytes.subarray(at, at + length) };
}

/** The object of that tag around the values, in DER. */
export function dataObject(tag: number, ...values: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(values);
  const digits: number[] = [];
  for (let rest = value.length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  const length = value.length < 0x80 ? [value.length] : [0x80 | digits.length, ...digits];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}
