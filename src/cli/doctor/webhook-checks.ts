/** Webhooks that are disabled, or accept nothing. */
import type { WebhookRegistry } from '../../webhooks/registry.ts';
import type { Finding } from './finding.ts';

export async function checkWebhooks(
  webhooks: Pick<WebhookRegistry, 'list'>,
): Promise<readonly Finding[]> {
  const check = 'webhooks';
  const all = await webhooks.list();
  if (all.length === 0) return [];
  const bad = all.filter(({ health }) => health.disabled !== null || health.failingSince !== null);
  if (bad.length === 0) return [{ check, state: 'ok', message: `${all.length}, none failing` }];
  return bad.map(({ id, clientId, health: { disabled, failingSince, problem } }) => ({
    check,
    state: 'warn',
    message:
      disabled === null
        ? `${id} of "${clientId}" has accepted nothing since ${failingSince?.toISOString()}: ${problem}`
        : `${id} of "${clientId}" has been disabled since ${disabled.toISOString()}: ${problem}`,
    advice:
      disabled === null
        ? `Try "prosopon webhook test ${id}".`
        : `When its receiver works again: "prosopon webhook enable ${id}".`,
  }));
}
