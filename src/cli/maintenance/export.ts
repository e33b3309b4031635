/** `export`: the templates of one client in a sealed file that `import` reads. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { sealStream } from '../../archive/sealed-stream.ts';
import { type ExportReport, packTemplates, TEMPLATES } from '../../archive/template-archive.ts';
import { EXIT } from '../exit-codes.ts';
import { chooseClient, cliActor, withStore } from '../local-store.ts';
import { count, print, withJson } from '../output.ts';
import { readPassphrase, writeWhole } from './archive-options.ts';

export function exportCommand(): CommandUnknownOpts {
  return withJson(new Command('export'))
    .argument('<file>', 'file to write')
    .requiredOption(
      '--passphrase-file <file>',
      'seal it with the first line of this file, which opens it again',
    )
    .option('--client <id>', 'client whose templates are exported')
    .addHelpText(
      'after',
      `
The file holds templates, thumbnails, tags and consents; another installation takes them over with
"prosopon import".

Example:
  prosopon export shop.templates --client shop --passphrase-file secret.txt`,
    )
    .action(async (file, options) => {
      const secret = await readPassphrase(options.passphraseFile);
      const report = { templates: 0, thumbnails: 0, corrupted: 0 };
      await withStore(async ({ clients, database, templates, audit }) => {
        const { id, storage, partition } = await chooseClient(clients, options.client);
        await audit.append({
          event: 'transfer',
          actor: cliActor(),
          clientId: id,
          details: { what: 'export', storage, partition },
        });
        const archive = packTemplates(database, templates, { storage, partition }, report);
        await writeWhole(file, sealStream(archive, TEMPLATES, secret));
      });
      if (report.corrupted > 0) process.exitCode = EXIT.failure;
      print(options, { file, ...report }, () => describe(file, report));
    });
}

function describe(file: string, { templates, thumbnails, corrupted }: ExportReport): string {
  const content = `${count(templates, 'template')} with ${count(thumbnails, 'thumbnail')}`;
  const written = `${content} written to ${file}.`;
  if (corrupted === 0) return written;
  const left = count(corrupted, 'template or thumbnail', 'templates or thumbnails');
  return `${written}\nFailed the check and left out: ${left}.`;
}
