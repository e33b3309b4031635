/**
 * What fronts ask and shards answer: sealed with a key that only processes of the same master key
 * can derive, so that nobody else is answered, and nobody on the way reads a face.
 */
import type { ServiceDefinition } from '@grpc/grpc-js';
import { decrypt, encrypt, NONCE_BYTES } from '../../sealing/cipher.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Shard } from '../../templates/template.ts';
import type { GallerySearch, GallerySearchResult, GalleryStatus } from '../gallery.ts';

export type ShardMethod = 'Search' | 'Status';

/** Which gallery is meant: a shard that holds another one refuses. */
export interface ShardScope {
  readonly shard: Shard;
  readonly encoderVersion: number;
}

/** Without an encoder version the newest gallery of the shard is meant. */
export type LookQuestion = Pick<ShardScope, 'shard'> & Partial<ShardScope>;

export interface SearchQuestion extends Omit<GallerySearch, 'signal'>, ShardScope {
  readonly probes: readonly Float32Array[];
}

/** What each method is asked and answers. */
export interface ShardCalls {
  readonly Search: { readonly question: SearchQuestion; readonly answer: GallerySearchResult };
  readonly Status: { readonly question: LookQuestion; readonly answer: GalleryStatus };
}

/** Bytes of a question or an answer: 32 probes of 4096 values are fewer. */
export const LARGEST_MESSAGE = 1 << 20;
/** Part of what is sealed: other releases may mean something else. */
const FORM = 1;

const bytes = (value: Buffer) => value;
const methodAt = (name: ShardMethod) => ({
  path: `/prosopon.internal.GalleryShard/${name}`,
  requestStream: false,
  responseStream: false,
  requestSerialize: bytes,
  requestDeserialize: bytes,
  responseSerialize: bytes,
  responseDeserialize: bytes,
});

/** Messages are sealed bytes; there is nothing in it for clients, and no reflection names it. */
export const SHARD_SERVICE = {
  Search: methodAt('Search'),
  Status: methodAt('Status'),
} satisfies ServiceDefinition;

export type ShardMessages = ReturnType<typeof createShardMessages>;

/** Seals and opens what fronts and shards say to each other. */
export function createShardMessages({ derive }: Pick<KeyRing, 'derive'>) {
  const key = derive('gallery shards');
  const place = (method: ShardMethod, about: string) =>
    Buffer.from(`prosopon gallery shards ${FORM} ${method} ${about}`);
  /** An answer opens for the question alone that it was given to. */
  const answerTo = (method: ShardMethod, question: Uint8Array) =>
    place(method, `answer ${Buffer.from(question.subarray(0, NONCE_BYTES)).toString('hex')}`);
  return {
    sealQuestion: <M extends ShardMethod>(method: M, question: ShardCalls[M]['question']) =>
      encrypt(key, toBytes(question), place(method, 'question')),
    /** @throws SealBroken it was not sealed with the key */
    openQuestion: <M extends ShardMethod>(method: M, sealed: Uint8Array) =>
      fromBytes(decrypt(key, sealed, place(method, 'question'))) as ShardCalls[M]['question'],
    sealAnswer: <M extends ShardMethod>(
      method: M,
      question: Uint8Array,
      answer: ShardCalls[M]['answer'],
    ) => encrypt(key, toBytes(answer), answerTo(method, question)),
    /** @throws SealBroken it was not sealed with the key, or answers another question */
    openAnswer: <M extends ShardMethod>(method: M, question: Uint8Array, sealed: Uint8Array) =>
      fromBytes(decrypt(key, sealed, answerTo(method, question))) as ShardCalls[M]['answer'],
  };
}

/** JSON, with vectors as `{ "floats": base64 }` and class ids as `{ "id": decimal }`. */
const toBytes = (message: object): Buffer =>
  Buffer.from(
    JSON.stringify(message, (_, value: unknown) => {
      if (typeof value === 'bigint') return { id: String(value) };
      if (!(value instanceof Float32Array)) return value;
      const { buffer, byteOffset, byteLength } = value;
      return { floats: Buffer.from(buffer, byteOffset, byteLength).toString('base64') };
    }),
  );

const fromBytes = (message: Buffer): unknown =>
  JSON.parse(message.toString('utf8'), (_, value: unknown) => {
    const { id, floats } = (value ?? {}) as { id?: unknown; floats?: unknown };
    if (typeof id === 'string') return BigInt(id);
    if (typeof floats !== 'string') return value;
    return new Float32Array(Uint8Array.from(Buffer.from(floats, 'base64')).buffer);
  });
