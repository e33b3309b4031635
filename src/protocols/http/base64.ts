/** Base64 members of request bodies: decoded fast, refused when they are anything else. */
import { InvalidArgument, InvalidImage } from '../../errors.ts';
import type { SubmittedVideo } from '../../operations/detect-video-liveness.ts';
import type { SubmittedImage } from '../../operations/submitted-image.ts';

const DATA_URL = /^data:[^,]*;base64,/;
const LONGEST_DATA_URL_PREFIX = 256;

/**
 * The bytes of a base64 text in the standard alphabet (RFC 4648 section 4). A data-URL prefix,
 * white space and missing padding are tolerated.
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

/** The encoded image that a base64 member holds. @throws InvalidArgument, InvalidImage: no bytes */
export function decodeImage(text: string, field: string): SubmittedImage {
  const bytes = decodeBase64(text, field);
  if (bytes.length === 0) throw new InvalidImage('the image is empty', field);
  return { bytes, field };
}

/** The video file that a base64 member holds. @throws InvalidArgument */
export function decodeVideo(text: string, field: string): SubmittedVideo {
  const bytes = decodeBase64(text, field);
  if (bytes.length === 0) throw new InvalidArgument(`${field}: the video is empty`);
  return { bytes, field };
}

/**
 * Node's decoder skips what is not base64, so an ASCII text was clean exactly when no character is
 * missing in the result; of other characters it takes the low byte.
 */
function decodeStrictly(text: string): Buffer | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined;
  if (text.includes('-') || text.includes('_')) return undefined;
  if (Buffer.byteLength(text) !== text.length) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined;
}
