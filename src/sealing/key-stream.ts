/** AES-256 in counter mode, with one cipher for all streams of a key. */
import { createCipheriv } from 'node:crypto';
import { endianness } from 'node:os';

const BLOCK_BYTES = 16;
const BLOCK_WORDS = 4;
const WORD_BYTES = 4;
/** Bytes at the start of each block. The block's number follows, big-endian. */
export const STREAM_NONCE_BYTES = 12;

export type KeyStream = ReturnType<typeof createKeyStream>;

/**
 * Encrypts and decrypts. Node's own counter mode needs a new cipher for each nonce, which doubles
 * the time of a template, and a gallery of a million opens a million.
 */
export function createKeyStream(key: Uint8Array) {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  let counters = countersOf(0);

  /** @param nonce never twice with a key, unless to decrypt */
  return (nonce: Buffer, bytes: Uint8Array): Buffer => {
    const blocks = Math.ceil(bytes.length / BLOCK_BYTES);
    if (counters.length < blocks * BLOCK_WORDS) counters = countersOf(2 * blocks);
    const first = readWord(nonce, 0);
    const second = readWord(nonce, 4);
    const third = readWord(nonce, 8);
    for (let at = 0; at < blocks * BLOCK_WORDS; at += BLOCK_WORDS) {
      counters[at] = first;
      counters[at + 1] = second;
      counters[at + 2] = third;
    }
    const stream = cipher.update(new Uint8Array(counters.buffer, 0, blocks * BLOCK_BYTES));
    combine(stream, bytes);
    return stream.subarray(0, bytes.length);
  };
}

/** Numbered blocks without nonces. */
function countersOf(blocks: number): Uint32Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(blocks * BLOCK_BYTES));
  for (let block = 0; block < blocks; block++)
    view.setUint32(block * BLOCK_BYTES + STREAM_NONCE_BYTES, block);
  return new Uint32Array(view.buffer);
}

const readWord = (bytes: Buffer, at: number): number =>
  endianness() === 'LE' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);

/** Exclusive or, word by word. */
function combine(stream: Buffer, bytes: Uint8Array): void {
  const words = Math.floor(bytes.length / WORD_BYTES);
  const to = new Uint32Array(stream.buffer, stream.byteOffset, words);
  const aligned = bytes.byteOffset % WORD_BYTES === 0 ? bytes : new Uint8Array(bytes);
  const from = new Uint32Array(aligned.buffer, aligned.byteOffset, words);
  for (let at = 0; at < words; at++) to[at]! ^= from[at]!;
  for (let at = words * WORD_BYTES; at < bytes.length; at++) stream[at]! ^= bytes[at]!;
}
