/** `jobs`: the bookkeeping, newest first. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { RecordedJob } from '../../journal/bookkeeping.ts';
import { parseDuration, wholeNumber } from '../arguments.ts';
import { cliActor, withStore } from '../local-store.ts';
import { print, table, withJson } from '../output.ts';

export function jobsCommand(): CommandUnknownOpts {
  return withJson(new Command('jobs'))
    .option('--client <id>', 'only jobs of this client')
    .option('--operation <name>', 'only jobs of this operation, such as verify')
    .option('--since <duration>', 'only jobs of the last 30m, 12h, 7d …', parseDuration)
    .option('--limit <number>', 'maximum number of jobs', wholeNumber(1, 100_000), 20)
    .addHelpText(
      'after',
      '\nExamples:\n  prosopon jobs --since 1h\n  prosopon jobs --operation verify --limit 1000 --json',
    )
    .action(async (options) => {
      const { client: clientId, operation, limit, since: ago } = options;
      const since = ago === undefined ? undefined : new Date(Date.now() - ago * 1000);
      const filter = { limit, clientId, operation, since };
      const jobs = await withStore(async ({ audit, bookkeeping }) => {
        const details = { what: 'jobs', ...filter };
        await audit.append({ event: 'query', actor: cliActor(), details });
        return bookkeeping.list(filter);
      });
      print(options, jobs, describeJobs);
    });
}

const resultOf = ({ decision, errors, suspicions = [] }: RecordedJob): string =>
  [decision, ...errors.map(({ errorCode }) => errorCode), ...suspicions.map((one) => `(${one})`)]
    .filter(Boolean)
    .join(' ');

function describeJobs(jobs: readonly RecordedJob[]): string {
  if (jobs.length === 0) return 'No jobs found.';
  return table(
    ['STARTED', 'CLIENT', 'OPERATION', 'CLASS', 'STATUS', 'RESULT', 'SCORE', 'MS', 'JOB'],
    jobs.map((job) => [
      job.started.toISOString(),
      job.clientId,
      job.operation,
      job.classId?.toString() ?? '',
      job.status,
      resultOf(job),
      job.score?.toFixed(4) ?? '',
      job.durationMs.toFixed(0),
      job.jobId,
    ]),
  );
}
