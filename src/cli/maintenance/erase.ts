/** `erase`: erases templates of people or of a whole client, and proves it. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { sql } from 'kysely';
import type { Client } from '../../access/clients/client.ts';
import { closing } from '../../async.ts';
import { deleteTemplateContract } from '../../contract/delete-template.ts';
import { InvalidArgument, NotFound } from '../../errors.ts';
import { classKey } from '../../storage/class-key.ts';
import type { Database } from '../../storage/database.ts';
import {
  classTables,
  countClassRows,
  type FileTraces,
  findInFiles,
  sampleRows,
} from '../../storage/erased-bytes.ts';
import type { Store } from '../../store.ts';
import { parseClassId, refuseOptions } from '../arguments.ts';
import { confirm, takesYes } from '../confirm.ts';
import { readConfig } from '../environment.ts';
import { EXIT } from '../exit-codes.ts';
import { openLocalFaces } from '../faces/local-faces.ts';
import { chooseClient, withStore } from '../local-store.ts';
import { count, print, withJson } from '../output.ts';

export function eraseCommand(): CommandUnknownOpts {
  return takesYes(withJson(new Command('erase')))
    .option('--class <id>', 'class to erase; may be repeated', collectClass)
    .option('--client <id>', 'with --class: client to whom the classes belong')
    .option('--all-of <client>', 'erase every template of this client')
    .addHelpText(
      'after',
      `
Erases the template, feature vectors, thumbnails, tags and consent, then searches for traces of them:
in every table and, on the embedded database, for their bytes in every file of the data directory. The service may keep running. Bookkeeping and audit trail
are kept until their retention ends; they name the class only.
Exit code 5: traces were found.

Examples:
  prosopon erase --class 17 --client shop
  prosopon erase --all-of shop --yes --json > proof.json`,
    )
    .action(async (options, command) => {
      const { class: wanted = [], allOf } = options;
      if ((allOf === undefined) === (wanted.length === 0))
        throw new InvalidArgument('Give either --class (it may be repeated) or --all-of.');
      if (allOf !== undefined) refuseOptions(command, ['--client'], 'only with --class');
      const { rows, samples } = await withStore(async (store) => {
        const client = await chooseClient(store.clients, allOf ?? options.client);
        const classes = allOf === undefined ? wanted : await classesOf(store, client);
        await confirm(
          options,
          `Erase ${count(classes.length, 'class', 'classes')} of "${client.id}" for good`,
        );
        return eraseRows(store, client, classes, allOf !== undefined);
      });
      const proof = proofOf(rows, samples.length, await tracesLeft(samples));
      if (!proof.proven) process.exitCode = EXIT.failure;
      print(options, proof, describe);
    });
}

function collectClass(text: string, previous: readonly bigint[] = []): readonly bigint[] {
  return [...previous, parseClassId(text)];
}

async function classesOf(store: Store, { storage, partition }: Client): Promise<bigint[]> {
  const classes: bigint[] = [];
  for await (const batch of store.templates.scan({ storage, partition }))
    for (const { bcid } of batch) classes.push(bcid.classId);
  return classes;
}

/** Classes whose bytes are searched for: a sample proves it for all. */
const MOST_SAMPLED = 500;

async function eraseRows(
  store: Store,
  { id, storage, partition }: Client,
  classes: readonly bigint[],
  isAll: boolean,
) {
  const { db } = store.database;
  const keys = classes.map((classId) => classKey({ storage, partition, classId }));
  const tables = await classTables(store.database);
  const samples: Buffer[] = [];
  for (const key of keys.slice(0, MOST_SAMPLED))
    samples.push(...(await sampleRows(db, tables, key)));
  const withoutTemplate = await deleteAll(id, classes);
  const rowsLeft: Record<string, number> = {};
  for (const table of tables) {
    rowsLeft[table] = 0;
    for (const key of isAll ? [{ storage, partition }] : keys)
      rowsLeft[table] += await countClassRows(db, table, key);
  }
  const rows = {
    ...{ client: id, storage, partition },
    /** Classes that had a template, and classes that had none. */
    erased: classes.length - withoutTemplate.length,
    withoutTemplate,
    /** Of these classes, by table. */
    rowsLeft,
  };
  return { rows, samples };
}

type ErasedRows = Awaited<ReturnType<typeof eraseRows>>['rows'];
type Proof = ReturnType<typeof proofOf>;

/** @param samples number of byte samples from the erased rows */
function proofOf(rows: ErasedRows, samples: number, files: readonly FileTraces[]) {
  return {
    ...{ ...rows, samples },
    /** Samples that each file still holds. */
    files,
    proven:
      Object.values(rows.rowsLeft).every((left) => left === 0) &&
      files.every(({ found }) => found === 0),
    finished: new Date(),
  };
}

/** Uses the service's operation, which records, audits and announces it. */
async function deleteAll(client: string, classes: readonly bigint[]): Promise<bigint[]> {
  const without: bigint[] = [];
  await using faces = closing(await openLocalFaces(client, { engine: false }));
  for (const classId of classes)
    await faces.call(deleteTemplateContract, {}, { classId }).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error;
      without.push(classId);
    });
  return without;
}

/** Others may be reading the write-ahead log. It is emptied as soon as they finish. */
const ATTEMPTS = 10;

/** Reads files only while the database is closed: to close one of them ends the locks on it. */
async function tracesLeft(samples: readonly Buffer[]): Promise<readonly FileTraces[]> {
  for (let attempt = 1; ; attempt++) {
    if ((await withStore(scrub)) === 'postgres') return [];
    const files = await findInFiles(readConfig().dataDir, samples, new Set(['models']));
    if (files.every(({ found }) => found === 0) || attempt >= ATTEMPTS) return files;
    await sleep(200);
  }
}

async function scrub({ database }: Store): Promise<Database['kind']> {
  await database.scrub();
  if (database.kind === 'postgres')
    for (const table of await classTables(database))
      await sql`vacuum ${sql.table(table)}`.execute(database.db);
  return database.kind;
}

function describe(proof: Proof): string {
  const { erased, withoutTemplate, rowsLeft, samples, files, proven, storage, partition } = proof;
  const lines = [`${count(erased, 'template')} of ${storage}.${partition} erased.`];
  if (withoutTemplate.length > 0) lines.push(`Had no template: ${withoutTemplate.join(', ')}.`);
  lines.push(
    `Rows left: ${Object.entries(rowsLeft)
      .map(([table, n]) => `${table} ${n}`)
      .join(', ')}.`,
  );
  if (files.length > 0) {
    const found = files.filter((file) => file.found > 0);
    lines.push(
      `${count(files.length, 'file')} searched for ${count(samples, 'sequence')} of their bytes: ` +
        `${found.length === 0 ? 'none found' : `found in ${found.map(({ file }) => file).join(', ')}`}.`,
    );
  } else
    lines.push(
      'The tables were vacuumed. What the log and the backups of PostgreSQL still hold of them is',
      'sealed under the master key, and disappears with them.',
    );
  lines.push(
    proven ? 'No traces were found.' : 'Traces were found: remove them and run this again.',
  );
  return lines.join('\n');
}
