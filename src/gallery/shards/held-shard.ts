/** A process that holds one shard: for fronts, and for itself no more than its part of a whole. */
import { Unavailable } from '../../errors.ts';
import type { Shard } from '../../templates/template.ts';
import type { Gallery } from '../gallery.ts';
import { type ShardService, shardName } from './shard-service.ts';

export interface HeldShard {
  readonly shard: Shard;
  readonly encoderVersion: number;
  /** Absent: no front asks this process. */
  readonly service: ShardService | undefined;
}

/** The gallery as fronts are answered from it; searched by itself it refuses. */
export function holdForFronts(gallery: Gallery, held: HeldShard): Gallery {
  const { shard } = held;
  const stop = held.service?.serve(held.encoderVersion, gallery);
  return {
    ...gallery,
    status: () => ({ ...gallery.status(), holds: { number: shard.part + 1, of: shard.of } }),
    search: async () => {
      throw new Unavailable(
        `This process holds ${shardName(shard)} of the gallery: fronts search ` +
          '(PROSOPON_GALLERY_SHARDS).',
      );
    },
    async close() {
      stop?.();
      await gallery.close();
    },
  };
}

/** A front in a process that holds a shard as well. */
export const together = (front: Gallery, shard: Gallery): Gallery => ({
  ...front,
  ready: Promise.all([shard.ready, front.ready]).then(() => undefined),
  close: async () => void (await Promise.allSettled([front.close(), shard.close()])),
});
