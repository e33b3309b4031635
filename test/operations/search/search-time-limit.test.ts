/** A search is given up after ten minutes, and says so. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DeadlineExceeded } from '../../../src/errors.ts';
import { ActiveEngine } from '../../../src/operations/active-engine.ts';
import { enroll } from '../../../src/operations/face/enroll.ts';
import { LONGEST_CALL, search } from '../../../src/operations/search/search.ts';
import { openWorkplace, portraits, type Workplace } from '../workplace.ts';

let work: Workplace;
beforeAll(async () => {
  work = await openWorkplace();
  await enroll(work.parts, work.context(), { classId: 1n, images: await portraits('ada', 0) });
});
afterAll(() => work.close());

it('ends a call that takes too long, and records it in the trail', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const gallery = {
    ...work.parts.gallery,
    search: (...[probes, scope]: Parameters<typeof work.parts.gallery.search>) => {
      vi.advanceTimersByTime(LONGEST_CALL);
      return work.parts.gallery.search(probes, scope);
    },
  };
  const activeEngine = new ActiveEngine({ ...work.parts, gallery });
  try {
    const request = { images: await portraits('ada', 0), tags: [], topMatches: false };
    const searching = search({ ...work.parts, activeEngine }, work.context(), request);
    await expect(searching).rejects.toThrow(DeadlineExceeded);
    await expect(searching).rejects.toThrow(/longer than 10 minutes; send fewer images/);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
  const [entry] = await work.parts.audit.list({ event: 'search', limit: 1 });
  expect(entry?.details).toMatchObject({ outcome: 'FAULTED' });
});
