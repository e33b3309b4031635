/** `client show`, `rotate-key` and their like: secrets and keys, and what a client is used for. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { administerClients, describeClient } from '../../operations/admin/administer-clients.ts';
import type { Store } from '../../store.ts';
import { parseDuration, requireId, takesClientId } from '../arguments.ts';
import { cliActor, withStore } from '../local-store.ts';
import { print, withJson } from '../output.ts';

export const administered = ({ clients, audit }: Store) =>
  administerClients(clients, audit, cliActor());

export function rotateKeyCommand(): CommandUnknownOpts {
  return takesClientId(withJson(new Command('rotate-key')))
    .description('give a client a new signing key; older ones stay valid for a while')
    .option(
      '--overlap <duration>',
      'how long older keys stay valid, such as 0s or 7d',
      parseDuration,
    )
    .addHelpText('after', '\nExample:\n  prosopon client rotate-key shop --overlap 7d')
    .action(async (argument, options) => {
      const id = requireId(argument, options);
      const rotated = await withStore((store) =>
        administered(store).rotateKey(id, options.overlap),
      );
      print(
        options,
        { id, ...rotated },
        ({ key, keyId }) => `Client "${id}" has a new signing key, shown only now.
  key     ${key}
  key id  ${keyId}`,
      );
    });
}

export function showCommand(): CommandUnknownOpts {
  return takesClientId(withJson(new Command('show')))
    .description('show a client: its addresses, when secrets and keys end, how it is used')
    .action(async (argument, options) => {
      const id = requireId(argument, options);
      const client = await withStore((store) => describeClient(store, id));
      print(options, client, describe);
    });
}

function describe(client: Awaited<ReturnType<typeof describeClient>>): string {
  const { secret, keys, usage } = client;
  const ends = (end: Date | null | undefined) => (end ? `ends ${end.toISOString()}` : 'in force');
  return [
    `Client "${client.id}" (${client.name}), templates of ${client.storage}.${client.partition}`,
    `  redirect URIs  ${client.redirectUris.join(' ') || 'none'}`,
    `  origins        ${client.allowedOrigins.join(' ') || 'none'}`,
    `  secret         of ${secret.created.toISOString()}`,
    ...(secret.olderEnds ? [`  older secret   ${ends(secret.olderEnds)}`] : []),
    ...keys.map((key) => `  key            ${key.keyId}, ${ends(key.ends)}`),
    `  usage          ${usage.calls} calls in ${usage.days} days, ${usage.errors} failed, ` +
      `the last ${usage.lastUsed?.toISOString() ?? 'never'}`,
    `  ${takenAlong(client.belongings)}`,
  ].join('\n');
}

export const takenAlong = (all: Awaited<ReturnType<Store['clients']['belongings']>>): string =>
  `Deleting it takes along ${all.keys} keys, ${all.webhooks} webhooks, ${all.consents} consents of ` +
  `people and the role of ${all.administrators} administrators; ${all.templates} templates ` +
  (all.sharedWith.length > 0 ? `stay for ${all.sharedWith.join(', ')}.` : 'go only with --erase.');

export function rotateSecretCommand(): CommandUnknownOpts {
  return takesClientId(withJson(new Command('rotate-secret')))
    .description('give a client a new secret; the previous one stays valid for a while')
    .option('--overlap <duration>', 'how long it stays valid, such as 0s or 7d', parseDuration)
    .action(async (argument, options) => {
      const id = requireId(argument, options);
      const made = await withStore((store) =>
        administered(store).rotateSecret(id, options.overlap),
      );
      print(
        options,
        { id, ...made },
        ({ secret }) => `Client "${id}" has a new secret, shown only now.\n  secret  ${secret}`,
      );
    });
}

export function endKeyCommand(): CommandUnknownOpts {
  return withJson(new Command('end-key'))
    .description('end a signing key at once')
    .argument('<id>', 'client id')
    .argument('<key-id>', 'as "client show" lists them')
    .action(async (id, keyId, options) => {
      await withStore((store) => administered(store).endKey(id, keyId));
      print(options, { id, keyId, ended: true }, () => `Key ${keyId} of "${id}" is ended.`);
    });
}

export function endSecretCommand(): CommandUnknownOpts {
  return takesClientId(withJson(new Command('end-older-secret')))
    .description('end the previous secret at once')
    .action(async (argument, options) => {
      const id = requireId(argument, options);
      await withStore((store) => administered(store).endOlderSecret(id));
      print(options, { id, ended: true }, () => `The older secret of "${id}" is ended.`);
    });
}
