/** Opening may take longer than changes are kept: it reads them meanwhile, or begins again. */
import { expect, it, vi } from 'vitest';
import type { Follower } from '../../src/gallery/follow.ts';
import { keepEqual } from '../../src/gallery/keep-equal.ts';
import { FeedMissed } from '../../src/templates/changes.ts';

// A minute passes in some milliseconds.
vi.mock('../../src/async.ts', async (original) => {
  const real = await original<typeof import('../../src/async.ts')>();
  return { ...real, pause: (_: number, signal: AbortSignal) => real.pause(5, signal) };
});

const waits = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

function opening(followOthers: () => Promise<void>) {
  const closing = new AbortController();
  const recover = vi.fn(() => 'open anew' as const);
  const open = vi.fn(async () => void (await waits(60)));
  const follower = { followed: new Set(), followOthers, stop() {} } as unknown as Follower;
  const figures = () => ({});
  const { signal } = closing;
  const kept = keepEqual({
    ...{ follower, word: 'loaded', open, figures, recover, signal },
    log: undefined,
  });
  return { kept, open, recover, close: () => closing.abort() };
}

it('reads changes while it opens', async () => {
  let polls = 0;
  const { kept, open, close } = opening(async () => void polls++);
  await kept.opened;
  expect(polls).toBeGreaterThan(2);
  expect(open).toHaveBeenCalledTimes(1);
  close();
});

it('opens again if it missed changes while it opened', async () => {
  let polls = 0;
  const { kept, open, recover, close } = opening(async () => {
    if (++polls === 2) throw new FeedMissed('not read for too long');
  });
  await kept.opened;
  expect(kept.status()).toEqual({ ready: true });
  expect([open.mock.calls.length, recover.mock.calls.length]).toEqual([2, 1]);
  close();
});

it('opens whatever else a poll meanwhile says: the next one brings it again', async () => {
  const { kept, open, close } = opening(async () => {
    throw new Error('a change that cannot be read now');
  });
  await kept.opened;
  expect(open).toHaveBeenCalledTimes(1);
  close();
});
