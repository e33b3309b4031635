/** Decodes untrusted CBOR with limits on items and depth. */
import { decode, encode, Tokenizer } from 'cborg';
import { DocumentRefused, damaged } from './refusals.ts';

/** More than the fifty elements of a licence and their hashes take. */
const MOST_ITEMS = 5_000;
/** A response of documents is ten deep. */
const MOST_DEPTH = 32;

/** CBOR in a byte string (tag 24), whose own encoding is signed. */
export class EncodedCbor {
  readonly bytes: Uint8Array;

  constructor(bytes: unknown) {
    if (!(bytes instanceof Uint8Array)) throw damaged('CBOR: tag 24 of no bytes');
    this.bytes = bytes;
  }

  /** As it is written, shortest. */
  encoded(): Buffer {
    return Buffer.concat([Buffer.from([0xd8, 0x18]), encode(this.bytes)]);
  }
}

const asItIs = (value: () => unknown) => value();
const TAGS = {
  0: asItIs,
  18: asItIs,
  24: (value: () => unknown) => new EncodedCbor(value()),
  1004: asItIs,
};

/** Reads the parts of one document, which share what they may take. */
export function createCborReader() {
  let items = 0;
  class Bounded extends Tokenizer {
    /** Items that are still to come in each open container, the innermost last. */
    readonly #open: number[] = [];

    override next() {
      if (++items > MOST_ITEMS) throw damaged(`CBOR: more than ${MOST_ITEMS} items`);
      const token = super.next();
      const { name } = token.type;
      const size = name === 'array' ? token.value : name === 'map' ? 2 * token.value : 0;
      if (size > 0) {
        if (this.#open.push(size) > MOST_DEPTH) throw damaged(`CBOR: deeper than ${MOST_DEPTH}`);
        return token;
      }
      if (name === 'break') this.#open.pop();
      // The item of a tag is still to come.
      if (name !== 'tag') this.#endItem();
      return token;
    }

    #endItem(): void {
      while (this.#open.length > 0 && --this.#open[this.#open.length - 1]! === 0) this.#open.pop();
    }
  }
  /** Maps are `Map`, of tag 24 `EncodedCbor`. @throws DocumentRefused damaged */
  return (bytes: Uint8Array): unknown => {
    const options = { useMaps: true, rejectDuplicateMapKeys: true, tags: TAGS };
    try {
      return decode(bytes, { ...options, tokenizer: new Bounded(bytes, options) });
    } catch (error) {
      throw error instanceof DocumentRefused ? error : damaged(`CBOR: ${error}`);
    }
  };
}
