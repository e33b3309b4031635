/** The largest bodies and messages that are permitted, and hostile ones of their size. */
import { gzipSync } from 'node:zlib';

const MEBIBYTE = 1024 * 1024;
export const LARGEST = 50 * MEBIBYTE;

const fill = (size: number, head: string, item: string, tail = '') =>
  Buffer.from(
    head + item.repeat(Math.floor((size - head.length - tail.length) / item.length)) + tail,
  );

/** JSON for any route, by name. @param image base64 of an image */
export function jsonBodies(image: string, size = LARGEST): Readonly<Record<string, Buffer>> {
  const item = `{"image":"${image}"}`;
  const each = Math.floor((size / 20) * 0.74);
  const padded = Buffer.concat([Buffer.from(image, 'base64'), Buffer.alloc(each)]);
  const permitted = { image: padded.subarray(0, each).toString('base64') };
  return {
    'twenty large images': Buffer.from(JSON.stringify(Array(20).fill(permitted))),
    images: fill(size, '[', `${item},`, item.concat(']')),
    'live images': fill(size, `{"liveImages":[${item},{"image":"`, 'AAAA', '"}]}'),
    'one string': fill(size, '{"image":"', 'AAAA', '","photo":""}'),
    'empty items': fill(size, '[', '{},', '{}]'),
    tags: fill(size, '{"image":"AAAA","tags":[', '"",', '""]}'),
    brackets: fill(size, '', '['),
    escapes: fill(size, '{"image":"', '\\/', '"}'),
    'permitted escapes': fill(size, '{"image":"', '\\/AAAA', '"}'),
    'text beyond ASCII': fill(size, '{"image":"', '中', '"}'),
    digits: fill(size, '{"image":', '9', '}'),
    blanks: fill(size, '', ' ', '{}'),
    names: fill(size, '{', '"":0,', '"":0}'),
  };
}

/** What unpacks to ten times the limit. */
export const packedBody = () => gzipSync(Buffer.alloc(10 * LARGEST, '{},'));

/** A message in its frame. */
export function framed(message: Uint8Array, flag = 0): Buffer {
  const frame = Buffer.alloc(5);
  frame[0] = flag;
  frame.writeUInt32BE(message.length, 1);
  return Buffer.concat([frame, message]);
}

const repeated = (size: number, hex: string) =>
  Buffer.alloc(Math.floor(size / (hex.length / 2)) * (hex.length / 2), hex, 'hex');

/** Field 1, which is an image, or a message that is none. */
function oneField(size: number): Buffer {
  const length = size - 5;
  const bytes = [0, 7, 14, 21].map((shift) => ((length >> shift) & 0x7f) | (shift < 21 ? 0x80 : 0));
  return Buffer.concat([Buffer.of(0x0a, ...bytes), Buffer.alloc(length)]);
}

/** Messages for any method, by name. */
export function messages(size = LARGEST - 5): Readonly<Record<string, Buffer>> {
  return {
    'one image': framed(oneField(size)),
    'empty images': framed(repeated(size, '1200')),
    'empty texts': framed(repeated(size, '0a00')),
    numbers: framed(repeated(size, '0801')),
    groups: framed(repeated(size, '9b3f9c3f')),
    'opened groups': framed(repeated(size, '9b3f')),
    packed: framed(gzipSync(repeated(size, '1200')), 1),
  };
}
