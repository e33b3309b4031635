/** Base64 members of request bodies: decoded fast, refused when they are anything else. */
import type { Notation } from '../../../contract/requests.ts';
import { InvalidArgument } from '../../../errors.ts';

const DATA_URL = /^data:[^,]*;base64,/i;
const LONGEST_DATA_URL_PREFIX = 256;

/**
 * The bytes of a base64 text in one of both alphabets (RFC 4648 sections 4 and 5). A data-URL
 * prefix, white space and missing padding are tolerated.
 * @param field name of the member for the message, such as `images[1].image`
 * @throws InvalidArgument
 */
export function decodeBase64(text: string, field: string): Buffer {
  const prefix = DATA_URL.exec(text.slice(0, LONGEST_DATA_URL_PREFIX))?.[0] ?? '';
  const encoded = prefix === '' ? text : text.slice(prefix.length);
  const bytes = decodeStrictly(encoded) ?? decodeStrictly(encoded.replace(/[\t\n\r ]+/g, ''));
  if (bytes === undefined) throw new InvalidArgument(`${field}: not base64`);
  return bytes;
}

/** Files in JSON are base64; null says nothing. */
export const JSON_NOTATION: Notation = {
  bytes: (text, field) => decodeBase64(text as string, field),
  isAbsent: (value) => value === undefined || value === null,
};

/**
 * Node's decoder skips what is not base64, so an ASCII text was clean exactly when no character is
 * missing in the result; of other characters it takes the low byte.
 */
function decodeStrictly(text: string): Buffer | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined;
  if (isIn(text, '-', '_') && isIn(text, '+', '/')) return undefined;
  if (Buffer.byteLength(text) !== text.length) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined;
}

const isIn = (text: string, ...digits: readonly string[]) =>
  digits.some((digit) => text.includes(digit));
