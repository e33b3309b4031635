/** Decodes JPEG 2000 with OpenJPEG in WebAssembly, because sharp's libvips cannot. */
import { InvalidImage } from '../../errors.ts';
import { checkCodestream } from './codestream.ts';
import { readJp2 } from './jp2-file.ts';
import { DAMAGED } from './picture.ts';

/**
 * Decodes an image of one or three components. OpenJPEG only gets the codestream, in an instance
 * with memory that ends with the image. The data are grey or RGB, row by row.
 * @throws InvalidImage
 */
export async function decodeJpeg2000(bytes: Uint8Array, maxPixels: number) {
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
      throw new InvalidImage(DAMAGED, undefined, `OpenJPEG: ${lines.join(' ')}`);
    return { width, height, channels: components, data, icc };
  } catch (error) {
    if (error instanceof InvalidImage) throw error;
    // A trap of the WebAssembly code, or out of its memory.
    throw new InvalidImage(DAMAGED, undefined, `OpenJPEG: ${error}`);
  }
}
