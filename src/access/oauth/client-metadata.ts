/** A registered client as the OAuth library sees it. */
import type { AdapterPayload } from 'oidc-provider';
import type { Client } from '../clients/client.ts';
import { insteadOfFace } from '../clients/instead-of-face.ts';

/** Settings of ours that travel with the client. */
export const DEMANDS = [
  /** Whether a passkey, or a link by mail, takes the place of the face. */
  'takes_passkey',
  'takes_mail',
  'require_challenge',
  'require_second_factor',
  'require_pkce',
] as const;

export type LoginDemands = Readonly<Record<(typeof DEMANDS)[number], boolean>>;

/** The library demands a secret; ours is kept as a hash and compared by the client registry. */
const SECRET_ELSEWHERE = 'compared by the client registry';

/** Demanded of clients with several hosts. Subjects are made by `subjectOf`, which needs none. */
const NO_SECTOR = 'https://sector.invalid/';

/** Whether it comes back by a scheme of its own, which another program may have taken. */
export const isNative = ({ redirectUris }: Pick<Client, 'redirectUris'>): boolean =>
  redirectUris.some((uri) => !/^https?:$/.test(new URL(uri).protocol));

/** Undefined: a client without redirect URI takes no part in OAuth. */
export function clientMetadata(client: Client): (AdapterPayload & LoginDemands) | undefined {
  const { id, name, redirectUris, settings } = client;
  if (redirectUris.length === 0) return undefined;
  const instead = insteadOfFace(settings);
  return {
    client_id: id,
    client_name: name,
    redirect_uris: redirectUris,
    sector_identifier_uri: NO_SECTOR,
    application_type: isNative(client) ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    ...(settings.publicClient
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: SECRET_ELSEWHERE }),
    takes_passkey: instead.passkey,
    takes_mail: instead.mail,
    require_challenge: settings.requireChallenge,
    require_second_factor: settings.requireSecondFactor,
    require_pkce: settings.requirePkce || settings.publicClient,
  };
}
