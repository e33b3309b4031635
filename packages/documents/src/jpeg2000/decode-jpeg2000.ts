/** Decodes JPEG 2000 with OpenJPEG in WebAssembly, because sharp's libvips cannot. */
import type { ImageDecoder } from 'prosopon/extensions';
import { checkCodestream } from './codestream.ts';
import { damaged, ImageRefused } from './image-refusals.ts';
import { readJp2 } from './jp2-file.ts';

/** A file of boxes, or the bare codestream. */
const SIGNATURES = ['\0\0\0\fjP  \r\n\x87\n', '\xff\x4f\xff\x51'];

export const decoder: ImageDecoder = {
  recognises(bytes) {
    const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
    return SIGNATURES.some((signature) => start.startsWith(signature));
  },
  decode: decodeJpeg2000,
};

/**
 * Decodes an image of one or three components. OpenJPEG only gets the codestream, in an instance
 * with memory that ends with the image. The data are grey or RGB, row by row.
 * @throws ImageRefused
 */
async function decodeJpeg2000(bytes: Uint8Array, maxPixels: number) {
  const { codestream, icc } = readJp2(bytes);
  const { width, height, components } = checkCodestream(codestream, maxPixels);
  const { default: createOpenJpeg } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs');
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  try {
    const { J2KDecoder } = await createOpenJpeg({ print, printErr: print });
    const decoder = new J2KDecoder();
    decoder.getEncodedBuffer(codestream.length).set(codestream);
    decoder.decode();
    const data = decoder.getDecodedBuffer();
    const info = decoder.getFrameInfo();
    if (
      info.width !== width ||
      info.height !== height ||
      data.length !== width * height * components
    )
      throw damaged(`OpenJPEG: ${lines.join(' ')}`);
    return { width, height, channels: components, data, icc } as const;
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    // A trap of the WebAssembly code, or out of its memory.
    throw damaged(`OpenJPEG: ${error}`);
  }
}
