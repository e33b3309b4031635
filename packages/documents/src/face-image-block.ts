/** Face image data blocks of ISO/IEC 39794-5 as chips hold them (ICAO 9303-10, ASN.1 in DER). */
import { onlyValue, valuesOf } from './data-object.ts';

/** [APPLICATION 5] within the template that 7F2E adds. */
const [WRAPPED, BLOCK] = [0xa1, 0x65];
const [REPRESENTATIONS, REPRESENTATION] = [0xa1, 0x30];
/** The choices down to two dimensions: imageRepresentation, base, imageRepresentation2DBlock. */
const TO_2D = [0xa1, 0xa0, 0xa0];
const IMAGE = 0x80;

/** The encoded images. @throws DocumentRefused damaged, or a shape in place of an image */
export function portraitsOfBlock(data: Uint8Array): Uint8Array[] {
  const block = onlyValue(data[0] === WRAPPED ? onlyValue(data, WRAPPED) : data, BLOCK);
  return valuesOf(onlyValue(block, REPRESENTATIONS), REPRESENTATION).map((representation) =>
    onlyValue(TO_2D.reduce(onlyValue, representation), IMAGE),
  );
}
