/** Another format for an image of any accepted format, at its full size or scaled down. */
import { decodeImage } from './decode.ts';
import { sharp } from './sharp.ts';

export type TargetFormat = 'jpeg' | 'png';

export interface ConvertedImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** As MOSIP's converter has it, without its loss of colour detail. */
const JPEG = { quality: 95, chromaSubsampling: '4:4:4' };

/** Upright, in sRGB, without metadata. @param maxSide pixels; absent: full size @throws InvalidImage */
export async function convertImage(
  bytes: Uint8Array,
  format: TargetFormat,
  maxPixels: number,
  maxSide?: number,
): Promise<ConvertedImage> {
  const limits = { maxPixels, maxSide: Number.POSITIVE_INFINITY };
  const { picture } = await decodeImage(bytes, limits);
  const { width, height, data } = picture;
  const raw = sharp(data, { raw: { width, height, channels: 3 } });
  const sized =
    maxSide === undefined
      ? raw
      : raw.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true });
  const converted = await (format === 'jpeg' ? sized.jpeg(JPEG) : sized.png()).toBuffer({
    resolveWithObject: true,
  });
  const { info } = converted;
  return { bytes: new Uint8Array(converted.data), width: info.width, height: info.height };
}
