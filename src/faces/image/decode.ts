/** Encoded image bytes → an upright 8-bit sRGB picture, for all formats and colour kinds. */
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { InvalidImage } from '../../errors.ts';
import { addedDecoder, type ImageDecoder, type RawPicture } from './added-decoders.ts';
import { decodeBmp } from './bmp.ts';
import { type ImageFormat, recogniseFormat } from './format.ts';
import { checkDeclaredSizes, decodeHeif } from './heif.ts';
import { matrixProfileToSrgb, type ToSrgb } from './icc.ts';
import { checkSize, DAMAGED, type ImageLimits, NOT_DECODABLE, type Picture } from './picture.ts';
import { withoutPngTexts } from './png-chunks.ts';
import { sharp } from './sharp.ts';
import { withFirstTiffPage } from './tiff-directory.ts';

export interface DecodedImage {
  /** Submitted size in pixels, after EXIF. */
  readonly width: number;
  readonly height: number;
  /** The working picture: long side at most `maxSide`. */
  readonly picture: Picture;
  /** Picture pixels per submitted pixel, at most 1. */
  readonly scale: number;
  /** The file lacked its end marker, and all of its pixels were there. */
  readonly endless?: true;
}

/** From this reduction on, libvips lets libjpeg scale. */
const SCALED_FROM = 3;
/** Seconds after which libvips gives up on an image. */
const TIMEOUT_S = 10;

/**
 * Decodes every format of `format.ts` and of added decoders; of several frames or pages the first.
 *
 * Applies EXIF orientation. Unless the stored colours are requested, it converts colours to sRGB by
 * the embedded profile, and lays transparency over white, as a page does. Reduces the picture to
 * `maxSide`. Checks sizes in the header before it decodes pixels.
 * @throws InvalidImage
 */
export async function decodeImage(bytes: Uint8Array, limits: ImageLimits): Promise<DecodedImage> {
  const format = recogniseFormat(bytes);
  if (format !== undefined) return DECODERS[format](bytes, limits);
  const decoder = addedDecoder(bytes);
  if (decoder === undefined)
    throw new InvalidImage(NOT_DECODABLE, undefined, 'no known image signature');
  return reduceRaw(await decodeWith(decoder, bytes, limits.maxPixels), limits);
}

async function decodeWith(decoder: ImageDecoder, bytes: Uint8Array, maxPixels: number) {
  const decoded = await decoder.decode(bytes, maxPixels).catch((error: Error) => {
    throw new InvalidImage(error.message, undefined, String(error.cause));
  });
  const { width, height, channels, data } = decoded;
  checkSize(width, height, maxPixels);
  if (data.length !== width * height * channels) throw new InvalidImage(DAMAGED);
  return decoded;
}

const DECODERS: Readonly<Record<ImageFormat, typeof decodeImage>> = {
  jpeg: decodeJpeg,
  png: (bytes, limits) => decodeWithSharp(withoutPngTexts(bytes), limits),
  webp: (bytes, limits) => decodeWithSharp(bytes, limits),
  gif: (bytes, limits) => decodeWithSharp(bytes, limits),
  tiff: (bytes, limits) => decodeWithSharp(withFirstTiffPage(bytes), limits),
  async bmp(bytes, limits) {
    const { width, height, data } = decodeBmp(bytes, limits.maxPixels);
    return reduce(sharp(data, { raw: { width, height, channels: 3 } }), { width, height }, limits);
  },
  async avif(bytes, limits) {
    checkDeclaredSizes(bytes, limits.maxPixels);
    return decodeWithSharp(bytes, limits);
  },
  async heic(bytes, limits) {
    return reduceRaw(await decodeHeif(bytes, limits.maxPixels), limits);
  },
};

/** Reduces the picture of another decoder. */
function reduceRaw({ width, height, channels, data, icc }: RawPicture, limits: ImageLimits) {
  const toSrgb = icc && limits.colours !== 'stored' ? matrixProfileToSrgb(icc) : undefined;
  const source = sharp(data, { raw: { width, height, channels } });
  return reduce(source, { width, height }, limits, toSrgb);
}

/** End of image. */
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** Some programs leave out the end marker. With it, a decoder notices whether pixels are missing. */
async function decodeJpeg(bytes: Uint8Array, limits: ImageLimits): Promise<DecodedImage> {
  try {
    return await decodeWithSharp(bytes, limits);
  } catch (error) {
    if (!(error instanceof InvalidImage) || error.reason !== DAMAGED) throw error;
    let end = bytes.length;
    while (bytes[end - 1] === 0) end--;
    const ended = Buffer.concat([bytes.subarray(0, end), JPEG_END]);
    const decoded = await decodeWithSharp(ended, limits, 'warning').catch(() => undefined);
    if (decoded === undefined) throw error;
    return { ...decoded, endless: true };
  }
}

/** @param failOn errors fail, warnings pass: phone cameras write files that make libjpeg warn */
async function decodeWithSharp(
  bytes: Uint8Array,
  limits: ImageLimits,
  failOn: 'error' | 'warning' = 'error',
): Promise<DecodedImage> {
  const header = await readHeader(bytes);
  checkSize(header.width, header.height, limits.maxPixels);
  const stored = limits.colours === 'stored';
  const toSrgb = stored ? undefined : fastProfile(header);
  const options: SharpOptions = {
    failOn,
    limitInputPixels: limits.maxPixels,
    ignoreIcc: stored || toSrgb !== undefined,
  };
  return reduce(sharp(bytes, options).autoOrient(), header.autoOrient, limits, toSrgb);
}

async function readHeader(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await sharp(bytes, { failOn: 'error', limitInputPixels: false }).metadata();
  } catch (error) {
    throw new InvalidImage(NOT_DECODABLE, undefined, String(error));
  }
}

/** The conversion for an 8-bit RGB profile, if our code can replace libvips' slower code. */
function fastProfile({ icc, space, depth }: Metadata): ToSrgb | undefined {
  return icc && space === 'srgb' && depth === 'uchar' ? matrixProfileToSrgb(icc) : undefined;
}

/** Runs the pipeline: transparency over white, sRGB, at most `maxSide`, plain RGB bytes. */
async function reduce(
  source: Sharp,
  submitted: { readonly width: number; readonly height: number },
  { maxSide: most, firstSide = most, colours }: ImageLimits,
  toSrgb?: ToSrgb,
): Promise<DecodedImage> {
  const opaque =
    colours === 'stored' ? source.removeAlpha() : source.flatten({ background: '#ffffff' });
  const { width, height } = submitted;
  const maxSide = Math.max(width, height) >= SCALED_FROM * firstSide ? firstSide : most;
  const reduced =
    Math.max(width, height) > maxSide
      ? opaque.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      : opaque;
  const { data, info } = await reduced
    .toColourspace('srgb')
    .timeout({ seconds: TIMEOUT_S })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new InvalidImage(DAMAGED, undefined, String(error));
    });
  if (info.channels !== 3) {
    throw new InvalidImage(NOT_DECODABLE, undefined, `${info.channels} channels`);
  }
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
  toSrgb?.(pixels);
  return {
    width,
    height,
    picture: { width: info.width, height: info.height, data: pixels },
    scale: Math.max(info.width, info.height) / Math.max(width, height),
  };
}
