/** A front's side of one shard: asks who holds it, and the replica where that one is slow or gone. */

import { addAbortListener } from 'node:events';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { Cancelled, Unavailable } from '../../errors.ts';
import type { GallerySearchResult, GalleryStatus } from '../gallery.ts';
import { type Ask, firstAnswer } from './first-answer.ts';
import {
  LARGEST_MESSAGE,
  type LookQuestion,
  type SearchQuestion,
  SHARD_SERVICE,
  type ShardCalls,
  type ShardMessages,
  type ShardMethod,
} from './shard-messages.ts';

export interface ShardClientOptions {
  /** For messages: `shard 2 of 4`. */
  readonly name: string;
  /** `host:port` of who holds it, and of replicas. */
  readonly addresses: readonly string[];
  readonly messages: ShardMessages;
}

/** Who answers searches of a shard: one of its holders suffices. */
export const answers = ({ status }: HolderLook): boolean => status?.ready === true;

/** What one that holds a shard, or a replica of it, says of itself. */
export interface HolderLook {
  readonly address: string;
  /** Absent: it does not answer, see `problem`. */
  readonly status?: GalleryStatus;
  /** Why searches are not answered there. */
  readonly problem?: string;
}

/** Milliseconds that a shard has for one search, whoever answers it, and a holder for a look. */
const LONGEST_SEARCH = 15_000;
const LONGEST_LOOK = 2_000;
/** Times of calls that are remembered; of these so many are passed over before a second chance. */
const REMEMBERED = 100;
const SECOND_CHANCE_AFTER = 0.95;
/** Milliseconds before a second chance: at least, and before there are times to go by. */
const LEAST_PATIENCE = 20;
const FIRST_PATIENCE = 500;
/** Milliseconds for which one that failed is asked last. */
const DISTRUST = 5_000;

const CHANNEL = {
  'grpc.max_receive_message_length': LARGEST_MESSAGE,
  'grpc.max_send_message_length': LARGEST_MESSAGE,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3_000,
  // The shards are neighbours, whatever the way out is.
  'grpc.enable_http_proxy': 0,
};

interface Holder {
  readonly address: string;
  readonly client: Client;
  failed: number;
}

export function createShardClient({ name, addresses, messages }: ShardClientOptions) {
  const holders = addresses.map(
    (address): Holder => ({
      address,
      client: new Client(address, credentials.createInsecure(), CHANNEL),
      failed: Number.NEGATIVE_INFINITY,
    }),
  );
  /** By number of probes: sixteen take longer than one. */
  const times = new Map<number, number[]>();

  const patienceOf = (probes: number): number => {
    const known = times.get(probes);
    if (known === undefined) return FIRST_PATIENCE;
    const sorted = known.toSorted((a, b) => a - b);
    return Math.max(LEAST_PATIENCE, sorted[Math.floor(sorted.length * SECOND_CHANCE_AFTER)]!);
  };
  const remember = (probes: number, time: number): void => {
    const known = times.get(probes) ?? [];
    times.set(probes, known);
    if (known.push(time) > REMEMBERED) known.shift();
  };
  const trustedFirst = (): readonly Holder[] => {
    const trusted = performance.now() - DISTRUST;
    return holders.toSorted((a, b) => Number(a.failed > trusted) - Number(b.failed > trusted));
  };
  /** @throws Error with the address and the reason */
  const ask = async <M extends ShardMethod>(
    { address, client }: Holder,
    method: M,
    question: ShardCalls[M]['question'],
    { signal, within }: { readonly signal: AbortSignal; readonly within: number },
  ): Promise<ShardCalls[M]['answer']> => {
    const sealed = messages.sealQuestion(method, question);
    try {
      const answer = await call(client, method, sealed, { signal, within });
      return messages.openAnswer(method, sealed, answer);
    } catch (error) {
      throw new Error(`${address}: ${reasonOf(error)}`, { cause: error });
    }
  };
  const searchAt =
    (
      holder: Holder,
      question: SearchQuestion,
      onOver: (time: number | 'overtaken') => void,
    ): Ask<GallerySearchResult> =>
    async (signal) => {
      const began = performance.now();
      try {
        const found = await ask(holder, 'Search', question, { signal, within: LONGEST_SEARCH });
        onOver(performance.now() - began);
        return found;
      } catch (error) {
        if (signal.aborted) onOver('overtaken');
        else holder.failed = performance.now();
        throw error;
      }
    };
  const lookAt = async (
    holder: Holder,
    scope: LookQuestion,
    signal: AbortSignal,
  ): Promise<HolderLook> => {
    const { address } = holder;
    const looked = await ask(holder, 'Status', scope, { signal, within: LONGEST_LOOK }).then(
      (status) => ({ status, ...(!status.ready && { problem: `${address}: ${whyNot(status)}` }) }),
      (error: Error) => ({ problem: error.message }),
    );
    if (looked.problem !== undefined) holder.failed = performance.now();
    return { address, ...looked };
  };

  return {
    /** @throws Cancelled; Unavailable nobody who holds the shard answers; the cause has the reasons */
    async search(question: SearchQuestion, signal: AbortSignal): Promise<GallerySearchResult> {
      const probes = question.probes.length;
      const patience = patienceOf(probes);
      // Of one that is overtaken no more is known; with what it took in the end, patience would grow.
      const onOver = (time: number | 'overtaken') => {
        if (!signal.aborted) remember(probes, time === 'overtaken' ? patience : time);
      };
      const asks = trustedFirst().map((holder) => searchAt(holder, question, onOver));
      try {
        return await firstAnswer(asks, patience, signal);
      } catch (error) {
        if (signal.aborted) throw new Cancelled();
        throw Object.assign(new Unavailable(missingText([name])), { cause: error });
      }
    },
    /** Asks everyone who holds the shard how it goes; never rejects. */
    look: (scope: LookQuestion, signal: AbortSignal): Promise<readonly HolderLook[]> =>
      Promise.all(holders.map((holder) => lookAt(holder, scope, signal))),
    close() {
      for (const { client } of holders) client.close();
    },
  };
}

/** @param names of shards that nobody answers for */
export const missingText = (names: readonly string[]): string =>
  `The gallery cannot be searched as a whole: ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} missing.`;

/** The sealed answer. @throws ServiceError of gRPC */
async function call(
  client: Client,
  method: ShardMethod,
  question: Buffer,
  { signal, within }: { readonly signal: AbortSignal; readonly within: number },
): Promise<Buffer> {
  const { path, requestSerialize, responseDeserialize } = SHARD_SERVICE[method];
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  if (signal.aborted) throw new Cancelled();
  const asked = client.makeUnaryRequest<Buffer, Buffer>(
    path,
    requestSerialize,
    responseDeserialize,
    question,
    new Metadata(),
    { deadline: Date.now() + within },
    (error, answer) => (error === null ? resolve(answer!) : reject(error)),
  );
  using _listening = addAbortListener(signal, () => asked.cancel());
  return await promise;
}

const whyNot = ({ problem, detail, loaded, total }: GalleryStatus): string =>
  detail ?? problem ?? `loading, ${loaded} of ${total}`;

/** In few words: what the network says of it, or the shard itself. */
function reasonOf(error: unknown): string {
  const { code, details = '', message } = error as Partial<ServiceError>;
  if (code === undefined) return `${message}`;
  if (code === status.DEADLINE_EXCEEDED) return 'no answer in time';
  const [, refused] = /^No connection established.*\bconnect (\w+)/.exec(details) ?? [];
  return refused === undefined ? details : `no connection (${refused})`;
}
