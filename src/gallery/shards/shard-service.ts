/** A shard's side: answers the fronts of the same master key, on a port of its own. */
import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { ConfigError } from '../../config.ts';
import { toServiceError, Unavailable } from '../../errors.ts';
import { hostAndPort } from '../../host.ts';
import { SealBroken } from '../../sealing/key-ring.ts';
import type { Shard } from '../../templates/template.ts';
import type { Gallery } from '../gallery.ts';
import {
  LARGEST_MESSAGE,
  type LookQuestion,
  SHARD_SERVICE,
  type ShardCalls,
  type ShardMessages,
  type ShardMethod,
} from './shard-messages.ts';

export interface ShardServiceOptions {
  readonly shard: Shard;
  readonly messages: ShardMessages;
}

export interface ShardAddress {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

export type ShardService = ReturnType<typeof createShardService>;

/** Calls that one connection may have open. */
const CALLS_PER_CONNECTION = 64;

type Answer<M extends ShardMethod> = (
  gallery: Gallery,
  question: ShardCalls[M]['question'],
  signal: AbortSignal,
) => Promise<ShardCalls[M]['answer']>;

/** Answers with the galleries it is given, each of the encoder version that a front asks for. */
export function createShardService({ shard, messages }: ShardServiceOptions) {
  const galleries = new Map<number, Gallery>();
  const server = new Server({
    'grpc.max_receive_message_length': LARGEST_MESSAGE,
    'grpc.max_send_message_length': LARGEST_MESSAGE,
    'grpc.max_concurrent_streams': CALLS_PER_CONNECTION,
  });

  /** @throws Unavailable it is another shard, or one of another encoder */
  const galleryOf = ({ shard: asked, ...wanted }: LookQuestion): Gallery => {
    if (asked.part !== shard.part || asked.of !== shard.of)
      throw new Unavailable(`This process holds ${shardName(shard)}, not ${shardName(asked)}.`);
    if (galleries.size === 0) throw new Unavailable('This process is loading its networks.');
    const { encoderVersion = Math.max(...galleries.keys()) } = wanted;
    const gallery = galleries.get(encoderVersion);
    if (gallery === undefined)
      throw new Unavailable(`This process holds no gallery of encoder version ${encoderVersion}.`);
    return gallery;
  };
  const method =
    <M extends ShardMethod>(name: M, answer: Answer<M>) =>
    (call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>): void => {
      const gone = new AbortController();
      call.on('cancelled', () => gone.abort());
      const answered = async () => {
        const question = messages.openQuestion(name, call.request);
        const found = await answer(galleryOf(question), question, gone.signal);
        return messages.sealAnswer(name, call.request, found);
      };
      answered().then(
        (sealed) => done(null, sealed),
        (error: unknown) => done(refusalOf(error)),
      );
    };
  server.addService(SHARD_SERVICE, {
    Search: method('Search', async (gallery, { probes, ...search }, signal) => {
      const { storage, partition, tags, limit, threshold, share } = search;
      const scope = { storage, partition, tags, limit, signal, share };
      return gallery.search(probes, threshold === undefined ? scope : { ...scope, threshold });
    }),
    Status: method('Status', async (gallery) => gallery.status()),
  });

  return {
    shard,
    /** Answers with that gallery from now on; returns how to stop it. */
    serve(encoderVersion: number, gallery: Gallery): () => void {
      galleries.set(encoderVersion, gallery);
      return () => {
        if (galleries.get(encoderVersion) === gallery) galleries.delete(encoderVersion);
      };
    },
    /** Returns the port. @throws ConfigError it cannot listen there */
    listen: ({ host, port }: ShardAddress) =>
      new Promise<number>((resolve, reject) => {
        const address = hostAndPort(host, port);
        server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) =>
          error === null
            ? resolve(bound)
            : reject(new ConfigError(`PROSOPON_GALLERY_SHARD_LISTEN=${address}: ${error.message}`)),
        );
      }),
    close: () => server.forceShutdown(),
  };
}

export const shardName = ({ part, of }: Shard): string => `shard ${part + 1} of ${of}`;

/** Who has no key learns nothing else. */
function refusalOf(error: unknown): { readonly code: status; readonly details: string } {
  if (error instanceof SealBroken) return { code: status.UNAUTHENTICATED, details: 'another key' };
  const { grpcCode, message } = toServiceError(error);
  return { code: grpcCode, details: message };
}
