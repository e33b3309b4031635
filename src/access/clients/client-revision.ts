/** Revision of a client as an administrator saw it. Prevents overwriting changes unseen. */
import { createHash } from 'node:crypto';
import { Aborted } from '../../errors.ts';
import type { Client, ClientChanges } from './client.ts';

type Changeable = Required<ClientChanges> & Pick<Client, 'settings'>;

/** Differs after each change. Reveals nothing about the values. */
export function revisionOf({ settings, ...client }: Changeable): string {
  const { name, redirectUris, postLogoutRedirectUris, allowedOrigins, publicKeys } = client;
  const sorted = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
  const addresses = [redirectUris, postLogoutRedirectUris, allowedOrigins];
  const state = JSON.stringify([name, addresses, publicKeys, sorted]);
  return createHash('sha256').update(state).digest('base64url').slice(0, 16);
}

/** @param seen absent: allow the change in any case @throws Aborted the client has changed since */
export function requireRevision(client: Changeable, seen: string | undefined): void {
  if (seen !== undefined && seen !== revisionOf(client))
    throw new Aborted('Another administrator has changed this client: reload it.');
}
