/** What the OAuth provider asks the user for: a login, and consent. */
import { interactionPolicy } from 'oidc-provider';
import { HOUR_SECONDS } from '../../durations.ts';
import type { LoginDemands } from './client-metadata.ts';
import { meets, wantedLevels } from './levels.ts';
import { isSandbox, isSandboxUser } from './sandbox-login.ts';

/** For this long a login serves further applications. */
const LOGIN_SECONDS = HOUR_SECONDS;

/** New login after an hour, or if the client demands more. Asks for consent if another program could answer. */
export function loginPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const check = new interactionPolicy.Check(
    'client_demands',
    'The client demands more than the login so far.',
    ({ oidc }) => {
      const demands = oidc.client as (typeof oidc.client & Partial<LoginDemands>) | undefined;
      if (oidc.result?.login !== undefined || oidc.session?.accountId === undefined) return false;
      if (isSandbox(oidc.client) || isSandboxUser(oidc.session.accountId)) return true;
      return !meets(oidc.session, {
        levels: wantedLevels(oidc.params?.acr_values),
        passkey: demands?.takes_passkey === true,
        mail: demands?.takes_mail === true,
        faceAlone: demands?.takes_face_alone === true,
        secondFactor: demands?.require_second_factor === true,
      });
    },
  );
  policy.get('login')?.checks.add(check);
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'login_over',
        'The login has ended.',
        'login_required',
        ({ oidc }) =>
          oidc.result?.login === undefined && oidc.session?.past(LOGIN_SECONDS) === true,
      ),
    );
  policy.get('consent')?.checks.add(
    new interactionPolicy.Check(
      'shared_address',
      'Another program on this machine could answer in its place.',
      'interaction_required',
      ({ oidc }) => {
        const demands = oidc.client as (typeof oidc.client & Partial<LoginDemands>) | undefined;
        return demands?.asks_each_time === true && oidc.result?.consent === undefined;
      },
    ),
  );
  return policy;
}
