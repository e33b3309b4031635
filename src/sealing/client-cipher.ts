/**
 * Biometric data, encrypted once more beneath their seal by a key of their client. The key comes
 * from the master key, not from the keys that open the seal: without it, records that were opened
 * are noise, and those of two clients cannot be linked (ISO/IEC 24745).
 */
import { randomBytes } from 'node:crypto';
import { type Binding, SealBroken } from './key-ring.ts';
import { createKeyStream, type KeyStream, STREAM_NONCE_BYTES } from './key-stream.ts';

/**
 * Then come the nonce and the encrypted content; the seal authenticates both. Template records
 * begin with the first two bytes and their format, so releases that do not know this one refuse it.
 */
const HEAD = Buffer.from('PT\x03\x00', 'latin1');
const START = HEAD.length + STREAM_NONCE_BYTES;

type Client = NonNullable<Binding['client']>;

/** @param derive of the key ring */
export function createClientCipher(derive: (purpose: string) => Uint8Array) {
  const streams = new Map<string, KeyStream>();
  const streamOf = ({ storage, partition }: Client): KeyStream => {
    const name = `${storage}.${partition}`;
    let stream = streams.get(name);
    if (stream === undefined) {
      stream = createKeyStream(derive(`biometric data of ${name}`));
      streams.set(name, stream);
    }
    return stream;
  };

  return {
    /** Never twice the same. The content of rows without a client stays as it is. */
    encrypt({ client }: Binding, plain: Uint8Array): Uint8Array {
      if (client === undefined) return plain;
      const nonce = randomBytes(STREAM_NONCE_BYTES);
      return Buffer.concat([HEAD, nonce, streamOf(client)(nonce, plain)]);
    },

    /** Rows of older releases are returned as they are. @throws SealBroken */
    decrypt({ client }: Binding, bytes: Buffer): Buffer {
      if (client === undefined || !isEncrypted(bytes)) return bytes;
      if (bytes.length < START) throw new SealBroken('encrypted biometric data are too short');
      return streamOf(client)(bytes.subarray(HEAD.length, START), bytes.subarray(START));
    },
  };
}

const isEncrypted = (bytes: Buffer): boolean => HEAD.equals(bytes.subarray(0, HEAD.length));
