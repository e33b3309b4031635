/** `client`: registers the applications that may call the service, and their keys. */
import { Command } from 'commander';
import type { Client, NewClient } from '../access/client.ts';
import { InvalidArgument } from '../errors.ts';
import type { Store } from '../main.ts';
import { administerClients } from '../operations/administer-clients.ts';
import { collect, parseDuration, requireId, takesClientId, wholeNumber } from './arguments.ts';
import { setCommand } from './client-set.ts';
import { cliActor, withStore } from './local-store.ts';
import { minimumScore } from './minimum-quality.ts';
import { type OutputOptions, print, table, withJson } from './output.ts';

export function clientCommand(): Command {
  return new Command('client')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(setCommand())
    .addCommand(rotateKeyCommand())
    .addCommand(deleteCommand());
}

const administered = ({ clients, audit }: Store) => administerClients(clients, audit, cliActor());

interface CreateOptions extends OutputOptions {
  readonly id: string;
  readonly name?: string;
  readonly storage?: string;
  readonly partition: string;
  readonly redirectUri?: readonly string[];
  readonly origin?: readonly string[];
  readonly requireConsent?: boolean;
  readonly minimumQuality?: Readonly<Record<string, number>>;
  readonly auditRetention?: number;
  readonly debugEvidence?: boolean;
  readonly falsePositives?: number;
  readonly topMatches?: number;
  readonly public?: boolean;
  readonly requireChallenge?: boolean;
  readonly requireSecondFactor?: boolean;
}

function createCommand(): Command {
  return withJson(new Command('create'))
    .description('register a client; prints its secret and signing key, once')
    .requiredOption('--id <id>', 'client id, the `sub` of its JWTs')
    .option('--name <name>', 'name shown to people (default: the id)')
    .option('--storage <name>', 'storage its templates belong to (default: the id)')
    .option('--partition <id>', 'partition of that storage', '1')
    .option('--redirect-uri <uri>', 'OAuth redirect URI; may be repeated', collect)
    .option('--require-consent', 'enrol with a consent reference only, search only those with one')
    .option(
      '--minimum-quality <measure=score>',
      'score (0 to 100) an image must reach to be enrolled; may be repeated',
      minimumScore,
    )
    .option(
      '--audit-retention <days>',
      'days that audit entries are kept (default: for ever)',
      wholeNumber(1, 36_500),
    )
    .option('--origin <origin>', 'web origin allowed to call (CORS); may be repeated', collect)
    .option(
      '--false-positives <rate>',
      'share of searches for people who are not enrolled that may name somebody (0.003)',
      Number,
    )
    .option('--top-matches <number>', 'people a search lists at most (10)', wholeNumber(1, 100))
    .option('--public', 'OAuth: an app or page that can keep no secret; PKCE is required')
    .option('--require-challenge', 'OAuth: users turn their head as told when they log in')
    .option('--require-second-factor', 'OAuth: users give a code (TOTP) as well when they log in')
    .option('--debug-evidence', 'add what every check saw to its liveness answers')
    .addHelpText(
      'after',
      `
Clients with the same storage and partition share their templates.

Examples:
  prosopon client create --id shop --name "My shop" --storage customers --partition 1
  prosopon client create --id shop --minimum-quality HeadPoseYaw=50
  prosopon client create --id shop --json > shop.json`,
    )
    .action(create);
}

async function create(options: CreateOptions): Promise<void> {
  const wanted: NewClient = {
    id: options.id,
    name: options.name ?? options.id,
    storage: options.storage ?? options.id,
    partition: options.partition,
    redirectUris: options.redirectUri ?? [],
    allowedOrigins: options.origin ?? [],
    settings: {
      ...(options.minimumQuality && { minimumQuality: options.minimumQuality }),
      ...(options.requireConsent && { requireConsent: true }),
      ...(options.falsePositives !== undefined && {
        falsePositiveIdentificationRate: options.falsePositives,
      }),
      ...(options.topMatches !== undefined && { topMatches: options.topMatches }),
      ...(options.public && { publicClient: true }),
      ...(options.requireChallenge && { requireChallenge: true }),
      ...(options.requireSecondFactor && { requireSecondFactor: true }),
      ...(options.debugEvidence && { debugEvidence: true }),
      ...(options.auditRetention !== undefined && { auditRetentionDays: options.auditRetention }),
    },
  };
  const created = await withStore((store) => administered(store).create(wanted), {
    create: true,
  });
  const { id, secret, key, keyId, storage, partition, redirectUris } = created;
  print(
    options,
    { id, secret, key, keyId, storage, partition, redirectUris },
    () => `Client "${id}" is registered; its templates are those of ${storage}.${partition}.
  secret  ${secret}
  key     ${key}
  key id  ${keyId}
The key signs its JWTs (HS256, HS384 or HS512), the secret is for Basic authentication.
Both are shown only now: keep them safe.`,
  );
}

function listCommand(): Command {
  return withJson(new Command('list')).description('list the clients').action(list);
}

async function list(options: OutputOptions): Promise<void> {
  const clients = await withStore((store) => store.clients.list());
  print(options, clients, describeClients);
}

function describeClients(clients: readonly Client[]): string {
  if (clients.length === 0)
    return 'There is no client yet: create one with "prosopon client create --id NAME".';
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

interface ChosenOptions extends OutputOptions {
  readonly id?: string;
}

interface RotateOptions extends ChosenOptions {
  readonly overlap?: number;
}

function rotateKeyCommand(): Command {
  return takesClientId(withJson(new Command('rotate-key')))
    .description('give a client a new signing key; older ones stay valid for a while')
    .option(
      '--overlap <duration>',
      'how long older keys stay valid, such as 0s or 7d',
      parseDuration,
    )
    .addHelpText('after', '\nExample:\n  prosopon client rotate-key shop --overlap 7d')
    .action(rotateKey);
}

async function rotateKey(argument: string | undefined, options: RotateOptions): Promise<void> {
  const id = requireId(argument, options);
  const rotated = await withStore((store) => administered(store).rotateKey(id, options.overlap));
  print(
    options,
    { id, ...rotated },
    ({ key, keyId }) => `Client "${id}" has a new signing key, shown only now.
  key     ${key}
  key id  ${keyId}`,
  );
}

interface DeleteOptions extends ChosenOptions {
  readonly erase?: boolean;
}

function deleteCommand(): Command {
  return takesClientId(withJson(new Command('delete')))
    .description('delete a client with its keys')
    .option('--erase', 'also erase the templates only this client can reach')
    .addHelpText('after', '\nExample:\n  prosopon client delete shop --erase')
    .action(remove);
}

async function remove(argument: string | undefined, options: DeleteOptions): Promise<void> {
  const id = requireId(argument, options);
  const erase = options.erase === true;
  await withStore((store) => administered(store).delete(id, { erase })).catch((error: unknown) => {
    if (erase || !(error instanceof InvalidArgument)) throw error;
    throw new InvalidArgument(`${error.message} (--erase).`);
  });
  print(options, { id, deleted: true }, () => `Client "${id}" is deleted.`);
}
