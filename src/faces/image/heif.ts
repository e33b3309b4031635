/** Decodes HEIC images with libheif in WebAssembly, because sharp's libvips cannot. */
import { InvalidImage } from '../../errors.ts';
import { boxAt } from './boxes.ts';
import { checkSize, DAMAGED, NOT_DECODABLE } from './picture.ts';

/** The parts of libheif's bindings that we use. Handles are opaque. */
interface Libheif {
  heif_context_alloc(): unknown;
  heif_context_set_maximum_image_size_limit(context: unknown, side: number): void;
  heif_context_read_from_memory(context: unknown, bytes: Uint8Array): Status;
  heif_js_context_get_primary_image_handle(context: unknown): Status;
  heif_image_handle_get_width(handle: unknown): number;
  heif_image_handle_get_height(handle: unknown): number;
  heif_image_handle_has_alpha_channel(handle: unknown): boolean | number;
  heif_js_decode_image2(handle: unknown, space: unknown, chroma: unknown): Promise<Decoded>;
  readonly heif_error_code: { readonly heif_error_Ok: unknown };
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
  readonly heif_chroma: {
    readonly heif_chroma_interleaved_RGB: unknown;
    readonly heif_chroma_interleaved_RGBA: unknown;
  };
}

/** Errors carry `code`; handles and decoded images do not. */
interface Status {
  readonly code?: unknown;
  readonly message?: string;
}

interface Decoded extends Status {
  readonly channels: readonly Plane[];
}

interface Plane {
  readonly width: number;
  readonly height: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly data: Uint8Array;
}

/**
 * Decodes the primary image, rotated and mirrored as its container says.
 *
 * A library instance lives for one image, so that damage by a hostile file ends with it. The data
 * are RGB or RGBA, row by row, and may lie in the instance's memory.
 * @throws InvalidImage
 */
export async function decodeHeif(bytes: Uint8Array, maxPixels: number) {
  checkDeclaredSizes(bytes, maxPixels);
  const { default: createLibheif } = await import('libheif-js/libheif-wasm/libheif-bundle.js');
  const lib: Libheif = createLibheif();
  try {
    const context = lib.heif_context_alloc();
    lib.heif_context_set_maximum_image_size_limit(context, Math.ceil(Math.sqrt(maxPixels)));
    const read = lib.heif_context_read_from_memory(context, bytes);
    if (read.code !== lib.heif_error_code.heif_error_Ok) throw refusal(read);
    const handle = lib.heif_js_context_get_primary_image_handle(context);
    if (handle.code !== undefined) throw refusal(handle);
    const width = lib.heif_image_handle_get_width(handle);
    const height = lib.heif_image_handle_get_height(handle);
    checkSize(width, height, maxPixels);
    const channels: 3 | 4 = lib.heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
    const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } =
      lib.heif_chroma;
    const decoded = await lib.heif_js_decode_image2(
      handle,
      lib.heif_colorspace.heif_colorspace_RGB,
      channels === 4 ? rgba : rgb,
    );
    const plane = decoded.channels?.[0];
    if (!plane) throw damage(decoded.message);
    if (plane.width !== width || plane.height !== height) throw damage('size differs from header');
    const data = withoutPadding(plane, channels * width);
    return { width, height, channels, data, icc: embeddedProfile(bytes) };
  } catch (error) {
    if (error instanceof InvalidImage) throw error;
    // A trap of the WebAssembly code, or out of its memory.
    throw damage(String(error));
  }
}

function withoutPadding({ data, height, stride }: Plane, row: number): Uint8Array {
  if (stride < row || data.length < stride * (height - 1) + row) throw damage('short plane');
  if (stride === row) return data.subarray(0, row * height);
  const packed = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    packed.set(data.subarray(y * stride, y * stride + row), y * row);
  }
  return packed;
}

/** Checks every declared size against the limit (ISO 23008-12, 6.5.3). @throws InvalidImage */
export function checkDeclaredSizes(bytes: Uint8Array, maxPixels: number): void {
  for (const meta of metaBoxes(bytes)) {
    for (let at = meta.indexOf('ispe'); at >= 0; at = meta.indexOf('ispe', at + 4)) {
      if (at + 16 > meta.length) break;
      checkSize(meta.readUInt32BE(at + 8), meta.readUInt32BE(at + 12), maxPixels);
    }
  }
}

/** The profile of the first `colr` box of type `prof` (ISO 14496-12, 12.1.5). */
function embeddedProfile(bytes: Uint8Array): Uint8Array | undefined {
  const [meta] = metaBoxes(bytes);
  const at = meta?.indexOf('colrprof') ?? -1;
  if (meta === undefined || at < 4) return undefined;
  const size = meta.readUInt32BE(at - 4);
  return size > 12 ? meta.subarray(at + 8, at - 4 + size) : undefined;
}

/** Type of the box that describes a file's images, and a number of boxes beyond any real file. */
const [META, TOO_MANY] = [Buffer.from('meta').readUInt32BE(), 100];

/** Those boxes, until bytes that are no box. @throws InvalidImage too many, or none first */
function* metaBoxes(bytes: Uint8Array): Generator<Buffer, void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found = 0;
  for (let at = 0; at + 8 <= file.length; ) {
    const size = boxAt(file, at)?.size;
    if (size === undefined) {
      if (found > 0) return;
      throw new InvalidImage(NOT_DECODABLE, undefined, `no box at byte ${at}`);
    }
    if (file.readUInt32BE(at + 4) === META) {
      if (++found === TOO_MANY)
        throw new InvalidImage(NOT_DECODABLE, undefined, `${TOO_MANY} boxes of metadata`);
      yield file.subarray(at, at + size);
    }
    at += size;
  }
}

function refusal(status: Status): InvalidImage {
  return new InvalidImage(NOT_DECODABLE, undefined, `libheif: ${status.message}`);
}

function damage(detail: string | undefined): InvalidImage {
  return new InvalidImage(DAMAGED, undefined, `libheif: ${detail}`);
}
