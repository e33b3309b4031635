/** Reads a JPEG 2000 file: its codestream and colour space. */
import { InvalidImage } from '../../errors.ts';
import { boxAt } from './boxes.ts';
import { NOT_DECODABLE } from './picture.ts';

const CODESTREAM = '\xff\x4f\xff\x51';
/** sRGB and its grey (ISO/IEC 15444-1, I.5.3.3). */
const ENUMERATED: ReadonlySet<number> = new Set([16, 17]);
const [ENUMERATED_METHOD, ...PROFILE_METHODS] = [1, 2, 3];

interface Jp2Content {
  readonly codestream: Buffer;
  readonly icc?: Buffer;
}

/** Content of a JP2 file or bare codestream. @throws InvalidImage other colours, or no image */
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
  for (let at = 0, box = boxAt(boxes, 0); box !== undefined; box = boxAt(boxes, at)) {
    const end = at + box.size;
    if (boxes.toString('latin1', at + 4, at + 8) === type)
      return boxes.subarray(at + box.head, end);
    at = end;
  }
  return undefined;
}

const refusal = (detail: string) => new InvalidImage(NOT_DECODABLE, undefined, `JP2: ${detail}`);
