/** `models bundle` and `models install`: packs in one file for offline machines. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { ModelError } from '../../inference/models/model-error.ts';
import { checkModel } from '../../inference/models/models.ts';
import { installBundle, writeBundle } from '../../inference/packs/bundle.ts';
import { RECOMMENDED } from '../../inference/packs/encoder-packs.ts';
import { expandPackName } from '../../inference/packs/known-packs.ts';
import { PAD } from '../../inference/packs/pad-packs.ts';
import { readConfig } from '../environment.ts';
import { print, withJson } from '../output.ts';
import { modelLocations } from './model-locations.ts';

export function bundleCommand(): CommandUnknownOpts {
  return withJson(new Command('bundle'))
    .description('write installed packs into one file, for "models install" elsewhere')
    .argument('<file>', 'tar file to write')
    .argument('[name...]', `packs (default: ${RECOMMENDED} and ${PAD})`)
    .addHelpText('after', '\nExample:\n  prosopon models bundle models.tar')
    .action(async (file, asked, options) => {
      const names = (asked.length === 0 ? [RECOMMENDED, PAD] : asked).flatMap(expandPackName);
      await writeBundle(names, file, readConfig());
      print(options, { file, packs: names }, () => `${file} holds ${names.join(', ')}.`);
    });
}

export function installCommand(): CommandUnknownOpts {
  return withJson(new Command('install'))
    .description('install the packs of a file that "models bundle" wrote; needs no network')
    .argument('<file>', 'the file')
    .addHelpText('after', '\nExample:\n  prosopon models install models.tar')
    .action(async (file, options) => {
      const config = readConfig();
      const names = await installBundle(file, config);
      const locations = await modelLocations(config);
      for (const name of names) {
        const { ok, detail } = await checkModel(name, locations);
        if (!ok) throw new ModelError(`${name}: ${detail}`);
      }
      print(
        options,
        { packs: names },
        () => `Checked, and installed in ${config.dataDir}: ${names.join(', ')}.`,
      );
    });
}
