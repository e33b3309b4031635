/** `import`: people from a folder or a CSV file of images, or templates that `export` wrote. */
import { open } from 'node:fs/promises';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { requireRegistered } from '../../access/clients/clients.ts';
import { openStream } from '../../archive/sealed-stream.ts';
import { TEMPLATES, unpackTemplates } from '../../archive/template-archive.ts';
import { MOST_WORKERS } from '../../config/config.ts';
import { InvalidArgument } from '../../errors.ts';
import type { TemplateStore } from '../../templates/store.ts';
import { refuseOptions, wholeNumber } from '../arguments.ts';
import { takesTarget } from '../faces/target.ts';
import { chooseClient, cliActor, withStore } from '../local-store.ts';
import { readPassphrase, readPieces, type SecretOptions } from '../maintenance/archive-options.ts';
import { count, print, withJson } from '../output.ts';
import { type ImportImagesOptions, importImages, journalOf } from './import-images.ts';

interface Options extends ImportImagesOptions, SecretOptions {
  readonly journal?: string;
  readonly replace?: boolean;
}

const OF_IMAGES = [
  ...['--consent', '--journal', '--report', '--retry-refused'],
  ...['--mapping', '--skip-enrolled', '--workers'],
];
const OF_TEMPLATES = ['--passphrase-file', '--replace'];

export function importCommand(): CommandUnknownOpts {
  return takesTarget(withJson(new Command('import')))
    .argument('<source>', 'folder, CSV file, or file that "prosopon export" wrote')
    .option('--consent <reference>', 'images: consent of people for whom the CSV file has none')
    .option(
      '--journal <file>',
      'images: file that remembers what is done (default: <source>.import.jsonl)',
    )
    .option('--report <file>', 'images: CSV of all refusals (default: beside the journal)')
    .option('--retry-refused', 'images: try again those that an earlier run refused')
    .option(
      '--mapping <file>',
      'folder: file that says which folder is which class (default: in it)',
    )
    .option('--skip-enrolled', 'images: skip people who have a template not of this import')
    .option(
      '--workers <number>',
      'images, local data: worker processes',
      wholeNumber(1, MOST_WORKERS),
    )
    .option('--passphrase-file <file>', 'templates: its first line is the passphrase of the export')
    .option('--replace', 'templates: replace those of classes that already have one')
    .addHelpText(
      'after',
      `
Folder: one sub-folder for each person. If its name is a number, that is the class id; any other
name gets a new one. CSV: the columns class and image, optionally tags (a;b) and consent;
paths are relative to the file. If it is interrupted, the same command continues where it stopped.
Exit code 1: images were refused.

Examples:
  prosopon import people/
  prosopon import staff.csv --client shop
  prosopon import shop.templates --client shop --passphrase-file secret.txt`,
    )
    .action(async (source, options, command) => {
      if (await isSealed(source)) {
        refuseOptions(command, OF_IMAGES, 'only for images, and this file holds templates');
        await importTemplates(source, options);
      } else {
        refuseOptions(command, OF_TEMPLATES, 'only for templates, a file of "prosopon export"');
        await importImages(source, options, options.journal ?? journalOf(source));
      }
    });
}

async function isSealed(path: string): Promise<boolean> {
  await using file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  if ((await file.stat()).isDirectory()) return false;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(15), 0, 15, 0);
  return buffer.toString('latin1', 0, bytesRead) === 'PROSOPON-SEALED';
}

async function importTemplates(source: string, options: Options): Promise<void> {
  const { passphraseFile, replace = false } = options;
  if (options.url !== undefined)
    throw new InvalidArgument('Templates are imported into local data only: leave --url out.');
  if (passphraseFile === undefined)
    throw new InvalidArgument(`${source} needs its passphrase: --passphrase-file.`);
  const secret = await readPassphrase(passphraseFile);
  const report = await withStore(async (store) => {
    const { clients, templates, audit } = store;
    const client = await chooseClient(clients, options.client);
    const { id, storage, partition, settings } = client;
    if (settings.rejectDuplicates)
      throw new InvalidArgument(
        `Imported templates are not searched for duplicates, which "${id}" rejects: turn its setting ` +
          'rejectDuplicates off, import, and run "prosopon duplicates".',
      );
    const { header, plain } = await openStream(readPieces(source), () => secret);
    if (header.content !== TEMPLATES)
      throw new InvalidArgument(`${source} holds a ${header.content}, not templates`);
    const owner = { storage, partition };
    const registered = requireRegistered(client);
    const owned: Pick<TemplateStore, 'update'> = {
      update: (bcid, change, _, how) => templates.update(bcid, change, registered, how),
    };
    const record = (what: string, outcome: object) => {
      const details = { what, ...owner, ...outcome };
      return audit.append({ event: 'transfer', actor: cliActor(), clientId: id, details });
    };
    await record('import begun', {});
    const done = { imported: 0, existing: 0 };
    let complete = false;
    try {
      await unpackTemplates(plain, store, owned, owner, replace, done);
      complete = true;
    } finally {
      // Each class is stored by itself, so a failed import may have stored some.
      await record('import', { ...done, complete });
    }
    return done;
  });
  print(options, report, ({ imported, existing }) => {
    const done = `${count(imported, 'template')} imported.`;
    if (existing === 0) return done;
    return `${done} Left as they are: ${count(existing, 'class', 'classes')} with a template (see --replace).`;
  });
}
