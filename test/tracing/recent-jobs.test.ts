/** What a process remembers of its latest jobs: their own lines and spans, and no more than it may. */
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { LOG_HOOKS, recentJob, rememberJob, rememberSpan } from '../../src/tracing/recent-jobs.ts';
import { traced } from '../../src/tracing/spans.ts';

const written: string[] = [];
const log = pino({ level: 'info', hooks: LOG_HOOKS }, { write: (line) => void written.push(line) });

it('keeps spans and lines of jobs that run at once apart, and logs as before', async () => {
  const run = (jobId: string) =>
    rememberJob(jobId, () =>
      traced(`step of ${jobId}`, {}, async () => {
        await setTimeout(5);
        log.child({ jobId }).warn({ reason: new Error('full disk') }, 'half done');
        rememberSpan('query', 1, { about: `select ${jobId}` });
        if (jobId === 'b') throw new Error('no');
      }),
    );
  await Promise.allSettled(['a', 'b'].map(run));
  log.info({ jobId: 'a', status: 'OK' }, 'answered');
  log.info({ jobId: 'nobody' }, 'elsewhere');
  log.debug({ jobId: 'a' }, 'too quiet');
  expect(recentJob('a')).toMatchObject({
    spans: [
      { name: 'query', about: 'select a', failed: false },
      { name: 'step of a', failed: false },
    ],
    lines: [expect.stringMatching(/half done.*full disk/), expect.stringMatching(/answered.*OK/)],
  });
  expect(recentJob('b')!.spans[1]).toMatchObject({ name: 'step of b', failed: true });
  expect(recentJob('nobody')).toBeUndefined();
  expect(written).toHaveLength(4);
});

it('keeps lines whole or marks their end, and so many of them', async () => {
  rememberJob('long', () => {
    for (let n = 0; n < 300; n++) {
      rememberSpan('query', 1);
      log.info({ jobId: 'long', text: 'x'.repeat(9000) }, 'long');
    }
  });
  const { lines, spans } = recentJob('long')!;
  expect([lines.length, spans.length]).toEqual([100, 100]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(4100);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ msg: 'long' });
});

it('forgets the oldest jobs, and nothing outside of jobs is kept', () => {
  for (let n = 0; n < 200; n++) rememberJob(`job ${n}`, () => rememberSpan('query', 1));
  rememberSpan('query', 1);
  expect(recentJob('job 99')).toBeUndefined();
  expect(recentJob('job 100')!.spans).toHaveLength(1);
});
