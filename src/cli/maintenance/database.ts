/** `database`: spreads the database over the nodes of a cluster. */

import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { closing } from '../../async.ts';
import { type Config, ConfigError } from '../../config/config.ts';
import type { Database } from '../../storage/database.ts';
import { distribute } from '../../storage/distribution/distribute.ts';
import {
  type Distribution,
  inspectDistribution,
  unplacedTables,
} from '../../storage/distribution/inspect.ts';
import type { DistributedBy } from '../../storage/distribution/placements.ts';
import { openDatabase } from '../../storage/open-database.ts';
import { refuseOptions, wholeNumber } from '../arguments.ts';
import { readConfig } from '../environment.ts';
import { EXIT } from '../exit-codes.ts';
import { count, note, type OutputOptions, print, withJson } from '../output.ts';

export function databaseCommand(): CommandUnknownOpts {
  return new Command('database').addCommand(
    withJson(new Command('distribute'))
      .description('spread the people over the nodes of a PostgreSQL with Citus')
      .addOption(
        new Option('--by <what>', 'what selects the shard of a person')
          .choices(['class', 'partition'])
          .default('class'),
      )
      .option('--workers <host:port,…>', 'workers to add, by their addresses for the coordinator')
      .option('--coordinator <host:port>', 'address of this database for the workers')
      .option('--shards <number>', 'number of shards over all nodes', wholeNumber(1, 1024), 32)
      .option(
        '--check',
        'only show where tables are; exit code 5: not distributed, or a node does not answer',
      )
      .addHelpText(
        'after',
        `
By class, a search asks all nodes; by partition, it stays on one. The service may keep running:
calls that touch templates wait until the rows are moved. If it is interrupted, nothing has changed.
Run it again after an upgrade that added tables.

Examples:
  prosopon database distribute --workers 10.0.0.2:5432,10.0.0.3:5432
  prosopon database distribute --check`,
      )
      .action(async (options, command) => {
        if (options.check)
          refuseOptions(
            command,
            ['--by', '--workers', '--coordinator', '--shards'],
            'not with --check',
          );
        const config = readConfig();
        await using database = closing(await openDatabase(config));
        if (!options.check) await place(database, config, options);
        const distribution = await inspectDistribution(database);
        if (options.check && !isWhole(distribution)) process.exitCode = EXIT.failure;
        print(options, { distribution: distribution ?? null }, () => describe(distribution));
      }),
  );
}

interface Options extends OutputOptions {
  readonly by: DistributedBy;
  readonly workers?: string;
  readonly coordinator?: string;
  readonly shards: number;
  readonly check?: true;
}

async function place(database: Database, config: Config, options: Options): Promise<void> {
  if (config.databaseUrl === undefined)
    throw new ConfigError('DATABASE_URL is not set: only PostgreSQL can be distributed');
  const started = performance.now();
  const placed = await distribute(database, {
    by: options.by,
    coordinator: options.coordinator ?? new URL(config.databaseUrl).host,
    workers: options.workers?.split(',') ?? [],
    shards: options.shards,
    onPlaced: (table, placement) => note(`${table}: ${PLACES[placement]}`),
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  note(`${count(placed, 'table')} placed in ${seconds} s.`);
}

const isWhole = (distribution: Distribution | undefined): boolean =>
  distribution?.by !== undefined &&
  unplacedTables(distribution).length === 0 &&
  distribution.nodes.every(({ answers }) => answers);

const PLACES = {
  class: 'in shards by class',
  partition: 'in shards by partition',
  reference: 'on every node',
  coordinator: 'on the coordinator',
  unplaced: 'not placed: run "prosopon database distribute"',
} as const;

function describe(distribution: Distribution | undefined): string {
  if (distribution === undefined) return 'One database on one machine; Citus is not installed.';
  const { version, by, nodes, tables } = distribution;
  const kept = Object.entries(Object.groupBy(tables, ({ placement }) => placement));
  return [
    `Citus ${version}, ${by === undefined ? 'nothing is distributed' : `distributed by ${by}`}`,
    ...nodes.map(
      ({ address, answers, shards }) =>
        `  ${address}: ${answers ? 'answers' : 'DOES NOT ANSWER'}, ${count(shards, 'shard')} of people`,
    ),
    ...kept.map(
      ([placement, found]) =>
        `  ${PLACES[placement as keyof typeof PLACES]}: ${found!.map(({ table }) => table).join(', ')}`,
    ),
  ].join('\n');
}
