/** `client rotate-key` and similar commands for secrets and keys. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { administerClients } from '../../operations/admin/administer-clients.ts';
import type { Store } from '../../store.ts';
import { parseDuration } from '../arguments.ts';
import { cliActor, withStore } from '../local-store.ts';
import { print, withJson } from '../output.ts';

/** Client administration in the name of the system user. */
export const administered = ({ clients, audit }: Store) =>
  administerClients(clients, audit, cliActor());

export function rotateKeyCommand(): CommandUnknownOpts {
  return withJson(new Command('rotate-key'))
    .argument('<id>', 'client id')
    .description('give a client a new signing key; older ones stay valid for a while')
    .option(
      '--overlap <duration>',
      'how long older keys stay valid, such as 0s or 7d',
      parseDuration,
    )
    .addHelpText('after', '\nExample:\n  prosopon client rotate-key shop --overlap 7d')
    .action(async (id, options) => {
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

export function rotateSecretCommand(): CommandUnknownOpts {
  return withJson(new Command('rotate-secret'))
    .argument('<id>', 'client id')
    .description('give a client a new secret; the older one stays valid for a while')
    .option(
      '--overlap <duration>',
      'how long the older one stays valid, such as 0s or 7d',
      parseDuration,
    )
    .action(async (id, options) => {
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
      print(options, { id, keyId, ended: true }, () => `Key ${keyId} of "${id}" has ended.`);
    });
}

export function endSecretCommand(): CommandUnknownOpts {
  return withJson(new Command('end-older-secret'))
    .argument('<id>', 'client id')
    .description('end the older secret at once')
    .action(async (id, options) => {
      await withStore((store) => administered(store).endOlderSecret(id));
      print(options, { id, ended: true }, () => `The older secret of "${id}" has ended.`);
    });
}
