/** Keeps the gallery equal to the stored templates, also when other processes change them. */

import { takeTurns } from '../async.ts';
import { type Bcid, bcidText } from '../bcid.ts';
import type { TemplateStore } from '../templates/store.ts';
import type { ClassChange } from '../templates/template.ts';
import { partitionNameOf } from './gallery.ts';

export interface FollowOptions {
  readonly templates: Pick<TemplateStore, 'onChange' | 'feed'>;
  /** Whether the gallery serves the class. */
  readonly isServed: (bcid: Bcid) => boolean;
  /** Takes in classes of one partition as they are stored now. They may have been deleted. */
  readonly takeIn: (classes: readonly Bcid[]) => Promise<void>;
}

export type Follower = ReturnType<typeof followChanges>;

/** Takes in changes from the store, in order. Acknowledges own changes only after that. */
export function followChanges(options: FollowOptions) {
  const { templates, isServed } = options;
  const feed = templates.feed();
  const followed = new Set<string>();
  const inTurn = takeTurns();

  const takeIn = async (changes: readonly ClassChange[]): Promise<void> => {
    const served = changes.map(({ bcid }) => bcid).filter(isServed);
    for (const bcid of served) followed.add(bcidText(bcid));
    for (const classes of Object.values(Object.groupBy(served, partitionNameOf)))
      await options.takeIn(classes!);
    for (const change of changes) feed.acknowledge(change);
  };

  const stop = templates.onChange((change) =>
    // A change that cannot be read now is not acknowledged, so the next poll brings it again.
    inTurn(() => takeIn([change])).catch(() => undefined),
  );
  return {
    /** Classes that were read again. Anything a loader read of them before may be old. */
    followed,
    /** Takes in what other processes have changed since the last time. */
    followOthers: () => inTurn(async () => takeIn(await feed.poll())),
    stop,
  };
}
