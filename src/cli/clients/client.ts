/** `client`: registers the applications that may call the service, and their keys. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Client, NewClient } from '../../access/clients/client.ts';
import { checkSetting } from '../../access/clients/client-settings.ts';
import { MOVING_IN } from '../../access/clients/moving-in.ts';
import { InvalidArgument } from '../../errors.ts';
import { collect } from '../arguments.ts';
import { confirm, takesYes } from '../confirm.ts';
import { chooseClient, NO_CLIENT_YET, withStore } from '../local-store.ts';
import { note, print, table, toJson, withJson } from '../output.ts';
import {
  administered,
  endKeyCommand,
  endSecretCommand,
  rotateKeyCommand,
  rotateSecretCommand,
} from './client-credentials.ts';
import { describeSettings, settingsArgument, warnOfSettings } from './client-settings.ts';
import { showCommand, takenAlong } from './client-show.ts';
import { givenOf, publicKeysOf } from './given.ts';

export function clientCommand(): CommandUnknownOpts {
  return new Command('client')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(setCommand())
    .addCommand(showCommand())
    .addCommand(rotateKeyCommand())
    .addCommand(rotateSecretCommand())
    .addCommand(endKeyCommand())
    .addCommand(endSecretCommand())
    .addCommand(deleteCommand());
}

function createCommand(): CommandUnknownOpts {
  return withJson(new Command('create'))
    .description('register a client; prints its secret and signing key, once')
    .requiredOption('--id <id>', 'client id, the `sub` of its JWTs')
    .option('--name <name>', 'name that people see (default: the id)')
    .option('--storage <name>', 'storage its templates belong to (default: the id)')
    .option('--partition <id>', 'partition of that storage', '1')
    .option('--redirect-uri <uri>', 'OAuth redirect URI; may be repeated', collect)
    .option(
      '--post-logout-redirect-uri <uri>',
      'redirect URI after a logout; may be repeated',
      collect,
    )
    .option('--origin <origin>', 'web origin allowed to call (CORS); may be repeated', collect)
    .option('--public-keys <keys>', 'JWKs or PEM it signs with at /oauth/token; @FILE reads a file')
    .option('--secret <secret>', 'use this secret, not a new one; @FILE reads it from a file')
    .option('--key <base64>', 'use this signing key, not a new one; @FILE reads it from a file')
    .option('--moving-in', 'for an application of another service: sets what those need')
    .addArgument(settingsArgument())
    .addHelpText(
      'after',
      `
Clients with the same storage and partition share their templates.

${describeSettings()}

Examples:
  prosopon client create --id shop --name "My shop" --storage customers --partition 1
  prosopon client create --id shop leastLiveness=challenge 'minimumQuality={"HeadPoseYaw":50}'
  prosopon client create --id shop --moving-in --secret @secret.txt --key @key.txt
  prosopon client create --id shop --json > shop.json`,
    )
    .action(async (given, options) => {
      const wanted: NewClient = {
        id: options.id,
        name: options.name ?? options.id,
        storage: options.storage ?? options.id,
        partition: options.partition,
        redirectUris: options.redirectUri ?? [],
        postLogoutRedirectUris: options.postLogoutRedirectUri ?? [],
        allowedOrigins: options.origin ?? [],
        publicKeys: await publicKeysOf(options.publicKeys),
        settings: { ...(options.movingIn && MOVING_IN), ...given },
        ...(await givenOf('secret', options.secret)),
        ...(await givenOf('key', options.key)),
      };
      const created = await withStore((store) => administered(store).create(wanted), {
        create: true,
      });
      warnOfSettings(created.id, created.settings);
      if (options.movingIn) note(MOVED_IN);
      const { id, secret, key, keyId, storage, partition, redirectUris } = created;
      const { leastLiveness } = created.settings;
      print(
        options,
        { id, secret, key, keyId, storage, partition, redirectUris },
        () => `Client "${id}" is registered; its templates are those of ${storage}.${partition}.
  secret  ${secret}
  key     ${key}
  key id  ${keyId}
  liveness  ${LIVENESS[leastLiveness]}
The key signs its JWTs (HS256, HS384 or HS512), the secret is for Basic authentication.
Both are shown only now: keep them safe.`,
      );
    });
}

const MOVED_IN = `prosopon: set ${Object.entries(MOVING_IN)
  .map(([name, value]) => `${name}=${value}`)
  .join(', ')}. Turn off again what the application does not need. gRPC clients keep
their generated code if PROSOPON_GRPC_ALIASES names their services.`;

/** Each level of liveness in the operator's words. */
const LIVENESS = {
  passive: 'one image is enough, which only stops crude attacks (leastLiveness demands more)',
  video: 'a video is needed, or two images between which the head moved',
  motion: 'two images are needed, between which the head moved',
  challenge: 'the head has to move as asked',
} as const;

