/** Writes and reads the little-endian template record, with bounds checks. */
import { endianness } from 'node:os';

const SWAP = endianness() === 'BE';

export class ByteWriter {
  readonly #pieces: Buffer[] = [];

  uint8(value: number): void {
    this.#pieces.push(Buffer.from([value]));
  }

  uint16(value: number): void {
    const piece = Buffer.alloc(2);
    piece.writeUInt16LE(value);
    this.#pieces.push(piece);
  }

  uint32(value: number): void {
    const piece = Buffer.alloc(4);
    piece.writeUInt32LE(value);
    this.#pieces.push(piece);
  }

  uint64(value: bigint): void {
    const piece = Buffer.alloc(8);
    piece.writeBigUInt64LE(value);
    this.#pieces.push(piece);
  }

  /** UTF-8 of at most 65 535 bytes, with its length. */
  text(value: string): void {
    const piece = Buffer.from(value, 'utf8');
    this.uint16(piece.length);
    this.#pieces.push(piece);
  }

  time(value: Date): void {
    this.uint64(BigInt(value.getTime()));
  }

  int16s(values: Int16Array): void {
    const piece = Buffer.from(values.slice().buffer);
    this.#pieces.push(SWAP ? piece.swap16() : piece);
  }

  /** All of it, of which nothing remains here. */
  finish(): Buffer {
    const whole = Buffer.concat(this.#pieces);
    for (const piece of this.#pieces) piece.fill(0);
    return whole;
  }
}

/** Throws RangeError when the bytes end too soon. */
export class ByteReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #advance(length: number): number {
    const offset = this.#offset;
    if (offset + length > this.#bytes.length) throw new RangeError('the record is too short');
    this.#offset += length;
    return offset;
  }

  uint8(): number {
    return this.#bytes.readUInt8(this.#advance(1));
  }

  uint16(): number {
    return this.#bytes.readUInt16LE(this.#advance(2));
  }

  uint32(): number {
    return this.#bytes.readUInt32LE(this.#advance(4));
  }

  uint64(): bigint {
    return this.#bytes.readBigUInt64LE(this.#advance(8));
  }

  text(): string {
    const length = this.uint16();
    const offset = this.#advance(length);
    return this.#bytes.toString('utf8', offset, offset + length);
  }

  /** Skips a text. */
  skipText(): void {
    this.#advance(this.uint16());
  }

  time(): Date {
    const time = new Date(Number(this.uint64()));
    if (Number.isNaN(time.getTime())) throw new RangeError('a time is beyond the calendar');
    return time;
  }

  int16s(length: number): Int16Array {
    const offset = this.#advance(length * 2);
    // Copied, because a view of two-byte values must begin at an even offset.
    const piece = new Uint8Array(length * 2);
    this.#bytes.copy(piece, 0, offset, offset + length * 2);
    if (SWAP) Buffer.from(piece.buffer).swap16();
    return new Int16Array(piece.buffer);
  }

  /** In place. */
  bytes(length: number): Uint8Array {
    const offset = this.#advance(length);
    return this.#bytes.subarray(offset, offset + length);
  }

  get atEnd(): boolean {
    return this.#offset === this.#bytes.length;
  }
}
