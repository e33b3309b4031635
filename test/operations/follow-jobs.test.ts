/** Jobs are told of as they end, each once. */
import { expect, it } from 'vitest';
import { followJobs } from '../../src/operations/follow-jobs.ts';

it('reports jobs that ended since, once, in order of their start, until it is cancelled', async () => {
  const job = (jobId: string) => ({ jobId });
  const looks = [['old'], ['b', 'a', 'old'], ['b', 'a', 'old'], ['c', 'b', 'a']];
  const asked: object[] = [];
  const list = async (filter: object) => {
    asked.push(filter);
    return (looks.shift() ?? []).map(job);
  };
  const gone = new AbortController();
  const told = [];
  const parts = { bookkeeping: { list } } as never;
  for await (const jobs of followJobs(parts, { clientId: 'shop' }, gone.signal, 1)) {
    told.push(jobs.map(({ jobId }) => jobId));
    if (looks.length === 0) gone.abort();
  }
  expect(told).toEqual([[], ['a', 'b'], [], ['c']]);
  expect(asked[0]).toMatchObject({ clientId: 'shop', since: expect.any(Date) });
});