function listCommand(): CommandUnknownOpts {
  return withJson(new Command('list'))
    .description('list the clients')
    .action(async (options) => {
      const clients = await withStore((store) => store.clients.list());
      print(options, clients, describeClients);
    });
}

function describeClients(clients: readonly Client[]): string {
  if (clients.length === 0) return NO_CLIENT_YET;
  return table(
    ['ID', 'NAME', 'STORAGE', 'PARTITION', 'CREATED'],
    clients.map(({ id, name, storage, partition, created }) => [
      id,
      name,
      storage,
      partition,
      created.toISOString(),
    ]),
  );
}

function deleteCommand(): CommandUnknownOpts {
  return takesYes(withJson(new Command('delete')).argument('<id>', 'client id'))
    .description('delete a client with its keys')
    .option('--erase', 'also erase the templates only this client can reach')
    .addHelpText('after', '\nExample:\n  prosopon client delete shop --erase')
    .action(async (id, options) => {
      const erase = options.erase === true;
      const deed = `Delete the client "${id}"${erase ? ' and erase its templates' : ''}`;
      await confirm(options, deed, async () =>
        note(takenAlong(await withStore((store) => store.clients.dependentRows(id)))),
      );
      await withStore((store) => administered(store).delete(id, { erase })).catch(
        (error: unknown) => {
          if (erase || !(error instanceof InvalidArgument)) throw error;
          throw new InvalidArgument(`${error.message} (--erase).`);
        },
      );
      print(options, { id, deleted: true }, () => `Client "${id}" is deleted.`);
    });
}

function setCommand(): CommandUnknownOpts {
  return withJson(new Command('set'))
    .description('change settings of a client; prints all of them')
    .argument('<id>', 'client id')
    .option('--name <name>', 'name shown to people')
    .option(
      '--redirect-uri <uri>',
      'redirect URI, replacing earlier ones; may be repeated',
      collect,
    )
    .option('--no-redirect-uri', 'remove all redirect URIs')
    .option(
      '--post-logout-redirect-uri <uri>',
      'redirect URI after a logout, replacing earlier ones; may be repeated',
      collect,
    )
    .option('--no-post-logout-redirect-uri', 'remove all of these')
    .option('--origin <origin>', 'web origin, replacing earlier ones; may be repeated', collect)
    .option('--no-origin', 'remove all web origins')
    .option('--public-keys <keys>', 'JWKs or PEM, replacing earlier ones; @FILE reads a file')
    .option('--no-public-keys', 'remove all public keys: its secret is accepted again')
    .addArgument(settingsArgument())
    .addHelpText(
      'after',
      `
${describeSettings()}

Examples:
  prosopon client set shop requireConsent=true auditRetentionDays=365
  prosopon client set shop 'allowedOperations=["enroll","verify"]'
  prosopon client set shop --no-origin        no page may call it
  prosopon client set shop                    only shows them`,
    )
    .action(async (id, given, options) => {
      const changes = {
        ...(options.name !== undefined && { name: options.name }),
        ...(options.redirectUri !== undefined && { redirectUris: options.redirectUri || [] }),
        ...(options.postLogoutRedirectUri !== undefined && {
          postLogoutRedirectUris: options.postLogoutRedirectUri || [],
        }),
        ...(options.origin !== undefined && { allowedOrigins: options.origin || [] }),
        ...(options.publicKeys !== undefined && {
          publicKeys: await publicKeysOf(options.publicKeys || '[]'),
        }),
      };
      const changed = Object.keys(changes).length > 0;
      // Checks first, so that a refused setting leaves the client unchanged.
      for (const [name, value] of Object.entries(given)) checkSetting(name, value);
      if (changed) await withStore((store) => administered(store).update(id, changes));
      const { settings } = await withStore((store) =>
        Object.keys(given).length === 0
          ? chooseClient(store.clients, id)
          : administered(store).updateSettings(id, given),
      );
      warnOfSettings(id, settings);
      const report = changed ? `Changed for "${id}": ${toJson(changes)}\n` : '';
      print(
        options,
        { id, ...changes, settings },
        () => `${report}Settings of "${id}": ${toJson(settings)}`,
      );
    });
}
