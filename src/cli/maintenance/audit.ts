/** `audit`: checks that the audit trail is unchanged, and exports its entries. */

import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { addressPrefix } from '../../access/address-prefix.ts';
import { readIfThere } from '../../config/regular-file.ts';
import { InvalidArgument } from '../../errors.ts';
import {
  AUDIT_EVENTS,
  type AuditEntry,
  type AuditPosition,
  type AuditReport,
} from '../../journal/audit.ts';
import { verifyRecords } from '../../journal/ended-records.ts';
import { checkReceipt } from '../../operations/face/erasure-receipts.ts';
import { acceptRollback } from '../../operations/rollback.ts';
import type { RowsReport } from '../../sealing/verify-rows.ts';
import { parseMoment } from '../arguments.ts';
import { EXIT } from '../exit-codes.ts';
import { readInput, replaceFile } from '../files.ts';
import { cliActor, withStore } from '../local-store.ts';
import { count, note, print, toJson, withJson } from '../output.ts';
import { startProgress } from '../progress.ts';
import { auditCsv, auditJsonLines } from './audit-formats.ts';

export function auditCommand(): CommandUnknownOpts {
  return new Command('audit')
    .addCommand(verifyCommand())
    .addCommand(exportCommand())
    .addCommand(receiptCommand())
    .addCommand(acceptRollbackCommand());
}

function receiptCommand(): CommandUnknownOpts {
  return withJson(new Command('receipt'))
    .description(
      'check the receipt of an erasure; exit code 1: the trail has no intact entry of it',
    )
    .argument('<file>', 'file that holds the receipt')
    .action(async (file, options) => {
      const text = (await readInput(file)).toString('utf8');
      const checked = await withStore((store) => checkReceipt(store, text));
      if (!checked.proven) process.exitCode = EXIT.no;
      print(options, checked, ({ proven, signed, entry, erased }) =>
        [
          toJson(erased),
          proven
            ? `Erased at ${entry?.time.toISOString()} by ${entry?.actor}: entry ${entry?.seq} of the audit trail.`
            : 'The audit trail has no intact entry of this erasure.',
          signed
            ? 'It was signed by this service.'
            : 'No key that this service still publishes made its signature.',
        ].join('\n'),
      );
    });
}

function verifyCommand(): CommandUnknownOpts {
  return withJson(new Command('verify'))
    .description(
      'check the whole trail and all bound records; exit code 1: something was changed, and what',
    )
    .option('--anchor <file>', 'check that the trail continues from this file, then renew it')
    .addHelpText(
      'after',
      `
The chain shows every change, removal and reordering. That the whole database was rolled back is
told by the file "anchor" in the data directory or, if that was put back as well, by an anchor kept
on another machine.

Examples:
  prosopon audit verify
  prosopon audit verify --anchor /mnt/elsewhere/prosopon-anchor.json`,
    )
    .action(async (options) => {
      const anchor = options.anchor === undefined ? undefined : await readAnchor(options.anchor);
      const progress = startProgress('Checking', 'entries');
      const report = await withStore(async (store) => ({
        ...(await store.audit.verify({
          onProgress: progress.update,
          ...(anchor === undefined ? {} : { anchor }),
        })),
        records: await verifyRecords(store),
        rollback: await store.anchor.problem().catch((error: Error) => error.message),
      })).finally(progress.stop);
      const { rollback } = report;
      const changed = report.records.faults.length > 0 || rollback !== undefined;
      if (!report.intact || changed) process.exitCode = EXIT.no;
      if (report.intact && options.anchor !== undefined && report.head !== undefined)
        await replaceFile(options.anchor, toJson(report.head));
      print(options, { ...report, rollback: rollback ?? null }, () =>
        [
          describeReport(report),
          describeRecords(report.records),
          ...(rollback === undefined ? [] : [`The database has been rolled back: ${rollback}.`]),
        ].join('\n'),
      );
    });
}

function describeReport({ intact, entries, pruned, head, problem }: AuditReport): string {
  if (!intact) return `The audit trail was changed: ${problem?.message}.`;
  if (head === undefined) return 'The audit trail is empty.';
  const gone = pruned === 0 ? '' : `, ${pruned} of them removed when their retention ended`;
  return `The audit trail is intact: ${count(entries, 'entry', 'entries')}${gone}.
It ends with entry ${head.seq}, hash ${head.hash}.`;
}

