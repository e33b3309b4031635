/** Reads `.params` files of Apache MXNet: a list of named dense float32 arrays. */
import { type Constant, elements } from './weights.ts';

const LIST_MAGIC = 0x112n;
/** An array with a storage type and 64-bit lengths, as MXNet 0.12 and later write it. */
const ARRAY_MAGIC = 0xf993fac9;
const DENSE = 0;
const FLOAT32 = 0;

/** A little-endian reader that fails on reading past the end (DataView throws a RangeError). */
class Reader {
  readonly #view: DataView;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  uint32(): number {
    this.#offset += 4;
    return this.#view.getUint32(this.#offset - 4, true);
  }

  uint64(): bigint {
    this.#offset += 8;
    return this.#view.getBigUint64(this.#offset - 8, true);
  }

  length(): number {
    const value = Number(this.uint64());
    if (value > this.#view.byteLength) throw new RangeError('length beyond the end of the file');
    return value;
  }

  floats(count: number): Float32Array {
    const data = new Float32Array(count);
    for (let index = 0; index < count; index++)
      data[index] = this.#view.getFloat32(this.#offset + index * 4, true);
    this.#offset += count * 4;
    return data;
  }

  text(): string {
    const length = this.length();
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#offset, length);
    this.#offset += length;
    return new TextDecoder().decode(bytes);
  }
}

function readArray(from: Reader): Constant {
  const magic = from.uint32();
  if (magic !== ARRAY_MAGIC) throw new Error(`array format ${magic.toString(16)} is not supported`);
  if (from.uint32() !== DENSE) throw new Error('sparse arrays are not supported');
  const rank = from.uint32();
  if (rank > 8) throw new Error(`an array of ${rank} axes is not supported`);
  const shape = Array.from({ length: rank }, () => from.length());
  from.uint32(); // device type
  from.uint32(); // device number
  if (from.uint32() !== FLOAT32) throw new Error('only float32 arrays are supported');
  return { shape, data: from.floats(elements(shape)) };
}

/**
 * The arrays by name, without the prefixes `arg:` and `aux:`.
 * @throws Error when the bytes are no such file or end too early
 */
export function readMxnetParams(bytes: Uint8Array): Map<string, Constant> {
  try {
    const from = new Reader(bytes);
    if (from.uint64() !== LIST_MAGIC) throw new Error('no list of arrays');
    from.uint64(); // reserved
    const arrays = Array.from({ length: from.length() }, () => readArray(from));
    const names = Array.from({ length: from.length() }, () => from.text());
    if (names.length !== arrays.length) throw new Error('names and arrays do not match');
    return new Map(names.map((name, index) => [name.replace(/^a(rg|ux):/, ''), arrays[index]!]));
  } catch (error) {
    throw new Error(`MXNet parameters: ${error instanceof Error ? error.message : error}`);
  }
}
