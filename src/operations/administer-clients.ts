/** The client registry for those who administer it: every change is written to the audit trail. */
import type { ClientRegistry } from '../access/clients.ts';
import type { AuditTrail } from '../journal/audit-trail.ts';

/**
 * The same registry; a change whose entry cannot be written rejects, though it was made.
 * @param actor who makes the changes, as the audit trail names them
 */
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
    async updateSettings(id, settings) {
      const client = await clients.updateSettings(id, settings);
      await changed(id, 'settings', { settings });
      return client;
    },
    async rotateKey(id, overlapSeconds) {
      const added = await clients.rotateKey(id, overlapSeconds);
      await changed(id, 'key rotated', { keyId: added.keyId });
      return added;
    },
    async delete(id, options) {
      await clients.delete(id, options);
      await changed(id, options?.erase === true ? 'deleted with its templates' : 'deleted');
    },
  };
}
