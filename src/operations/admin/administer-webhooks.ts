/** Webhooks for administration: every change is written to the audit trail. */
import type { AuditTrail } from '../../journal/audit-trail.ts';
import type { Webhook, WebhookChanges, WebhookRegistry } from '../../webhooks/registry.ts';

/** The registry with audit entries; it rejects if an entry fails. @param actor named there */
export function administerWebhooks(
  webhooks: WebhookRegistry,
  audit: Pick<AuditTrail, 'append'>,
  actor: string,
) {
  const changed = (clientId: string, webhook: string, change: string, more: object = {}) =>
    audit.append({
      event: 'client-change',
      actor,
      clientId,
      details: { change: `webhook ${change}`, webhook, ...more },
    });
  const ofClient = async (id: string) => (await webhooks.find(id)).clientId;
  const administered: WebhookRegistry = {
    ...webhooks,
    async create(wanted) {
      const created = await webhooks.create(wanted);
      const { id, clientId, url, events } = created;
      await changed(clientId, id, 'created', { url, events });
      return created;
    },
    async update(id, changes) {
      await webhooks.update(id, changes);
      await changed(await ofClient(id), id, 'changed', changes);
    },
    async rotateSecret(id, overlapSeconds) {
      const rotated = await webhooks.rotateSecret(id, overlapSeconds);
      await changed(await ofClient(id), id, 'secret rotated');
      return rotated;
    },
    async enable(id) {
      await webhooks.enable(id);
      await changed(await ofClient(id), id, 'enabled');
    },
    async disable(id, problem) {
      await webhooks.disable(id, problem);
      await changed(await ofClient(id), id, 'disabled');
    },
    async delete(id) {
      const deleted = await webhooks.delete(id);
      await changed(deleted.clientId, id, 'deleted');
      return deleted;
    },
  };
  return {
    ...administered,
    /** Call before the message is sent. @throws NotFound */
    sentAgain: async (id: string, message: string) =>
      changed(await ofClient(id), id, 'message sent again', { message }),
    /** Applies the given changes one after another. @throws NotFound; MemberRefused */
    async change(
      id: string,
      { enabled, ...changes }: WebhookChanges & { readonly enabled?: boolean | undefined },
    ): Promise<Webhook> {
      if (Object.keys(changes).length > 0) await administered.update(id, changes);
      if (enabled === true) await administered.enable(id);
      if (enabled === false) await administered.disable(id, 'by an administrator');
      return webhooks.find(id);
    },
  };
}
