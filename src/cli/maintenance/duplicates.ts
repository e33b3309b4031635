/** `duplicates`: people who are enrolled in two classes of a client. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { stringify } from 'csv-stringify/sync';
import { closing } from '../../async.ts';
import { withEngine } from '../../operations/context.ts';
import { findDuplicates } from '../../operations/search/find-duplicates.ts';
import { parseExact, stringifyExact } from '../../text/exact-json.ts';
import { readConfig } from '../environment.ts';
import { EXIT } from '../exit-codes.ts';
import { openLocalParts } from '../faces/local-faces.ts';
import { replaceFile } from '../files.ts';
import { cliActor } from '../local-store.ts';
import { count, print, table, withJson } from '../output.ts';
import { startProgress } from '../progress.ts';

export function duplicatesCommand(): CommandUnknownOpts {
  return withJson(new Command('duplicates'))
    .option('--client <id>', 'client whose people are compared with one another')
    .option('--csv', 'print CSV for spreadsheets')
    .addHelpText(
      'after',
      `
Compares every class with all others of the partition, at the threshold at which a search
identifies. If it is interrupted, the same command continues where it stopped, from the data directory. Exit code 1: two
classes seem to be of one person.

Examples:
  prosopon duplicates --client shop
  prosopon duplicates --client shop --csv > twice.csv`,
    )
    .action(async (options) => {
      const report = await run(options.client);
      if (report.pairs.length > 0) process.exitCode = EXIT.no;
      if (options.csv) process.stdout.write(stringify([HEADING, ...cells(report)]));
      else print(options, report, describe);
    });
}

/** In the file. */
interface Found {
  readonly finished: boolean;
  /** What is looked for. */
  readonly search: object;
  /** Classes up to this id have been searched for. Null: none. */
  upTo: bigint | number | null;
  classes: number;
  leftOut: number;
  readonly pairs: { readonly classIds: readonly (bigint | number)[]; readonly score: number }[];
}

async function run(clientId: string | undefined) {
  await using local = closing(await openLocalParts(clientId, { engine: true, gallery: true }));
  const { client } = local;
  const { id, storage, partition } = client;
  const parts = withEngine(local.parts);
  const { encoderVersion } = parts;
  const path = join(readConfig().dataDir, `${id}.duplicates.json`);
  const found = await readUnfinished(path, { client: id, storage, partition, encoderVersion });
  /** As a whole, and for its owner only: the pairs are personal data. */
  const keep = (finished: boolean) =>
    replaceFile(path, stringifyExact({ ...found, finished }), 0o600);
  const details = { what: 'duplicates', query: { client: id } };
  await parts.audit.append({ event: 'query', actor: cliActor(), clientId: id, details });
  const { templates: total } = await parts.templates.extent({ storage, partition });
  const before = found.classes;
  const after = found.upTo === null ? undefined : BigInt(found.upTo);
  const { signal } = new AbortController();
  const progress = startProgress('Comparing', 'people');
  try {
    for await (const batch of findDuplicates(parts, client, { after, signal })) {
      found.upTo = batch.upTo;
      found.classes += batch.classes;
      found.leftOut += batch.leftOut;
      found.pairs.push(...batch.pairs);
      await keep(false);
      progress.update(found.classes - before, total - before);
    }
  } finally {
    progress.stop();
  }
  found.pairs.sort((p, q) => q.score - p.score);
  await keep(true);
  const { classes, leftOut, pairs } = found;
  return { client: id, classes, leftOut, pairs, file: path };
}

/** The search in the file; a new one if there is none, or it is finished or another one. */
async function readUnfinished(path: string, search: object): Promise<Found> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const beginning = stringifyExact({ finished: false, search }).slice(0, -1);
  if (text.startsWith(beginning)) return parseExact(text) as Found;
  return { finished: false, search, upTo: null, classes: 0, leftOut: 0, pairs: [] };
}

const HEADING = ['CLASS', 'OTHER', 'SCORE'];

const cells = ({ pairs }: Pick<Found, 'pairs'>) =>
  pairs.map(({ classIds, score }) => [...classIds.map(String), score.toFixed(4)]);

function describe(report: Awaited<ReturnType<typeof run>>): string {
  const { pairs, classes, leftOut, file } = report;
  return [
    ...(pairs.length === 0 ? [] : [table(HEADING, cells(report)), '']),
    `${count(pairs.length, 'pair')} among ${count(classes, 'person', 'people')}. Kept in ${file}.`,
    ...(leftOut === 0 ? [] : [`Left out, as damaged or of another encoder: ${leftOut}.`]),
  ].join('\n');
}
