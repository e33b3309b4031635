/** A live view ends for whoever may no longer watch, and for whoever does not read it. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { liveView } from '../../../../src/protocols/http/admin/live-view.ts';

async function* lists(most: number) {
  for (let n = 0; n < most; n++) yield [{ jobId: `${n}`.repeat(100_000) }] as never;
}

const { signal: never } = new AbortController();

it('asks before each list whether it may be sent', async () => {
  const answers = [true, false];
  const told = await liveView(lists(3), async () => answers.shift()!, never).toArray();
  expect(told.map((text) => text.slice(0, 5))).toEqual(['data:']);
});

it('is cut off soon after its end if nobody reads it', async () => {
  const over = new AbortController();
  const view = liveView(lists(Number.POSITIVE_INFINITY), async () => true, over.signal);
  view.read(0);
  over.abort();
  await once(view, 'close');
  expect(view.destroyed).toBe(true);
});
