/** The accepted formats, by their first bytes. Pages use this file, so it imports nothing. */

interface Format {
  /** Its common name. */
  readonly label: string;
  /** File extensions by which images are found in folders. */
  readonly extensions: readonly string[];
  /** Whether bytes begin like files of this format. */
  readonly sniff: (bytes: Uint8Array) => boolean;
}

/** Whether bytes begin with any of the texts. */
const begins =
  (...signatures: readonly string[]) =>
  (bytes: Uint8Array) =>
    signatures.some((signature) => ascii(bytes, 0, signature.length) === signature);

const FORMATS = {
  jpeg: {
    label: 'JPEG',
    extensions: ['jpg', 'jpeg', 'jpe', 'jfif'],
    sniff: begins('\xff\xd8\xff'),
  },
  png: { label: 'PNG', extensions: ['png'], sniff: begins('\x89PNG\r\n\x1a\n') },
  webp: {
    label: 'WebP',
    extensions: ['webp'],
    sniff: (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP',
  },
  gif: { label: 'GIF', extensions: ['gif'], sniff: begins('GIF87a', 'GIF89a') },
  tiff: {
    label: 'TIFF',
    extensions: ['tif', 'tiff'],
    // The third value is the version: 42 for TIFF, 43 for BigTIFF.
    sniff: begins('II*\0', 'MM\0*', 'II+\0', 'MM\0+'),
  },
  bmp: { label: 'BMP', extensions: ['bmp'], sniff: begins('BM') },
  avif: { label: 'AVIF', extensions: ['avif'], sniff: (bytes) => heifCodec(bytes) === 'avif' },
  heic: {
    label: 'HEIC',
    extensions: ['heic', 'heif'],
    sniff: (bytes) => heifCodec(bytes) === 'heic',
  },
} as const satisfies Readonly<Record<string, Format>>;

export type ImageFormat = keyof typeof FORMATS;

/** Common names of all formats. */
export const IMAGE_LABELS: readonly string[] = Object.values(FORMATS).map(({ label }) => label);

/** File extensions of all formats, without the dot. */
export const IMAGE_EXTENSIONS: readonly string[] = Object.values<Format>(FORMATS).flatMap(
  ({ extensions }) => extensions,
);

/** Whether the file name is that of an image. */
export function isImageName(name: string): boolean {
  const [, extension = ''] = /[^/\\]\.(\w+)$/.exec(name) ?? [];
  return IMAGE_EXTENSIONS.includes(extension.toLowerCase());
}

/** The format whose signature the bytes begin with; undefined: not accepted. */
export function recogniseFormat(bytes: Uint8Array): ImageFormat | undefined {
  const names = Object.keys(FORMATS) as ImageFormat[];
  return names.find((name) => FORMATS[name].sniff(bytes));
}

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
/** Brands of all HEIF files. The compatible brands tell the codec. */
const HEIF_BRANDS: ReadonlySet<string> = new Set(['mif1', 'mif2', 'msf1', 'miaf']);

/** Reads the brands of an ISO base media file. Videos and unknown brands are no image. */
function heifCodec(bytes: Uint8Array): 'avif' | 'heic' | undefined {
  if (ascii(bytes, 4, 4) !== 'ftyp') return undefined;
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
