/** Opens the local data directory for one command, and finds the client. */

import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../access/clients/client.ts';
import type { ClientRegistry } from '../access/clients/clients.ts';
import { closing } from '../async.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { InvalidArgument, NotFound } from '../errors.ts';
import { openStore, type Store } from '../store.ts';
import { note } from './output.ts';
import { readAddress, readConfigBesideService } from './service-address.ts';

/** Opens the store, runs `work`, and closes it in any case. */
export async function withStore<T>(
  work: (store: Store) => Promise<T>,
  options: { readonly create?: boolean } = {},
): Promise<T> {
  await using store = closing(await openLocalStore(readConfigBesideService(), options));
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

/** `withStore` for commands that make links, which lead to the running service or to PUBLIC_URL. */
export const withStoreForLinks: typeof withStore = async (work, options) => {
  const { dataDir, publicUrl } = readConfigBesideService();
  if (!process.env.PUBLIC_URL && readAddress(dataDir) === undefined)
    warn(`no service runs on ${dataDir}: links lead to ${publicUrl}, unless you set PUBLIC_URL`);
  return withStore(work, options);
};

/** Prints a warning beside the result. */
export const warn = (message: string): void => note(`prosopon: ${message}`);

/** False if nothing was stored in the data directory yet. */
export function hasDatabase({ dataDir, databaseUrl }: Config): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'prosopon.db'));
}

export const NO_CLIENT_YET =
  'There is no client yet: create one with "prosopon client create --id NAME".';

/** The client of that id, or the only client. @throws NotFound; InvalidArgument */
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

/** The audit trail's name for the user who runs the command. */
export function cliActor(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    // In a container, the user id may have no name.
    return `cli:${process.getuid?.() ?? 'unknown'}`;
  }
}
