/** Documents as chips hold them, built around an encoded image by the published formats. */

/** A BER-TLV data object (ISO/IEC 7816-4); the tag with its class, `7f61`. */
export function dataObject(tag: string, ...values: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(values);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length);
  const digits =
    value.length < 0x80 ? 1 : value.length < 0x100 ? 1 : value.length < 0x10000 ? 2 : 3;
  const head = value.length < 0x80 ? [] : [0x80 | digits];
  return Buffer.concat([
    Buffer.from(tag, 'hex'),
    Buffer.from([...head, ...length.subarray(4 - digits)]),
    value,
  ]);
}

export interface RecordOptions {
  /** Feature points before the image. */
  readonly points?: number;
  readonly version?: string;
  /** Added to the declared bytes of the record, and of each image. */
  readonly recordLie?: number;
  readonly imageLie?: number;
}

/** A facial record of ISO/IEC 19794-5:2005. */
export function facialRecord(
  images: readonly Uint8Array[],
  { points = 0, version = '010\0', recordLie = 0, imageLie = 0 }: RecordOptions = {},
): Buffer {
  const blocks = images.map((image) => {
    const information = Buffer.alloc(20 + 8 * points + 12);
    information.writeUInt32BE(information.length + image.length + imageLie, 0);
    information.writeUInt16BE(points, 4);
    information[20 + 8 * points] = 1; // full frontal
    information[21 + 8 * points] = image[0] === 0xff && image[1] === 0xd8 ? 0 : 1;
    return Buffer.concat([information, image]);
  });
  const header = Buffer.alloc(14);
  header.write(`FAC\0${version}`, 'latin1');
  header.writeUInt32BE(14 + blocks.reduce((sum, { length }) => sum + length, 0) + recordLie, 8);
  header.writeUInt16BE(images.length, 12);
  return Buffer.concat([header, ...blocks]);
}

/** A face image data block of ISO/IEC 39794-5, with what its schema demands. */
export function faceImageBlock(images: readonly Uint8Array[], format?: number): Buffer {
  const number = (tag: string, value: number) => dataObject(tag, Buffer.from([value]));
  const representations = images.map((image, id) => {
    const jpeg = image[0] === 0xff && image[1] === 0xd8;
    const code = format ?? (jpeg ? 2 : 3);
    const information = dataObject('a1', dataObject('a0', number('80', code)));
    const twoDimensions = dataObject('a0', dataObject('80', image), information);
    return dataObject('30', number('80', id), dataObject('a1', dataObject('a0', twoDimensions)));
  });
  const version = dataObject('a0', number('80', 3), dataObject('81', Buffer.from([0x07, 0xe3])));
  return dataObject('65', version, dataObject('a1', ...representations));
}

/** EF.DG2 (ICAO 9303-10) of biometric data blocks, each with its tag. */
export function dg2(blocks: readonly Buffer[], declared = blocks.length): Buffer {
  const header = dataObject(
    'a1',
    dataObject('80', Buffer.from([1, 1])),
    dataObject('81', Buffer.from([2])),
    dataObject('87', Buffer.from([1, 1])),
    dataObject('88', Buffer.from([0, 8])),
  );
  const templates = blocks.map((block) => dataObject('7f60', header, block));
  const count = dataObject('02', Buffer.from([declared]));
  return dataObject('75', dataObject('7f61', count, ...templates));
}

/** EF.DG2 with one facial record of ISO/IEC 19794-5. */
export const dg2Of = (...images: readonly Uint8Array[]): Buffer =>
  dg2([dataObject('5f2e', facialRecord(images))]);

/** EF.DG2 with one face image data block of ISO/IEC 39794-5. */
export const newDg2Of = (...images: readonly Uint8Array[]): Buffer =>
  dg2([dataObject('7f2e', dataObject('a1', faceImageBlock(images)))]);
