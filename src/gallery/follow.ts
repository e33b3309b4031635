/** Keeps the gallery equal to the stored templates, whoever changes them. */
import type { Bcid, ClassChange, TemplateStore } from '../templates/template.ts';
import { classNameOf, type GalleryContent, partitionNameOf } from './content.ts';
import { prepare } from './prepare.ts';
import type { VectorEncoder } from './vector-encoder.ts';

export interface FollowOptions {
  readonly templates: Pick<TemplateStore, 'readMany' | 'onChange' | 'feed'>;
  readonly content: GalleryContent;
  readonly encoder: VectorEncoder;
  readonly encoderVersion: number;
  /** Whether the gallery serves the class. */
  readonly isServed: (bcid: Bcid) => boolean;
}

export interface Follower {
  /** Classes that were read again; what a loader read of them before may be old. */
  readonly followed: Set<string>;
  /** Takes in what other processes have changed since the last time. */
  followOthers(): Promise<void>;
  stop(): void;
}

/**
 * Changes of this process are taken in before they are acknowledged. Nothing but what is read back
 * from the store is taken in, one change after the other, so that the last one is the latest.
 */
export function followChanges(options: FollowOptions): Follower {
  const { templates, content, encoder, encoderVersion, isServed } = options;
  const feed = templates.feed();
  const followed = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  const takeIn = async (changes: readonly ClassChange[]): Promise<void> => {
    const served = changes.filter(({ bcid }) => isServed(bcid));
    for (const { bcid } of served) followed.add(classNameOf(bcid));
    for (const group of Object.values(
      Object.groupBy(served, ({ bcid }) => partitionNameOf(bcid)),
    )) {
      const { storage, partition } = group![0]!.bcid;
      const classIds = group!.map(({ bcid }) => bcid.classId);
      const stored = await templates.readMany(storage, partition, classIds);
      const there = new Set(stored.map(({ bcid }) => bcid.classId));
      for (const { bcid } of group!) if (!there.has(bcid.classId)) content.remove(bcid);
      content.take(prepare(stored, encoder, encoderVersion));
    }
    for (const change of changes) feed.acknowledge(change);
  };

  /** Runs after everything that was begun before. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };

  const stop = templates.onChange((change) =>
    // What cannot be read back now is not acknowledged, so the next poll brings it again.
    inTurn(() => takeIn([change])).catch(() => undefined),
  );
  return {
    followed,
    followOthers: () => inTurn(async () => takeIn(await feed.poll())),
    stop,
  };
}
