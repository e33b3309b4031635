/** Bounds the structure of JSON as it arrives, so that a hostile body never becomes objects. */
import { InvalidArgument } from '../../../../errors.ts';

/** Each value and each name of JSON brings at least one of these characters. */
const STRUCTURE = '[{",:';
/** Structural characters of a body with one or two images. */
export const USUAL_STRUCTURE = 8192;
/** Of a list of as many images as fit, seven each: those with a face have 1800 bytes or more. */
export const IMAGE_LIST_STRUCTURE = 262_144;
/** Bytes of a member's name. Longer ones would be copied into error after error. */
export const LONGEST_NAME = 1024;
/** Bytes of the largest body for each backslash, which slows the parser; text of `\uXXXX` alone has six. */
export const BYTES_OF_ESCAPE = 6;

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];

/**
 * Counts structural characters, but knows no grammar: the parser stops at the first flaw. Skips
 * strings, which are most of a body, until a backslash appears. From then on all bytes count.
 * @param bytes of the largest body
 * @returns takes the next bytes, cut anywhere, and throws InvalidArgument beyond the limit, or after
 *   a long name of a member
 */
export function createStructureLimit(most: number, bytes: number) {
  const counts = new Uint8Array(256);
  for (const byte of Buffer.from(STRUCTURE)) counts[byte] = 1;
  const mostEscapes = Math.ceil(bytes / BYTES_OF_ESCAPE);
  let [found, escapes] = [0, 0];
  let inString = false;
  let isPlain = true;
  let arrived = 0;
  let [lastQuote, betweenQuotes] = [0, 0];
  return (chunk: Buffer): void => {
    isPlain &&= !chunk.includes(BACKSLASH);
    for (let i = 0; i < chunk.length; i++) {
      if (isPlain && inString) {
        i = chunk.indexOf(QUOTE, i);
        if (i < 0) break;
      }
      const byte = chunk[i]!;
      if (byte === QUOTE) {
        inString = !inString;
        betweenQuotes = arrived + i - lastQuote;
        lastQuote = arrived + i;
      } else if (byte === BACKSLASH) escapes += 1;
      else if (byte === COLON && betweenQuotes > LONGEST_NAME)
        throw new InvalidArgument(
          `body: a member's name of more than ${LONGEST_NAME} bytes; send shorter names`,
        );
      found += counts[byte]!;
    }
    arrived += chunk.length;
    if (found > most)
      throw new InvalidArgument(
        `body: more than ${most} of the characters ${STRUCTURE} ; send fewer members or items`,
      );
    if (escapes > mostEscapes)
      throw new InvalidArgument(
        `body: more than ${mostEscapes} backslashes; send "/" in base64 as it is`,
      );
  };
}
