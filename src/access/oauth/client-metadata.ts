/** Shows a registered client to the OAuth library. */
import type { AdapterPayload, JWKS } from 'oidc-provider';
import type { Client } from '../clients/client.ts';
import { insteadOfFace } from '../clients/instead-of-face.ts';
import { hasOwnScheme, isShared } from '../clients/redirect-uris.ts';

/** Our own settings that travel with the client. */
export const DEMANDS = [
  /** Whether a passkey, or a link by mail, may replace the face. */
  'takes_passkey',
  'takes_mail',
  'takes_face_alone',
  'require_second_factor',
  'require_pkce',
  'asks_each_time',
  'sandbox',
] as const;

export type LoginDemands = Readonly<Record<(typeof DEMANDS)[number], boolean>>;

/** How responses reach the client. */
export const RESPONSE_MODES = ['query'];

/** The library demands a secret. Ours is stored as a hash, and the client registry compares it. */
const SECRET_ELSEWHERE = 'compared by the client registry';

/** Required for clients with several hosts. Unused: `subjectOf` makes the subjects. */
const NO_SECTOR = 'https://sector.invalid/';

/** Whether another program on the user's machine could receive the answer. */
export const isNative = ({ redirectUris }: Pick<Client, 'redirectUris'>): boolean =>
  redirectUris.some(isShared);

/** Undefined: a client without redirect URI takes no part in OAuth. */
export function clientMetadata(client: Client): (AdapterPayload & LoginDemands) | undefined {
  const { id, name, redirectUris, postLogoutRedirectUris, settings } = client;
  if (redirectUris.length === 0) return undefined;
  const instead = insteadOfFace(settings);
  return {
    client_id: id,
    client_name: name,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutRedirectUris,
    sector_identifier_uri: NO_SECTOR,
    application_type: [...redirectUris, ...postLogoutRedirectUris].some(hasOwnScheme)
      ? 'native'
      : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: RESPONSE_MODES,
    ...authentication(client),
    takes_passkey: instead.passkey,
    takes_mail: instead.mail,
    takes_face_alone: settings.faceAlone,
    require_second_factor: settings.requireSecondFactor,
    require_pkce: settings.requirePkce || settings.publicClient,
    asks_each_time: isNative(client),
    sandbox: settings.sandbox,
  };
}

/** How the client authenticates. Its secret may stand in header or form. */
function authentication({ settings, publicKeys }: Client) {
  if (settings.publicClient) return { token_endpoint_auth_method: 'none' } as const;
  if (publicKeys.length > 0) {
    const jwks = { keys: publicKeys } as JWKS;
    return { token_endpoint_auth_method: 'private_key_jwt', jwks } as const;
  }
  const client_secret = SECRET_ELSEWHERE;
  return { token_endpoint_auth_method: 'client_secret_basic', client_secret } as const;
}
