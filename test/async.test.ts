/** Lanes, pauses and openings. */
import { expect, it, vi } from 'vitest';
import { abortAfter, inLanes, lazily, pause } from '../src/async.ts';

it('lanes process a limited number of items at a time, and keep their order', async () => {
  let running = 0;
  let most = 0;
  const doubled = await inLanes(2, [5, 1, 3, 2], async (item) => {
    most = Math.max(most, ++running);
    for (let i = 0; i < item; i++) await Promise.resolve();
    running--;
    return 2 * item;
  });
  expect(doubled).toEqual([10, 2, 6, 4]);
  expect(most).toBe(2);
});

it('lanes start nothing after a failure, and throw the first failure of the list', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    if (item === 0) await new Promise(setImmediate);
    if (item < 2) throw new Error(`of ${item}`);
  };
  await expect(inLanes(2, [0, 1, 2, 3], work)).rejects.toThrow('of 0');
  expect(begun).toEqual([0, 1]);
});

it('lanes close their source after a failure', async () => {
  let closed = false;
  async function* source() {
    try {
      for (let item = 0; ; item++) yield item;
    } finally {
      closed = true;
    }
  }
  const failing = inLanes(2, source(), () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(closed).toBe(true);
});

it('a pause ends with its signal', async () => {
  const stop = new AbortController();
  const pausing = pause(3_600_000, stop.signal);
  stop.abort();
  await pausing;
});

it('reopens what failed to open, and keeps what was opened', async () => {
  let calls = 0;
  const open = lazily(async () => {
    if (++calls === 1) throw new Error('not yet');
    return 'opened';
  });
  await expect(open()).rejects.toThrow('not yet');
  expect(await Promise.all([open(), open()])).toEqual(['opened', 'opened']);
  expect(calls).toBe(2);
});

it('reopens what has expired', async () => {
  let calls = 0;
  const kept = lazily(async () => ++calls, 3_600_000);
  expect([await kept(), await kept()]).toEqual([1, 1]);
  const over = lazily(async () => ++calls, 0);
  expect([await over(), await over()]).toEqual([2, 3]);
});

it('a limit fires after its time, and leaves no timer when its block ends', () => {
  vi.useFakeTimers();
  try {
    using limit = abortAfter(1000);
    vi.advanceTimersByTime(999);
    expect(limit.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(limit.signal.aborted).toBe(true);
    {
      using _other = abortAfter(1000);
      expect(vi.getTimerCount()).toBe(1);
    }
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
