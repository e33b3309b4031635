/** Logins at sandbox clients: they end at once, for users who are made up and no accounts. */
import { createHash } from 'node:crypto';
import type { Interaction, OIDCContext } from 'oidc-provider';
import type { User } from '../accounts/user.ts';
import type { UserRegistry } from '../accounts/users.ts';
import { OUTCOMES } from '../clients/sandbox.ts';
import type { LoginDemands } from './client-metadata.ts';
import { levelOf } from './levels.ts';

const PREFIX = 'sandbox:';
const LONGEST_HINT = 64;

export const isSandboxUser = (userId: string): boolean => userId.startsWith(PREFIX);

/** @param client of the OAuth library */
export const isSandbox = (client: object | undefined): boolean =>
  (client as Partial<LoginDemands> | undefined)?.sandbox === true;

/** The user of that id, if the client may know: a sandbox knows its own alone. */
export async function userFor(
  users: Pick<UserRegistry, 'find'>,
  sandbox: boolean,
  id: string,
): Promise<User | undefined> {
  if (!sandbox) return users.find(id);
  if (!isSandboxUser(id)) return undefined;
  const classId = createHash('sha256').update(id).digest().readBigUInt64BE() >> 2n;
  // Nobody's address, whatever the hint says.
  const address = { email: `${classId}@sandbox.invalid`, emailConfirmed: true };
  const about = { admin: false, position: undefined, disabled: false, created: new Date(0) };
  return { id, name: id.slice(PREFIX.length), classId, ...address, ...about };
}

/** The address of the login page; at a sandbox client, what follows the login, which ends here. */
export async function loginAddress(
  { client, session }: OIDCContext,
  interaction: Interaction,
  path: string,
): Promise<string> {
  if (!isSandbox(client)) return `${path}/login/${interaction.uid}`;
  const { login_hint: hint = 'Somebody', sandbox_outcome: outcome = 'success' } =
    interaction.params;
  const accountId = PREFIX + String(hint).slice(0, LONGEST_HINT);
  const isKnown = OUTCOMES.some((one) => one === outcome);
  interaction.result =
    outcome === 'success'
      ? { login: { accountId, remember: false, ...levelOf(['face', 'browser']) }, consent: {} }
      : {
          error: isKnown ? 'access_denied' : 'invalid_request',
          error_description: `sandbox_outcome: ${isKnown ? outcome : `one of ${OUTCOMES.join(', ')}`}`,
        };
  // The browser may be logged in as another user.
  await session?.destroy();
  delete interaction.session;
  await interaction.persist();
  return interaction.returnTo;
}
