/** The parts of OpenJPEG's bindings that we use; they ship no types. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  interface Decoder {
    /** A view of the memory that takes the codestream. */
    getEncodedBuffer(length: number): Uint8Array;
    /** Writes errors to `print`, and then leaves the size unchanged. */
    decode(): void;
    /** A copy. */
    getDecodedBuffer(): Uint8ClampedArray;
    getFrameInfo(): { readonly width: number; readonly height: number };
  }
  const createOpenJpeg: (options: {
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
  }) => Promise<{ readonly J2KDecoder: new () => Decoder }>;
  export default createOpenJpeg;
}