function describeRecords({ rows, faults }: RowsReport): string {
  if (faults.length === 0)
    return rows === 1
      ? 'The only bound record is intact.'
      : `All ${rows} bound records are intact.`;
  const lines = faults.map(({ table, key, message }) => `  ${table} ${key ?? ''}: ${message}`);
  return ["Records were changed behind the service's back:", ...lines].join('\n');
}

async function readAnchor(path: string): Promise<AuditPosition | undefined> {
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  const match = /^\{\s*"seq": (\d+),\s*"hash": "([0-9a-f]{64})"\s*\}\s*$/.exec(text);
  if (match === null) throw new InvalidArgument(`${path}: not an anchor that this command wrote`);
  return { seq: BigInt(match[1]!), hash: match[2]! };
}

function acceptRollbackCommand(): CommandUnknownOpts {
  return withJson(new Command('accept-rollback'))
    .description('accept a database that was restored to an earlier state')
    .addHelpText(
      'after',
      `
The service does not start on a database that has been rolled back; one that is running is no longer
ready. If you restored the database on purpose, by other means than "prosopon restore", run this on
every machine; it is written to the trail.

Example:
  prosopon audit accept-rollback`,
    )
    .action(async (options) => {
      const problem = await withStore((store) => acceptRollback(store, cliActor()));
      print(options, { accepted: problem ?? null }, () =>
        problem === undefined ? 'The database has not been rolled back.' : `Accepted: ${problem}.`,
      );
    });
}

function exportCommand(): CommandUnknownOpts {
  return withJson(new Command('export'))
    .description('write entries, oldest first, as JSON Lines or CSV')
    .option(
      '--from <moment>',
      'from this time on: 2026-01-31, …T09:30:00Z or 7d (days ago)',
      parseMoment,
    )
    .option('--to <moment>', 'before this moment', parseMoment)
    .option('--client <id>', 'only entries about this client')
    .option('--transaction <id>', 'only entries of this Transaction-ID')
    .addOption(new Option('--event <event>', 'only entries of this kind').choices(AUDIT_EVENTS))
    .option(
      '--actor <name>',
      'only entries of this actor: a client id, account:NAME, cli:NAME, service',
    )
    .option('--person <id>', 'only entries about this class id, or id of an account')
    .option(
      '--network <address>',
      'only entries of calls from this address; IPv6: from its network',
    )
    .addOption(new Option('--format <format>').choices(['jsonl', 'csv']).default('jsonl'))
    .option('--out <file>', 'write the entries to this file, and print how many')
    .addHelpText(
      'after',
      `
The export is itself written to the trail. An entry that is not "intact" was changed.
Exit code 1: there is such an entry.

Examples:
  prosopon audit export --from 2026-01-01 --to 2026-02-01 --client shop --format csv > january.csv
  prosopon audit export --transaction 4711 --json
  prosopon audit export --event query --client shop --person 17    who looked at a person`,
    )
    .action(async (options) => {
      const { from, to, client, transaction: transactionId, event, actor, person } = options;
      const network = options.network === undefined ? undefined : addressPrefix(options.network);
      if (from !== undefined && to !== undefined && from >= to)
        throw new InvalidArgument('--to: expected a time after --from');
      const filter = { from, to, client, transactionId, event, actor, person, network };
      const seen = { entries: 0, changed: 0 };
      const counted = async function* (entries: AsyncIterable<AuditEntry>) {
        for await (const entry of entries) {
          seen.entries++;
          if (!entry.intact) seen.changed++;
          yield entry;
        }
      };
      await withStore(async ({ audit }) => {
        const details = { what: 'audit export', ...filter };
        await audit.append({ event: 'query', actor: cliActor(), clientId: client, details });
        const entries = counted(audit.stream(filter));
        const text = options.format === 'csv' ? auditCsv(entries) : auditJsonLines(entries);
        if (options.out === undefined) await pipeline(text, process.stdout, { end: false });
        else await pipeline(text, createWriteStream(options.out, { mode: 0o600 }));
      });
      if (seen.changed > 0) process.exitCode = EXIT.no;
      const changed = `${count(seen.changed, 'entry was', 'entries were')} changed: see "audit verify".`;
      if (options.out === undefined) {
        if (seen.changed > 0) note(`prosopon: ${changed}`);
      } else
        print(options, { out: options.out, ...seen }, () => {
          const written = `${count(seen.entries, 'entry', 'entries')} written to ${options.out}.`;
          return seen.changed === 0 ? written : `${written}\n${changed}`;
        });
    });
}
