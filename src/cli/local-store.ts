/** Commands on the local data directory: the store opened for one command, and whose data it is. */

import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../access/clients/client.ts';
import type { ClientRegistry } from '../access/clients/clients.ts';
import { closing } from '../async.ts';
import { type Config, ConfigError } from '../config.ts';
import { InvalidArgument, NotFound } from '../errors.ts';
import { openStore, type Store } from '../store.ts';
import { readConfig } from './environment.ts';
import { note } from './output.ts';
import { withRunningAddress } from './service-address.ts';

/** Opens the store, runs `work` and closes it whatever happens. */
export async function withStore<T>(
  work: (store: Store) => Promise<T>,
  options: { readonly create?: boolean } = {},
): Promise<T> {
  await using store = closing(await openLocalStore(withRunningAddress(readConfig()), options));
  return await work(store);
}

/** Opens the store; without `create` it has to exist. @throws ConfigError */
export function openLocalStore(
  config: Config,
  { create = false }: { readonly create?: boolean } = {},
): Promise<Store> {
  if (!create && !hasDatabase(config))
    throw new ConfigError(
      `there is no database in ${config.dataDir}: set PROSOPON_DATA to the right one, ` +
        'or start with "prosopon serve" or "prosopon client create"',
    );
  return openStore(config, warn);
}

/** Tells of what is unsafe, beside what the command prints. */
export const warn = (message: string): void => note(`prosopon: ${message}`);

/** False in a data directory that nothing was kept in yet. */
export function hasDatabase({ dataDir, databaseUrl }: Config): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'prosopon.db'));
}

export const NO_CLIENT_YET =
  'There is no client yet: create one with "prosopon client create --id NAME".';

/** The client of that id, or the only one. @throws NotFound; InvalidArgument */
export async function chooseClient(
  clients: Pick<ClientRegistry, 'find' | 'list'>,
  id: string | undefined,
): Promise<Client> {
  if (id !== undefined) {
    const found = await clients.find(id);
    if (found === undefined)
      throw new NotFound(
        `There is no client "${id}"; "prosopon client list" shows those there are.`,
      );
    return found;
  }
  const [only, ...others] = await clients.list();
  if (only === undefined) throw new InvalidArgument(NO_CLIENT_YET);
  if (others.length > 0)
    throw new InvalidArgument(
      `Name the client with --client: ${[only, ...others].map(({ id }) => id).join(', ')}.`,
    );
  return only;
}

/** Who runs the command, as the audit trail names them. */
export function cliActor(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    // A container may run under a number that nobody gave a name.
    return `cli:${process.getuid?.() ?? 'unknown'}`;
  }
}
