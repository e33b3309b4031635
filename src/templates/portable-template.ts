/** Feature vectors that others keep: sealed, so that only this installation opens them. */
import { createHmac } from 'node:crypto';
import { decrypt, encrypt } from '../sealing/cipher.ts';
import { SealBroken } from '../sealing/key-ring.ts';
import { listBytes } from '../sealing/list-bytes.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { dequantise, quantise } from './quantise.ts';

/** How such a template begins. */
const MAGIC = Buffer.from('PROSOPON\x01', 'latin1');
const FORMAT = 'prosopon portable template 1';

/** Whose it is: nobody else's calls open it. */
interface Owner {
  readonly storage: string;
  readonly partition: string;
}

export interface PortableTemplate {
  readonly encoderVersion: number;
  readonly features: Float32Array;
}

/** A template that was opened. */
export interface OpenedTemplate extends PortableTemplate {
  /** Below 0, and the same for the same contents. Where refusals count by class, it stands for one. */
  readonly stand: bigint;
}

export type PortableTemplates = ReturnType<typeof createPortableTemplates>;

const isPortableTemplate = (bytes: Uint8Array): boolean =>
  MAGIC.equals(bytes.subarray(0, MAGIC.length));

/**
 * Templates under a key derived from the master key, which `keys rotate` leaves as it is: nobody
 * could seal again what others keep.
 * @param derive of the key ring
 */
export function createPortableTemplates(derive: (purpose: string) => Uint8Array) {
  const key = derive(FORMAT);
  const binding = ({ storage, partition }: Owner) => listBytes([FORMAT, storage, partition]);
  return {
    seal(owner: Owner, { encoderVersion, features }: PortableTemplate): Buffer {
      const plain = new ByteWriter();
      plain.uint32(encoderVersion);
      plain.uint32(features.length);
      plain.int16s(quantise(features));
      return Buffer.concat([MAGIC, encrypt(key, plain.finish(), binding(owner))]);
    },

    /** Undefined: it was changed, or belongs to another client or installation. */
    open(owner: Owner, bytes: Uint8Array): OpenedTemplate | undefined {
      if (!isPortableTemplate(bytes)) return undefined;
      try {
        const contents = decrypt(key, bytes.subarray(MAGIC.length), binding(owner));
        const plain = new ByteReader(contents);
        const encoderVersion = plain.uint32();
        const features = dequantise(plain.int16s(plain.uint32()));
        const digest = createHmac('sha256', key).update(contents).digest();
        // Class ids are above 0.
        return { encoderVersion, features, stand: -1n - (digest.readBigUInt64BE() >> 1n) };
      } catch (error) {
        if (error instanceof SealBroken) return undefined;
        throw error;
      }
    },
  };
}
