/**
 * The gallery of a front: holds nothing, asks all shards, and merges what they answer. A search that
 * one of them does not answer has no result: what is left would not be whole.
 */
import { pause } from '../../async.ts';
import { Unavailable } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import {
  type Candidate,
  type Gallery,
  type GalleryLog,
  type GalleryPartition,
  type GallerySearchResult,
  type GalleryStatus,
  RESERVE,
  requireServed,
  type ShardStatus,
} from '../gallery.ts';
import { answers, createShardClient, type HolderLook, missingText } from './shard-client.ts';
import { createShardMessages } from './shard-messages.ts';
import { shardName } from './shard-service.ts';

export interface FrontGalleryOptions {
  /** By shard: `host:port` of who holds it, and of replicas. */
  readonly shards: readonly (readonly string[])[];
  readonly keyRing: Pick<KeyRing, 'derive'>;
  /** Templates of other encoder versions cannot be compared. */
  readonly encoderVersion: number;
  /** The partition that is to be searched; absent: all of them. */
  readonly only?: GalleryPartition;
  readonly log?: GalleryLog;
}

/** Probes that a shard is asked for at a time; a message holds more. */
const TOGETHER = 16;
/** Milliseconds between two looks at how the shards are. */
const LOOK_INTERVAL = 1_000;

export function createFrontGallery(options: FrontGalleryOptions): Gallery {
  const { encoderVersion, only, log } = options;
  const messages = createShardMessages(options.keyRing);
  const of = options.shards.length;
  const shards = options.shards.map((addresses, part) => {
    const shard = { part, of };
    const client = createShardClient({ name: shardName(shard), addresses, messages });
    return { scope: { shard, encoderVersion }, client };
  });
  const closing = new AbortController();
  const { signal } = closing;
  /** The latest, by shard. */
  let looks: readonly (readonly HolderLook[])[] = [];
  let ready = false;
  let problem: string | undefined;
  let reasons: readonly string[] = ['not asked yet'];

  const ask = async (
    probes: readonly Float32Array[],
    search: Parameters<Gallery['search']>[1],
  ): Promise<GallerySearchResult> => {
    const { signal: over, ...wanted } = search;
    // When one is missing, nobody needs what the others find.
    const missing = new AbortController();
    const either = AbortSignal.any([over, signal, missing.signal]);
    try {
      const answers = await Promise.all(
        shards.map(({ client, scope }) => client.search({ ...wanted, ...scope, probes }, either)),
      );
      return merged(answers, probes.length, search.limit);
    } finally {
      missing.abort();
    }
  };

  const look = async (): Promise<void> => {
    looks = await Promise.all(shards.map(({ client, scope }) => client.look(scope, signal)));
    if (signal.aborted) return;
    const missing = looks.flatMap((holders, part) =>
      holders.some(answers) ? [] : [shardName({ part, of })],
    );
    problem = missing.length === 0 ? undefined : missingText(missing);
    ready ||= problem === undefined;
    const found = looks.flat().flatMap((holder) => holder.problem ?? []);
    if (found.join() === reasons.join()) return;
    reasons = found;
    if (problem !== undefined) log?.warn({ reasons }, problem);
    else if (reasons.length > 0) log?.warn({ reasons }, 'shards of the gallery lack a replica');
    else log?.info({ shards: of }, 'all shards of the gallery answer');
  };

  const open = async (): Promise<void> => {
    for (; !ready && !signal.aborted; await pause(ready ? 0 : LOOK_INTERVAL, signal)) await look();
    void follow();
  };
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(LOOK_INTERVAL, signal);
      await look();
    }
  };

  return {
    async search(probes, search) {
      requireServed(only, search);
      if (!ready) throw new Unavailable('The shards of the gallery are being loaded.', 2);
      const candidates: (readonly Candidate[])[] = [];
      let last: GallerySearchResult = { candidates, searched: 0, version: 0 };
      for (let from = 0; from === 0 || from < probes.length; from += TOGETHER) {
        last = await ask(probes.slice(from, from + TOGETHER), search);
        candidates.push(...last.candidates);
      }
      return { ...last, candidates };
    },
    status: () => ({
      ready: ready && !signal.aborted,
      ...sumOf(looks.flatMap((holders) => statusOf(holders) ?? [])),
      ...(problem === undefined ? {} : { problem }),
      shards: looks.map(shardStatus),
    }),
    ready: open(),
    async close() {
      closing.abort();
      for (const { client } of shards) client.close();
    },
  };
}

/** Thresholds follow from how many were searched: by all shards together. */
function merged(
  answers: readonly GallerySearchResult[],
  probes: number,
  limit: number,
): GallerySearchResult {
  return {
    candidates: Array.from({ length: probes }, (_, i) =>
      answers
        .flatMap(({ candidates }) => candidates[i]!)
        .sort((p, q) => q.comparison - p.comparison)
        .slice(0, limit + RESERVE),
    ),
    searched: total(answers, ({ searched }) => searched),
    version: total(answers, ({ version }) => version),
  };
}

function sumOf(statuses: readonly GalleryStatus[]): Omit<GalleryStatus, 'ready'> {
  const sum = (of: (status: GalleryStatus) => number) => total(statuses, of);
  return {
    classes: sum(({ classes }) => classes),
    vectors: sum(({ vectors }) => vectors),
    bytes: sum(({ bytes }) => bytes),
    version: sum(({ version }) => version),
    loaded: sum(({ loaded }) => loaded),
    total: sum(({ total }) => total),
    otherEncoder: sum(({ otherEncoder }) => otherEncoder),
    corrupted: sum(({ corrupted }) => corrupted),
  };
}

const total = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

/** Of who answers; else of one that is being loaded; undefined: nobody is heard of. */
const statusOf = (holders: readonly HolderLook[]): GalleryStatus | undefined =>
  (holders.find(answers) ?? holders.find(({ status }) => status !== undefined))?.status;

const shardStatus = (holders: readonly HolderLook[], part: number): ShardStatus => ({
  number: part + 1,
  answers: holders.some(answers),
  holders: holders.map(({ address, status, problem }) => ({
    address,
    ...(status && { classes: status.classes }),
    ...(problem !== undefined && { problem }),
  })),
});
