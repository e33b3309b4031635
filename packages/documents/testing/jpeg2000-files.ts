/** Writes JPEG 2000 by OpenJPEG's encoder, which lies in the package of the decoder. */
import { createRequire } from 'node:module';
import type { Sharp } from 'sharp';
import { lazily } from '../../../src/async.ts';

interface Encoder {
  getDecodedBuffer(frame: object): Uint8Array;
  setQuality(lossless: boolean, quality: number): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
  delete(): void;
}

const openEncoder = lazily(
  (): Promise<{ readonly J2KEncoder: new () => Encoder }> =>
    createRequire(import.meta.url)('@cornerstonejs/codec-openjpeg/wasmjs')({
      print() {},
      printErr() {},
    }),
);

/** A bare codestream, without loss, of a picture of one or three channels. */
export async function codestreamOf(picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { J2KEncoder } = await openEncoder();
  const encoder = new J2KEncoder();
  const { width, height, channels: componentCount } = info;
  encoder
    .getDecodedBuffer({ width, height, componentCount, bitsPerSample: 8, isSigned: false })
    .set(data);
  encoder.setQuality(true, 0);
  encoder.encode();
  const codestream = Buffer.from(encoder.getEncodedBuffer());
  encoder.delete();
  return codestream;
}

export function box(type: string, ...bodies: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(bodies);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A `colr` box: enumerated colours, 16 sRGB and 17 grey, or a profile. */
export const colours = (meant: number | Uint8Array): Buffer =>
  typeof meant === 'number'
    ? box('colr', Buffer.from([1, 0, 0, 0, 0, 0, meant]))
    : box('colr', Buffer.from([2, 0, 0]), meant);

/** A JP2 file (ISO/IEC 15444-1, annex I) around a codestream; `header` in place of its colours. */
export function jp2File(codestream: Buffer, ...header: readonly Buffer[]): Buffer {
  // From SIZ: height, width, components.
  const size = Buffer.concat([
    codestream.subarray(12, 16),
    codestream.subarray(8, 12),
    codestream.subarray(40, 42),
    Buffer.from([7, 7, 0, 0]),
  ]);
  const meant = codestream[41] === 1 ? 17 : 16;
  return Buffer.concat([
    box('jP  ', Buffer.from('0d0a870a', 'hex')),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', box('ihdr', size), ...(header.length > 0 ? header : [colours(meant)])),
    box('jp2c', codestream),
  ]);
}
