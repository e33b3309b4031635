/** CBOR of strangers: as many items as documents have, and no more. */
import { decode, encode, Tokenizer } from 'cborg';
import { damaged } from './refusals.ts';

/** More than the fifty elements of a licence and their hashes take. */
const MOST_ITEMS = 5_000;

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
  class Counted extends Tokenizer {
    override next() {
      if (++items > MOST_ITEMS) throw damaged(`CBOR: more than ${MOST_ITEMS} items`);
      return super.next();
    }
  }
  /** Maps are `Map`, of tag 24 `EncodedCbor`. @throws InvalidImage damaged */
  return (bytes: Uint8Array): unknown => {
    const options = { useMaps: true, rejectDuplicateMapKeys: true, tags: TAGS };
    try {
      return decode(bytes, { ...options, tokenizer: new Counted(bytes, options) });
    } catch (error) {
      throw damaged(`CBOR: ${error}`);
    }
  };
}
