/** The client registry for administration: every change is written to the audit trail. */
import type { Client } from '../../access/clients/client.ts';
import { revisionOf } from '../../access/clients/client-revision.ts';
import type { ClientRegistry } from '../../access/clients/clients.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';
import type { Bookkeeping } from '../../journal/bookkeeping.ts';

/** The registry with audit entries; it rejects if an entry fails. @param actor named there */
export function administerClients(
  clients: ClientRegistry,
  audit: Pick<AuditTrail, 'append'>,
  actor: string,
): ClientRegistry {
  const changed = (clientId: string, change: string, more: object = {}) =>
    audit.append({ event: 'client-change', actor, clientId, details: { change, ...more } });
  return {
    ...clients,
    async create(wanted) {
      const client = await clients.create(wanted);
      const { id, storage, partition, settings } = client;
      const takenOver = (['secret', 'key'] as const).filter((name) => wanted[name] !== undefined);
      const more = takenOver.length === 0 ? {} : { takenOver };
      await changed(id, 'created', { storage, partition, settings, ...more });
      return client;
    },
    async updateSettings(id, settings, seen) {
      const client = await clients.updateSettings(id, settings, seen);
      await changed(id, 'settings', { settings });
      return client;
    },
    async rotateKey(id, overlapSeconds) {
      const added = await clients.rotateKey(id, overlapSeconds);
      await changed(id, 'key rotated', { keyId: added.keyId });
      return added;
    },
    async update(id, changes, seen) {
      const client = await clients.update(id, changes, seen);
      await changed(id, 'changed', changes);
      return client;
    },
    async endKey(id, keyId) {
      await clients.endKey(id, keyId);
      await changed(id, 'key ended', { keyId });
    },
    async rotateSecret(id, overlapSeconds) {
      const made = await clients.rotateSecret(id, overlapSeconds);
      const { created } = (await clients.credentials(id)).secret;
      await changed(id, 'secret rotated', { created });
      return made;
    },
    async endOlderSecret(id) {
      await clients.endOlderSecret(id);
      await changed(id, 'older secret ended');
    },
    async delete(id, options) {
      const { sharedWith, templates, ...ended } = await clients.dependentRows(id);
      const { storage, partition } = await clients.get(id);
      const erase = options?.erase === true && sharedWith.length === 0;
      const erased = await clients.delete(id, options);
      const more = { storage, partition, erased, templates };
      if (erase) await changed(id, 'deleted with its templates', { ...ended, ...more });
      else await changed(id, 'deleted', ended);
      return erased;
    },
  };
}

/** Changes send `revision` back as `If-Match`, and are refused if another change came first. */
export const withRevision = <C extends Client>(client: C) => ({
  ...client,
  revision: revisionOf(client),
});

/** @param only the single client to list; undefined: all */
export async function listClients(
  { clients }: { readonly clients: Pick<ClientRegistry, 'list'> },
  only: string | undefined,
) {
  const asked = ({ id }: Client) => only === undefined || id === only;
  return (await clients.list()).filter(asked).map(withRevision);
}

/**
 * Everything about a client: when its secrets and keys end, its use, and what a deletion deletes.
 * An administrator of a single client (`only`) sees only the number of clients that share its
 * templates. @throws NotFound
 */
export async function describeClient(
  {
    clients,
    bookkeeping,
  }: {
    readonly clients: ClientRegistry;
    readonly bookkeeping: Pick<Bookkeeping, 'usage'>;
  },
  id: string,
  only?: string,
) {
  const client = await clients.get(id);
  const belongings = await clients.dependentRows(id);
  const sharedWith = belongings.sharedWith.map((other) => (only === undefined ? other : '…'));
  return {
    ...withRevision(client),
    ...(await clients.credentials(id)),
    usage: await bookkeeping.usage(client),
    /** What a deletion deletes too; `sharedWith`: clients that keep the templates. */
    belongings: { ...belongings, sharedWith },
  };
}
