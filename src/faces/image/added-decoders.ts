/** Image decoders of extensions. */

/** Decoded pixels, in the colours of their profile. */
export interface RawPicture {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  /** Row by row. */
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly icc?: Uint8Array | undefined;
}

/** Decodes a format that the service does not read by itself. */
export interface ImageDecoder {
  /** Whether bytes begin like files of this format. */
  recognises(bytes: Uint8Array): boolean;
  /**
   * Checks the size in the header before it decodes pixels.
   * @throws Error whose message the caller reads, and whose `cause` the log has
   */
  decode(bytes: Uint8Array, maxPixels: number): Promise<RawPicture>;
}

const decoders: ImageDecoder[] = [];

/** @param modules addresses of modules that export `decoder` */
export async function loadDecoders(modules: readonly string[]): Promise<void> {
  for (const module of modules) {
    const { decoder } = (await import(module)) as { readonly decoder: ImageDecoder };
    if (!decoders.includes(decoder)) decoders.push(decoder);
  }
}

export const addedDecoder = (bytes: Uint8Array): ImageDecoder | undefined =>
  decoders.find((decoder) => decoder.recognises(bytes));
