/**
 * Biometric data, encrypted once more beneath their seal by a key of their client. The key comes
 * from the master key, not from the keys that open the seal: without it, records that were opened
 * are noise, and those of two clients cannot be linked (ISO/IEC 24745).
 */
import { randomBytes } from 'node:crypto';
import { type Binding, SealBroken } from './key-ring.ts';
import { createKeyStream, type KeyStream, STREAM_NONCE_BYTES } from './key-stream.ts';

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
    /**
     * Nonce and encrypted content, never twice the same; the seal authenticates both. The content
     * of rows without a client stays as it is.
     */
    encrypt({ client }: Binding, plain: Uint8Array): Uint8Array {
      if (client === undefined) return plain;
      const nonce = randomBytes(STREAM_NONCE_BYTES);
      return Buffer.concat([nonce, streamOf(client)(nonce, plain)]);
    },

    /** @throws SealBroken */
    decrypt({ client }: Binding, bytes: Buffer): Buffer {
      if (client === undefined) return bytes;
      if (bytes.length < STREAM_NONCE_BYTES)
        throw new SealBroken('encrypted biometric data are too short');
      const nonce = bytes.subarray(0, STREAM_NONCE_BYTES);
      return streamOf(client)(nonce, bytes.subarray(STREAM_NONCE_BYTES));
    },
  };
}
