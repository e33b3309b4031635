/** `models`: lists and checks networks, fetches packs, chooses the encoder. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { InvalidArgument } from '../../errors.ts';
import { DLIB_FACERES } from '../../faces/encoding/built-in-encoder.ts';
import { RECOMMENDED_ENCODER } from '../../faces/encoding/encoders.ts';
import {
  checkModel,
  checkModels,
  listModels,
  MODEL_NAMES,
  type ModelCheck,
  type ModelListing,
  pullPack,
} from '../../inference/models/models.ts';
import { RECOMMENDED } from '../../inference/packs/encoder-packs.ts';
import { expandPackName, PACKS } from '../../inference/packs/known-packs.ts';
import { readConfig } from '../environment.ts';
import { EXIT } from '../exit-codes.ts';
import { withStore } from '../local-store.ts';
import { count, note, print, table, withJson } from '../output.ts';
import { modelLocations } from './model-locations.ts';
import { networksInUse } from './networks-in-use.ts';

export function modelsCommand(): CommandUnknownOpts {
  return new Command('models')
    .addCommand(listCommand())
    .addCommand(pullCommand())
    .addCommand(checkCommand())
    .addCommand(useCommand());
}

function listCommand(): CommandUnknownOpts {
  return withJson(new Command('list'))
    .description(
      'list built-in models and packs with their licences; --json also gives their origin',
    )
    .addHelpText('after', '\nExample:\n  prosopon models list')
    .action(async (options) => {
      const config = readConfig();
      const models = await listModels(config);
      const { encoder, detector } = await networksInUse(config);
      print(options, { encoder, detector, models }, () =>
        [
          table(['NAME', 'FROM', 'ROLE', 'STATE', 'LICENCE'], models.map(row)),
          '',
          ...models.filter((model) => model.note).map(({ name, note }) => `${name}: ${note}`),
          '',
          `In use: encoder ${encoder}, detector ${detector}`,
        ].join('\n'),
      );
    });
}

function row({ name, origin, role, installed, licence }: ModelListing) {
  const absent = origin === 'pack' ? 'not here: models pull' : 'not here';
  return [name, origin, role, installed ? 'installed' : absent, licence.split(/[;(]/)[0]!.trim()];
}

function pullCommand(): CommandUnknownOpts {
  return withJson(new Command('pull'))
    .description('download packs, verified by size and digest')
    .argument('<name...>', 'packs; "models list" shows them; pad: all of liveness')
    .addHelpText(
      'after',
      `
Proxies are taken from http_proxy, https_proxy and no_proxy. Without network, pull on another machine
and copy the folder packs of its data directory into the one here.

Examples:
  prosopon models pull recommended pad
  prosopon models pull mobilefacenet`,
    )
    .action(async (asked, options) => {
      const names = asked.flatMap(expandPackName);
      const config = readConfig();
      requireKnown(names);
      const locations = await modelLocations(config);
      const pulled: { name: string; downloaded: boolean; licence: string }[] = [];
      for (const name of names) {
        note(`Fetching ${name}`);
        const { pack, downloaded } = await pullPack(name, locations, { offline: config.offline });
        pulled.push({ name, downloaded, licence: pack.licence });
      }
      print(options, pulled, () =>
        pulled
          .map(({ name, downloaded, licence }) => {
            const done = downloaded ? 'downloaded and checked' : 'is already installed and intact';
            return `${name} ${done}. Licence: ${licence}`;
          })
          .join('\n'),
      );
    });
}

function checkCommand(): CommandUnknownOpts {
  return withJson(new Command('check'))
    .description(
      'verify the files of models, convert them and run each once; compare what those in use answer with the release',
    )
    .argument('[name...]', 'models or packs (default: all that are installed)')
    .addHelpText('after', '\nExamples:\n  prosopon models check\n  prosopon models check mbf')
    .action(async (asked, options) => {
      const names = asked.flatMap(expandPackName);
      const config = readConfig();
      requireKnown(names);
      const locations = await modelLocations(config);
      const checks: ModelCheck[] = names.length === 0 ? await checkModels(locations) : [];
      for (const name of names) checks.push(await checkModel(name, locations));
      const intact = checks.every((check) => check.ok);
      const { checkOutputs, outputRow } = await import('./released-outputs.ts');
      const outputs =
        intact && names.length === 0 ? await checkOutputs(config, locations) : undefined;
      const ok = intact && (outputs ?? []).every(({ state }) => state !== 'different');
      if (!ok) process.exitCode = EXIT.failure;
      const rows = checks.map(({ name, detail }) => [name, detail]);
      print(options, { ok, checks, ...(outputs && { outputs }) }, () =>
        [
          table(['MODEL', 'RESULT'], rows),
          ...(outputs ? ['', table(['OUTPUTS', 'OF', 'RESULT'], outputs.map(outputRow))] : []),
        ].join('\n'),
      );
    });
}

function useCommand(): CommandUnknownOpts {
  return withJson(new Command('use'))
    .description('choose the encoder; templates are upgraded to it')
    .argument('<name>', `a pack, ${RECOMMENDED}, or ${DLIB_FACERES.name}, which is built in`)
    .addHelpText(
      'after',
      `
A running service changes over within a few seconds and upgrades the templates from their thumbnails
in the background; its log shows how far it is. Templates without thumbnails cannot be upgraded:
enrol these anew.

${RECOMMENDED}, which holds unless another is chosen, is ${RECOMMENDED_ENCODER} where it is installed,
else ${DLIB_FACERES.name}.

Examples:
  prosopon models use ${RECOMMENDED}
  prosopon models use mobilefacenet
  prosopon models use ${DLIB_FACERES.name}`,
    )
    .action(async (name, options) => {
      const config = readConfig();
      requireEncoder(name);
      const { useModel } = await import('./models-use.ts');
      const inUse = await withStore((store) => useModel(name, config, store), {
        create: true,
      });
      print(options, inUse, ({ encoder, encoderVersion, detector, outdatedTemplates }) => {
        const upgrade =
          outdatedTemplates === 0
            ? 'No template has to be upgraded.'
            : `${count(outdatedTemplates, 'template')} will be upgraded by the running service.`;
        return `In use: encoder ${encoder}, version ${encoderVersion}; detector ${detector}. ${upgrade}`;
      });
    });
}

/** @throws InvalidArgument no such encoder */
function requireEncoder(name: string): void {
  if ([RECOMMENDED, DLIB_FACERES.name].includes(name)) return;
  requireKnown([name]);
  const kind = PACKS.find((pack) => pack.name === name)?.kind;
  if (kind === 'pad' || kind === 'detector')
    throw new InvalidArgument(`${name} is no encoder. It is used as soon as it is installed.`);
  if (kind === undefined)
    throw new InvalidArgument(`${name} is neither a pack nor ${DLIB_FACERES.name}.`);
}

/** @throws InvalidArgument naming the known ones */
function requireKnown(names: readonly string[]): void {
  const unknown = names.find((name) => !MODEL_NAMES.includes(name));
  if (unknown !== undefined)
    throw new InvalidArgument(
      `There is no model "${unknown}"; there are ${MODEL_NAMES.join(', ')}.`,
    );
}
