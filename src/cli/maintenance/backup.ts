/** `backup` and `restore`: the whole database in one sealed file, and back. */

import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type BackupReport, backup } from '../../archive/backup.ts';
import { openBackup, restore } from '../../archive/restore.ts';
import { openStream } from '../../archive/sealed-stream.ts';
import type { Config } from '../../config/config.ts';
import { InvalidArgument } from '../../errors.ts';
import { acceptRollback } from '../../operations/rollback.ts';
import { deriveFromMasterKey } from '../../sealing/keys.ts';
import { loadMasterKey } from '../../sealing/master-key.ts';
import { requireMasterKey, takeMasterKey } from '../../sealing/master-key-of.ts';
import type { Store } from '../../store.ts';
import { TemplateCorrupted } from '../../templates/template.ts';
import { readConfig } from '../environment.ts';
import { EXIT } from '../exit-codes.ts';
import { cliActor, warn, withStore } from '../local-store.ts';
import { count, print, withJson } from '../output.ts';
import { readAddress } from '../service-address.ts';
import { readPassphrase, readPieces, writeWhole } from './archive-options.ts';

/** Purpose for which the key of a backup is derived. */
const PURPOSE = 'backup';

export function backupCommand(release: string): CommandUnknownOpts {
  return withJson(new Command('backup'))
    .argument('<file>', 'file to write')
    .option(
      '--passphrase-file <file>',
      'seal it with the first line of this file (default: with the master key)',
    )
    .option('--include-master-key', 'put the master key into it; needs --passphrase-file')
    .addHelpText(
      'after',
      `
The file holds the database as it is when the command begins; the service may keep running. Without
the master key, which is not in it unless you say so, it cannot be read: keep a copy of the key
elsewhere.

Examples:
  prosopon backup /mnt/elsewhere/prosopon.backup
  prosopon backup all.backup --passphrase-file secret.txt --include-master-key`,
    )
    .action(async (file, options) => {
      const { passphraseFile, includeMasterKey = false } = options;
      if (includeMasterKey && passphraseFile === undefined)
        throw new InvalidArgument('--include-master-key needs --passphrase-file.');
      const config = readConfig();
      const report = await withStore(async ({ database, keyRing, audit }) => {
        const secret =
          passphraseFile === undefined
            ? ({ kind: 'key', key: keyRing.derive(PURPOSE) } as const)
            : await readPassphrase(passphraseFile);
        const record = (what: string) => {
          const details = { what, includeMasterKey };
          return audit.append({ event: 'transfer', actor: cliActor(), details });
        };
        await record('backup begun');
        const masterKey = includeMasterKey ? await readMasterKey(config) : {};
        const wanted = { release, secret, ...masterKey };
        const write = (pieces: AsyncIterable<Uint8Array>) => writeWhole(file, pieces);
        const written = await backup(database, config.dataDir, wanted, write);
        await record('backup');
        return written;
      });
      print(options, { file, ...report }, () => `${describeTables(report)} written to ${file}.`);
    });
}

async function readMasterKey(config: Config) {
  return { masterKey: Buffer.from(await loadMasterKey(config, warn)).toString('base64') };
}

export function restoreCommand(): CommandUnknownOpts {
  return withJson(new Command('restore'))
    .argument('<file>', 'file that "prosopon backup" wrote')
    .option(
      '--passphrase-file <file>',
      'open it with the first line of this file, if it was sealed with a passphrase',
    )
    .addHelpText(
      'after',
      `
The database (PROSOPON_DATA, DATABASE_URL) must be empty; a backup of SQLite can be restored into
PostgreSQL, and the other way round. Then every template and the audit trail are checked.

Example:
  PROSOPON_DATA=./restored prosopon restore /mnt/elsewhere/prosopon.backup`,
    )
    .action(async (file, options) => {
      const config = readConfig();
      refuseWhileServing(config);
      const opened = await openStream(readPieces(file), async (header) => {
        if (options.passphraseFile !== undefined) return readPassphrase(options.passphraseFile);
        if (header.secret === 'passphrase')
          throw new InvalidArgument(
            `${file} needs the passphrase it was made with (--passphrase-file)`,
          );
        return { kind: 'key', key: await deriveFromMasterKey(config, PURPOSE, warn) };
      });
      const found = await openBackup(opened);
      const { masterKey } = found.manifest;
      const report = await restore(config, found, (db) =>
        masterKey === undefined
          ? requireMasterKey(config, db)
          : takeMasterKey(config, db, masterKey),
      );
      const checked = await withStore(async (store) => {
        const result = await check(store);
        const details = { what: 'restore', made: opened.header.created };
        await store.audit.append({ event: 'transfer', actor: cliActor(), details });
        const older = await acceptRollback(store, cliActor());
        if (older === undefined) await store.anchor.accept();
        else warn(`this folder has held newer data: ${older}. ${BACK_AGAIN}`);
        return result;
      });
      if (checked.corrupted > 0 || !checked.audit.intact) process.exitCode = EXIT.failure;
      print(options, { file, ...report, checked }, () => describeRestored(report, checked));
    });
}

const BACK_AGAIN =
  'Whoever was erased, signed out or revoked since is back: do it again before you serve.';

/** A service would go on with the files that were here before. @throws InvalidArgument */
function refuseWhileServing({ dataDir }: Config): void {
  const service = readAddress(dataDir);
  if (service === undefined || service.pid === process.pid) return;
  throw new InvalidArgument(
    `a service runs on ${dataDir} (process ${service.pid}): stop it first; ` +
      'if none does, delete service.json there',
  );
}

async function check({ templates, audit }: Store) {
  const result = { templates: 0, corrupted: 0 };
  for await (const batch of templates.scan({}))
    for (const { template } of batch) {
      result.templates++;
      if (template instanceof TemplateCorrupted) result.corrupted++;
    }
  const { intact, entries, problem } = await audit.verify();
  return { ...result, audit: { intact, entries, problem } };
}

function describeTables({ tables }: BackupReport): string {
  const filled = Object.values(tables).filter((rows) => rows > 0);
  const rows = filled.reduce((sum, number) => sum + number, 0);
  return `${count(rows, 'row')} of ${count(filled.length, 'table')}`;
}

function describeRestored(
  report: BackupReport,
  { templates, corrupted, audit }: Awaited<ReturnType<typeof check>>,
): string {
  const lines = [
    `${describeTables(report)} restored: ${count(templates, 'template')} and ` +
      `${count(audit.entries, 'audit entry', 'audit entries')} checked.`,
  ];
  if (corrupted > 0) lines.push(`${count(corrupted, 'template')} failed the check.`);
  if (!audit.intact) lines.push(`The audit trail was changed: ${audit.problem?.message}.`);
  return lines.join('\n');
}
