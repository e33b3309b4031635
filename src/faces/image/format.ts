/** Recognises an image format by its first bytes, before any decoder sees them. */

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'bmp' | 'avif' | 'heic';

const AVIF_BRANDS: ReadonlySet<string> = new Set(['avif', 'avis']);
const HEIC_BRANDS: ReadonlySet<string> = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'hevm',
  'hevs',
]);
/** Brands of any HEIF file; the compatible brands say which codec it holds. */
const HEIF_BRANDS: ReadonlySet<string> = new Set(['mif1', 'mif2', 'msf1', 'miaf']);

/** The format whose signature the bytes begin with, or undefined for everything not accepted. */
export function recogniseFormat(bytes: Uint8Array): ImageFormat | undefined {
  const at = (offset: number, length: number) => ascii(bytes, offset, length);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (at(0, 4) === 'RIFF' && at(8, 4) === 'WEBP') return 'webp';
  if (at(0, 6) === 'GIF87a' || at(0, 6) === 'GIF89a') return 'gif';
  // The third value is the version: 42 for TIFF, 43 for BigTIFF.
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(at(0, 4))) return 'tiff';
  if (at(0, 2) === 'BM') return 'bmp';
  if (at(4, 4) === 'ftyp') return heifFormat(bytes);
  return undefined;
}

/** Reads the brands of an ISO base media file; videos and unknown brands are no image. */
function heifFormat(bytes: Uint8Array): ImageFormat | undefined {
  const major = ascii(bytes, 8, 4);
  if (AVIF_BRANDS.has(major)) return 'avif';
  if (HEIC_BRANDS.has(major)) return 'heic';
  if (!HEIF_BRANDS.has(major)) return undefined;
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  for (let offset = 16; offset + 4 <= Math.min(size, bytes.length, 256); offset += 4) {
    const brand = ascii(bytes, offset, 4);
    if (AVIF_BRANDS.has(brand)) return 'avif';
    if (HEIC_BRANDS.has(brand)) return 'heic';
  }
  return undefined;
}

function ascii(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length));
}
