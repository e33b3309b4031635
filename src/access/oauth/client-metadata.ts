/** A registered client as the OAuth library sees it. */
import type { AdapterPayload } from 'oidc-provider';
import type { Client } from '../client.ts';

/** Settings of ours that travel with the client. */
export interface LoginDemands {
  readonly require_challenge: boolean;
  readonly require_second_factor: boolean;
}

export const DEMANDS = ['require_challenge', 'require_second_factor'] as const;

/** The library demands a secret; ours is kept as a hash only and compared by the client registry. */
const SECRET_ELSEWHERE = 'compared by the client registry';

/** Undefined: a client without redirect URI takes no part in OAuth. */
export function clientMetadata(client: Client): (AdapterPayload & LoginDemands) | undefined {
  const { id, name, redirectUris, settings } = client;
  if (redirectUris.length === 0) return undefined;
  const isWeb = redirectUris.every((uri) => /^https?:$/.test(new URL(uri).protocol));
  return {
    client_id: id,
    client_name: name,
    redirect_uris: redirectUris,
    application_type: isWeb ? 'web' : 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    ...(settings.publicClient
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: SECRET_ELSEWHERE }),
    require_challenge: settings.requireChallenge,
    require_second_factor: settings.requireSecondFactor,
  };
}
