/** Reads a JPEG 2000 file: its codestream and colour space. */
import { notDecodable } from './image-refusals.ts';

const CODESTREAM = '\xff\x4f\xff\x51';
/** sRGB and its grey (ISO/IEC 15444-1, I.5.3.3). */
const ENUMERATED: ReadonlySet<number> = new Set([16, 17]);
const [ENUMERATED_METHOD, ...PROFILE_METHODS] = [1, 2, 3];

interface Jp2Content {
  readonly codestream: Buffer;
  readonly icc?: Buffer;
}

/** Content of a JP2 file or bare codestream. @throws ImageRefused other colours, or no image */
export function readJp2(bytes: Uint8Array): Jp2Content {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 0, 4) === CODESTREAM) return { codestream: file };
  const codestream = bodyOf(file, 'jp2c');
  const header = bodyOf(file, 'jp2h');
  if (codestream === undefined || header === undefined) throw refusal('no codestream or header');
  if (bodyOf(header, 'pclr') !== undefined) throw refusal('a palette');
  const colour = bodyOf(header, 'colr');
  if (colour === undefined || colour.length < 7) throw refusal('no colours');
  if (PROFILE_METHODS.includes(colour[0]!)) return { codestream, icc: colour.subarray(3) };
  if (colour[0] !== ENUMERATED_METHOD || !ENUMERATED.has(colour.readUInt32BE(3)))
    throw refusal(`colours of method ${colour[0]}`);
  return { codestream };
}

/** Body of the first box of that type. */
function bodyOf(boxes: Buffer, type: string): Buffer | undefined {
  for (let at = 0; at + 8 <= boxes.length; ) {
    const [head, size] = sizeOf(boxes, at);
    if (size < head) return undefined;
    if (boxes.toString('latin1', at + 4, at + 8) === type)
      return boxes.subarray(at + head, at + size);
    at += size;
  }
  return undefined;
}

/** Bytes of a box's head, and of the whole box. */
function sizeOf(boxes: Buffer, at: number): [head: number, size: number] {
  const size = boxes.readUInt32BE(at);
  if (size === 0) return [8, boxes.length - at];
  const isLong = size === 1 && at + 16 <= boxes.length;
  return isLong ? [16, Number(boxes.readBigUInt64BE(at + 8))] : [8, size];
}

const refusal = (detail: string) => notDecodable(`JP2: ${detail}`);
