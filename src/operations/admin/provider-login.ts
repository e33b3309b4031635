/** Lets in whom the provider of the organisation vouches for, if a role is theirs. */
import { ACCOUNTS } from '../../access/accounts/user.ts';
import { providedActor } from '../../access/administrators/provided-administrator.ts';
import type { ProviderLogin } from '../../access/administrators/provider-login.ts';
import type { ClientRegistry } from '../../access/clients/clients.ts';
import { PermissionDenied } from '../../errors.ts';
import type { AuditTrail } from '../../journal/audit-trail.ts';

interface Parts {
  readonly clients: Pick<ClientRegistry, 'find'>;
  readonly audit: Pick<AuditTrail, 'append'>;
}

/**
 * Ends a login at the provider. The trail says who came, and whether they were let in.
 * @throws PermissionDenied they have no role here; errors of `ProviderLogin.finish`
 */
export async function finishProviderLogin(
  { clients, audit }: Parts,
  login: Pick<ProviderLogin, 'finish'>,
  ...answer: Parameters<ProviderLogin['finish']>
) {
  const { position, shown: created, ...identity } = await login.finish(...answer);
  const { client } = position ?? {};
  const isIn = position && (client === undefined || (await clients.find(client)) !== undefined);
  await audit.append({
    event: 'provider-login',
    actor: providedActor(identity),
    clientId: ACCOUNTS.id,
    details: { change: isIn ? 'admitted' : 'refused', name: identity.name, ...position },
  });
  if (!isIn) throw new PermissionDenied('The provider gives no role here.');
  return { administrator: { ...identity, position }, created };
}
