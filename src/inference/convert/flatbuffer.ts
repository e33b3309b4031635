/** Reads FlatBuffers by position: tables of numbered fields, vectors, texts. */

/** A table. Only fields that are there may be read. */
export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;

  /** @param at offset of the table in `view` */
  constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
  }

  /** The root table of a file. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new FlatTable(view, view.getUint32(0, true));
  }

  #field(index: number): number {
    const layout = this.#at - this.#view.getInt32(this.#at, true);
    return this.#at + this.#view.getUint16(layout + 4 + 2 * index, true);
  }

  int32(index: number): number {
    return this.#view.getInt32(this.#field(index), true);
  }

  /** Start and length of a vector. */
  #vector(index: number): { start: number; length: number } {
    const at = this.#field(index);
    const start = at + this.#view.getUint32(at, true);
    return { start: start + 4, length: this.#view.getUint32(start, true) };
  }

  /** @param unit bytes of an element */
  bytes(index: number, unit = 1): Uint8Array {
    const { start, length } = this.#vector(index);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + start, length * unit);
  }

  text(index: number): string {
    return new TextDecoder().decode(this.bytes(index));
  }

  texts(index: number): string[] {
    const { start, length } = this.#vector(index);
    return Array.from({ length }, (_, i) => {
      const at = start + 4 * i;
      const from = at + this.#view.getUint32(at, true);
      const bytes = this.#view.getUint32(from, true);
      return new TextDecoder().decode(
        new Uint8Array(this.#view.buffer, this.#view.byteOffset + from + 4, bytes),
      );
    });
  }

  /** A vector of 64-bit integers within the safe range. */
  longs(index: number): number[] {
    const { start, length } = this.#vector(index);
    return Array.from({ length }, (_, i) => Number(this.#view.getBigInt64(start + 8 * i, true)));
  }

  /** A field of 64 bits within the safe range. */
  long(index: number): number {
    return Number(this.#view.getBigInt64(this.#field(index), true));
  }

  tables(index: number): FlatTable[] {
    const { start, length } = this.#vector(index);
    return Array.from({ length }, (_, i) => {
      const at = start + 4 * i;
      return new FlatTable(this.#view, at + this.#view.getUint32(at, true));
    });
  }

  /** A table that this table refers to. */
  table(index: number): FlatTable {
    const at = this.#field(index);
    return new FlatTable(this.#view, at + this.#view.getUint32(at, true));
  }
}
