/** Facial records of ISO/IEC 19794-5:2005, which chips have held since the first passports. */
import { DocumentRefused, damaged } from './refusals.ts';

const FORMAT = 'FAC\0';
const VERSION = '010\0';
/** Bytes of the blocks of a record (clause 5): header, facial information, feature point, image. */
const [HEADER, INFORMATION, POINT, IMAGE] = [14, 20, 8, 12];

export const isFacialRecord = (block: Uint8Array): boolean => text(block, 0) === FORMAT;

/** The encoded images. @throws DocumentRefused damaged, or another edition */
export function portraitsOfRecord(record: Uint8Array): Uint8Array[] {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  if (record.length < HEADER) throw damaged('header of the facial record');
  if (text(record, 4) !== VERSION)
    throw new DocumentRefused('the facial record is not of ISO/IEC 19794-5:2005');
  const end = view.getUint32(8);
  if (end > record.length) throw damaged(`facial record of ${end} bytes`);
  let at = HEADER;
  return Array.from({ length: view.getUint16(12) }, () => {
    if (at + INFORMATION > end) throw damaged('facial information');
    const length = view.getUint32(at);
    const before = INFORMATION + view.getUint16(at + 4) * POINT + IMAGE;
    if (length <= before || length > end - at) throw damaged(`facial image of ${length} bytes`);
    const image = record.subarray(at + before, at + length);
    at += length;
    return image;
  });
}

const text = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
