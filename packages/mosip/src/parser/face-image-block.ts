/** Face image data blocks of ISO/IEC 39794-5 as chips hold them (ICAO 9303-10, ASN.1 in DER). */
import { dataObject, onlyValue, valuesOf } from './data-object.ts';

/** [APPLICATION 5] within the template that 7F2E adds. */
const [WRAPPED, BLOCK] = [0xa1, 0x65];
const [REPRESENTATIONS, REPRESENTATION] = [0xa1, 0x30];
/** The choices down to two dimensions: imageRepresentation, base, imageRepresentation2DBlock. */
const TO_2D = [0xa1, 0xa0, 0xa0];
const IMAGE = 0x80;

/** The encoded images. @throws BadBlock damaged, or a shape in place of an image */
export function portraitsOfBlock(data: Uint8Array): Uint8Array[] {
  const block = onlyValue(data[0] === WRAPPED ? onlyValue(data, WRAPPED) : data, BLOCK);
  return valuesOf(onlyValue(block, REPRESENTATIONS), REPRESENTATION).map((representation) =>
    onlyValue(TO_2D.reduce(onlyValue, representation), IMAGE),
  );
}

/** Whether the bytes begin like such a block. */
export const isFaceImageBlock = (data: Uint8Array): boolean =>
  data[0] === WRAPPED || data[0] === BLOCK;

/** Of `ImageDataFormatCode`. Chips have no others. */
export type BlockImageFormat = keyof typeof FORMATS;
const FORMATS = { jpeg: 2, 'jpeg2000-lossy': 3, 'jpeg2000-lossless': 4 };
/** `VersionBlock`: generation 3, of 2019. */
const VERSION = dataObject(
  0xa0,
  dataObject(0x80, Buffer.of(3)),
  dataObject(0x81, Buffer.of(7, 0xe3)),
);

/** A block with that image, and what its schema demands about it. */
export function writeFaceImageBlock(image: Uint8Array, format: BlockImageFormat): Buffer {
  const code = dataObject(0x80, Buffer.of(FORMATS[format]));
  const information = dataObject(0xa1, dataObject(0xa0, code));
  const in2D = dataObject(0xa0, dataObject(IMAGE, image), information);
  const representation = dataObject(
    REPRESENTATION,
    dataObject(0x80, Buffer.of(0)),
    dataObject(0xa1, dataObject(0xa0, in2D)),
  );
  return dataObject(BLOCK, VERSION, dataObject(REPRESENTATIONS, representation));
}
