/** `duplicates`: people who are enrolled in two classes of a client. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { stringify } from 'csv-stringify/sync';
import { closing } from '../../async.ts';
import { withEngine } from '../../operations/context.ts';
import { findDuplicates } from '../../operations/search/find-duplicates.ts';
import { parseRate } from '../arguments.ts';
import { EXIT } from '../exit-codes.ts';
import { openLocalParts } from '../faces/local-faces.ts';
import { holdAlone } from '../import/hold-alone.ts';
import { cliActor } from '../local-store.ts';
import { count, print, table, withJson } from '../output.ts';
import { startProgress } from '../progress.ts';
import { keepFound, readUnfinished } from './duplicates-file.ts';

interface Options {
  readonly client?: string;
  readonly falseMatchRate?: number;
  readonly file?: string;
}

export function duplicatesCommand(): CommandUnknownOpts {
  return withJson(new Command('duplicates'))
    .option('--client <id>', 'client whose people are compared with one another')
    .option(
      '--false-match-rate <rate>',
      'share of comparisons of two people that may be listed (default: as searches identify)',
      parseRate,
    )
    .option('--file <file>', 'file that keeps what is found (default: <client>.duplicates.json)')
    .option('--csv', 'print CSV for spreadsheets')
    .addHelpText(
      'after',
      `
Compares every class with all others of the partition. If it is interrupted, the same command
continues where it stopped. Exit code 1: two classes seem to be of one person.

Examples:
  prosopon duplicates --client shop
  prosopon duplicates --false-match-rate 1e-8 --csv > twice.csv`,
    )
    .action(async (options) => {
      const report = await run(options);
      if (report.pairs.length > 0) process.exitCode = EXIT.no;
      if (options.csv) process.stdout.write(stringify([HEADING, ...cells(report)]));
      else print(options, report, describe);
    });
}

/** The file is written as a whole, and grows with the pairs. */
const KEEP_MS = 5000;

type Report = Awaited<ReturnType<typeof run>>;

async function run({ client: clientId, falseMatchRate, file }: Options) {
  await using local = closing(await openLocalParts(clientId, { engine: true, gallery: true }));
  const { client } = local;
  const { id, storage, partition } = client;
  const parts = withEngine(local.parts);
  const path = file ?? `${id}.duplicates.json`;
  using _alone = holdAlone(path);
  const found = await readUnfinished(path, {
    ...{ client: id, partition: `${storage}.${partition}` },
    ...{ encoderVersion: parts.encoderVersion, falseMatchRate: falseMatchRate ?? null },
  });
  const details = { what: 'duplicates', query: { client: id }, falseMatchRate };
  await parts.audit.append({ event: 'query', actor: cliActor(), clientId: id, details });
  const started = performance.now();
  const { templates: total } = await parts.templates.extent({ storage, partition });
  const progress = startProgress('Comparing', 'people');
  const before = found.classes;
  let keptAt = Number.NEGATIVE_INFINITY;
  const { signal } = new AbortController();
  const search = { falseMatchRate, after: found.upTo ?? undefined, signal };
  try {
    for await (const batch of findDuplicates(parts, client, search)) {
      found.upTo = batch.upTo;
      found.classes += batch.classes;
      found.leftOut += batch.leftOut;
      found.pairs.push(...batch.pairs);
      if (performance.now() - keptAt > KEEP_MS) {
        await keepFound(path, found);
        keptAt = performance.now();
      }
      progress.update(found.classes - before, total - before);
    }
  } finally {
    progress.stop();
  }
  const { classes, leftOut } = found;
  const pairs = found.pairs.sort((p, q) => q.score - p.score);
  await keepFound(path, { ...found, finished: true });
  return {
    ...{ client: id, classes, leftOut, pairs, file: path },
    /** Of this run. */
    seconds: Math.round(performance.now() - started) / 1000,
  };
}

const HEADING = ['CLASS', 'OTHER', 'SCORE'];

const cells = ({ pairs }: Report) =>
  pairs.map(({ classIds, score }) => [...classIds.map(String), score.toFixed(4)]);

function describe(report: Report): string {
  const { pairs, classes, leftOut, file, seconds } = report;
  const found = `${count(pairs.length, 'pair')} among ${count(classes, 'person', 'people')}`;
  return [
    ...(pairs.length === 0 ? [] : [table(HEADING, cells(report)), '']),
    `${found}, after ${seconds.toFixed(1)} s. Kept in ${file}.`,
    ...(leftOut === 0 ? [] : [`Left out, as damaged or of another encoder: ${leftOut}.`]),
  ].join('\n');
}
