/** Base64 members of request bodies: decodes them fast, refuses anything else. */

import type { Notation } from '../../../contract/requests.ts';
import { InvalidArgument } from '../../../errors.ts';
import { readBase64 } from '../../../text/base64.ts';

const DATA_URL = /^data:[^,]*;base64,/i;
const LONGEST_DATA_URL_PREFIX = 256;

/**
 * The bytes of a text in either base64 alphabet (RFC 4648 sections 4 and 5). Tolerates a data-URL
 * prefix, white space and missing padding.
 * @param field name of the member for the message, such as `images[1].image`
 * @throws InvalidArgument
 */
export function decodeBase64(text: string, field: string): Buffer {
  const prefix = DATA_URL.exec(text.slice(0, LONGEST_DATA_URL_PREFIX))?.[0] ?? '';
  const encoded = prefix === '' ? text : text.slice(prefix.length);
  const bytes = readBase64(encoded) ?? readBase64(encoded.replace(/[\t\n\r ]+/g, ''));
  if (bytes === undefined) throw new InvalidArgument(`${field}: not base64`);
  return bytes;
}

/** Files in JSON are base64. Long ones are already decoded. Null means absent. */
export const JSON_NOTATION: Notation = {
  bytes: (given, field) =>
    given instanceof Uint8Array ? given : decodeBase64(given as string, field),
  isAbsent: (value) => value === undefined || value === null,
};
