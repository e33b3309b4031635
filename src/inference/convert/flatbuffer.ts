/** Reads FlatBuffers by position: tables of numbered fields, vectors, texts. */

/** A table. Absent fields have their default. */
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

  /** Offset of a field, or 0. */
  #field(index: number): number {
    const layout = this.#at - this.#view.getInt32(this.#at, true);
    const entry = 4 + 2 * index;
    if (entry >= this.#view.getUint16(layout, true)) return 0;
    const offset = this.#view.getUint16(layout + entry, true);
    return offset === 0 ? 0 : this.#at + offset;
  }

  int32(index: number, fallback = 0): number {
    const at = this.#field(index);
    return at === 0 ? fallback : this.#view.getInt32(at, true);
  }

  /** Start and length of a vector; empty when absent. */
  #vector(index: number): { start: number; length: number } {
    const at = this.#field(index);
    if (at === 0) return { start: 0, length: 0 };
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
  long(index: number, fallback = 0): number {
    const at = this.#field(index);
    return at === 0 ? fallback : Number(this.#view.getBigInt64(at, true));
  }

  tables(index: number): FlatTable[] {
    const { start, length } = this.#vector(index);
    return Array.from({ length }, (_, i) => {
      const at = start + 4 * i;
      return new FlatTable(this.#view, at + this.#view.getUint32(at, true));
    });
  }

  /** A table that this table refers to; undefined if absent. */
  table(index: number): FlatTable | undefined {
    const at = this.#field(index);
    if (at === 0) return undefined;
    return new FlatTable(this.#view, at + this.#view.getUint32(at, true));
  }
}
