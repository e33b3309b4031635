/** The state of a client that an administrator has seen, so that no change is undone unseen. */
import { createHash } from 'node:crypto';
import { Aborted } from '../../errors.ts';
import type { Client } from './client.ts';

type Changeable = Pick<Client, 'name' | 'redirectUris' | 'allowedOrigins' | 'settings'>;

/** Another one after each change; says nothing of what it stands for. */
export function revisionOf({ name, redirectUris, allowedOrigins, settings }: Changeable): string {
  const sorted = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
  const state = JSON.stringify([name, redirectUris, allowedOrigins, sorted]);
  return createHash('sha256').update(state).digest('base64url').slice(0, 16);
}

/** @param seen absent: whatever it is now is changed. @throws Aborted it is not that any more */
export function requireRevision(client: Changeable, seen: string | undefined): void {
  if (seen !== undefined && seen !== revisionOf(client))
    throw new Aborted('Another administrator has changed this client: reload it.');
}
