/** Decoded pictures, their limits, and encoding as PNG. */
import { InvalidImage } from '../../errors.ts';
import { sharp } from './sharp.ts';

/** Upright-by-EXIF 8-bit sRGB picture. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** RGB, 3 bytes a pixel, row-major. */
  readonly data: Uint8Array;
}

export interface ImageLimits {
  /** Most pixels a submitted image may have. */
  readonly maxPixels: number;
  /** Longest side of the working picture in pixels. */
  readonly maxSide: number;
  /** Replaces `maxSide` for images that are three times as large: libjpeg reads those faster. */
  readonly firstSide?: number;
  /**
   * `seen` (default): as viewers show them, by the colour profile and over white. `stored`: the
   * numbers in the file, without profile and transparency, on which quality measures are defined.
   */
  readonly colours?: 'seen' | 'stored';
}

/** Longest side, in pixels, of the picture that is searched for faces. */
export const MAX_SIDE = 1920;
/** Longest side of the first look at a large image. Libjpeg scales it while reading. */
export const FIRST_SIDE = 1000;
/** Longest side that any decoder accepts. Beyond it, coordinates in several libraries overflow. */
const MAX_SIDE_SUBMITTED = 32_767;

export const NOT_DECODABLE = 'not a decodable image';
export const DAMAGED = 'truncated or damaged image';

/** Refuses a size in a header before memory is allocated. @throws InvalidImage */
export function checkSize(width: number, height: number, maxPixels: number): void {
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
    throw new InvalidImage(NOT_DECODABLE, undefined, `size ${width}×${height}`);
  }
  if (width * height > maxPixels) {
    throw new InvalidImage(
      `${megapixels(width * height)} megapixels exceed the limit of ${megapixels(maxPixels)}`,
    );
  }
  if (Math.max(width, height) > MAX_SIDE_SUBMITTED) {
    throw new InvalidImage(
      `a side of ${Math.max(width, height)} pixels exceeds the limit of ${MAX_SIDE_SUBMITTED}`,
    );
  }
}

/** Up to one decimal. Rounds up, so that an image just over the limit does not appear equal. */
function megapixels(pixels: number): string {
  return String(Math.ceil(pixels / 1e5) / 10);
}

/** The picture as a PNG file without any metadata. */
export async function encodePng(picture: Picture): Promise<Uint8Array> {
  const { width, height, data } = picture;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Brightness of RGB bytes (Rec. 601). */
export function toGrey(data: Uint8Array): Float32Array {
  const grey = new Float32Array(data.length / 3);
  for (let i = 0; i < grey.length; i++)
    grey[i] = 0.299 * data[i * 3]! + 0.587 * data[i * 3 + 1]! + 0.114 * data[i * 3 + 2]!;
  return grey;
}
