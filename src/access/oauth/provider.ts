/** The OAuth 2.0 and OpenID provider: `oidc-provider` with our clients, users, keys and storage. */
import {
  type Adapter,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  Provider,
  type ResponseType,
} from 'oidc-provider';
import { cookieScope, moveBelow, pathOf } from '../../config/below-path.ts';
import { DAY_SECONDS, HOUR_MS, HOUR_SECONDS, MINUTE_SECONDS } from '../../durations.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import type { Consents } from '../accounts/consents.ts';
import type { UserRegistry } from '../accounts/users.ts';
import type { ClientRegistry } from '../clients/clients.ts';
import { SIGNING_ALGORITHMS } from '../clients/public-keys.ts';
import { allowsRedirect } from '../clients/redirect-uris.ts';
import { clientMetadata, DEMANDS, type LoginDemands, RESPONSE_MODES } from './client-metadata.ts';
import { ERROR_PAGE_POLICY, errorPage } from './error-page.ts';
import type { ProviderKeys } from './keys.ts';
import { ACR } from './levels.ts';
import { loginPolicy } from './login-policy.ts';
import { logoutFeature, withLogoutPolicy } from './logout.ts';
import { AlreadyConsumed, recordsOf } from './records.ts';
import { isSandbox, isSandboxUser, loginAddress, userFor } from './sandbox-login.ts';
import { subjectOf } from './subject.ts';
import { DEFAULT_SCOPE, SCOPES, userClaims } from './user-claims.ts';

export interface ProviderParts {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clients: Pick<ClientRegistry, 'find' | 'checkSecret'>;
  readonly users: Pick<UserRegistry, 'find'>;
  readonly consents: Pick<Consents, 'application' | 'used'>;
  /** Address by which clients reach the service; no trailing slash. */
  readonly issuer: string;
  /** Receives errors inside the library. */
  readonly warn: (message: string) => void;
}

/** Paths of the endpoints. */
const OAUTH_PATHS = {
  authorization: '/oauth/authorization',
  token: '/oauth/token',
  userinfo: '/people/me',
  revocation: '/oauth/revocation',
  introspection: '/oauth/introspection',
  jwks: '/oauth/jwks',
  end_session: '/oauth/logout',
} as const;

const RESPONSE_TYPES: ResponseType[] = ['code'];

/** Each use renews a refresh token, but it ends for good this long after the login. */
const REFRESH_SECONDS = 30 * DAY_SECONDS;

/** A login ends when no application has used it for this long. */
const UNUSED_SECONDS = 30 * MINUTE_SECONDS;

export function createProvider(parts: ProviderParts, keys: ProviderKeys): Provider {
  const provider = new Provider(parts.issuer, configuration(parts, keys));
  // Addresses and cookie security follow headers that the front handler sets.
  provider.proxy = true;
  adaptClients(provider, parts.clients);
  provider.on('server_error', (_ctx, error) => parts.warn(`OAuth: ${error.stack ?? error}`));
  provider.use(async (ctx, next) => {
    // In this mode, the library would send errors by a form that it makes, although clients have none.
    if (ctx.query.response_mode === 'form_post')
      ctx.query = { ...ctx.query, response_mode: 'no form_post' };
    const isLogout = `${ctx.path}/`.startsWith(`${OAUTH_PATHS.end_session}/`);
    await (isLogout ? withLogoutPolicy(ctx as KoaContextWithOIDC, next) : next());
    // The library names all modes that it has, not those of our clients.
    if (ctx.path.startsWith('/.well-known/'))
      ctx.body = { ...(ctx.body as object), response_modes_supported: RESPONSE_MODES };
    // The interface requires 400 for every error of the token endpoint, and 302 for redirects.
    if (ctx.path === OAUTH_PATHS.token && ctx.status === 401) ctx.status = 400;
    if (isSandbox((ctx as KoaContextWithOIDC).oidc?.client)) ctx.set('sandbox', 'true');
    if (ctx.status === 303) ctx.status = 302;
    if (typeof ctx.body === 'string' && ctx.type === 'text/html')
      ctx.body = moveBelow(ctx.body, pathOf(parts.issuer));
  });
  return provider;
}

/** Compares secrets with their hashes, and gives each client its own subjects. */
function adaptClients(provider: Provider, clients: ProviderParts['clients']): void {
  const { Client } = provider;
  Client.prototype.compareClientSecret = function compare(secret: string) {
    return clients.checkSecret(this.clientId, secret);
  };
  // By default, the library lets the ports of all programs on the user's machine vary.
  Client.prototype.redirectUriAllowed = function allowed(uri: string) {
    return allowsRedirect(this.redirectUris ?? [], uri);
  };
  Client.prototype.postLogoutRedirectUriAllowed = function allowed(uri: string) {
    return this.postLogoutRedirectUris?.includes(uri) ?? false;
  };
  // Refuses an unsupported response type as such, not as a wrong response mode.
  const modeAllowed = Client.prototype.responseModeAllowed;
  Client.prototype.responseModeAllowed = function allowed(mode, responseType, ...more) {
    if (responseType === undefined || !RESPONSE_TYPES.includes(responseType)) return true;
    return modeAllowed.call(this, mode, responseType, ...more);
  };
  const find = Client.find.bind(Client);
  Client.find = async (id) => {
    const client = await find(id);
    return client && Object.assign(client, { subjectType: 'pairwise' as const });
  };
}

function configuration(parts: ProviderParts, keys: ProviderKeys): Configuration {
  const { issuer, users } = parts;
  const secure = issuer.startsWith('https:');
  const { prefix, path } = cookieScope(issuer);
  return {
    adapter: (model) => adapterOf(parts, model),
    jwks: { keys: [...keys.signature, ...keys.results] as never },
    cookies: {
      keys: keys.cookie,
      // The library gives the last two cookies paths of their own, which `__Host-` does not allow.
      names: {
        session: `${prefix}prosopon_oauth`,
        interaction: `${secure ? '__Secure-' : ''}prosopon_login`,
        resume: `${secure ? '__Secure-' : ''}prosopon_login_resume`,
      },
      long: { httpOnly: true, sameSite: 'lax', secure, signed: true, path },
      short: { httpOnly: true, sameSite: 'lax', secure, signed: true },
    },
    routes: OAUTH_PATHS,
    enableHttpPostMethods: false,
    responseTypes: RESPONSE_TYPES,
    scopes: Object.keys(SCOPES),
    claims: SCOPES,
    acrValues: Object.values(ACR),
    subjectTypes: ['pairwise'],
    sectorIdentifierUriValidate: () => false,
    pairwiseIdentifier: (_ctx, userId, client) => subjectOf(keys, userId, client.clientId),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    enabledJWA: {
      clientAuthSigningAlgValues: SIGNING_ALGORITHMS,
      // The other keys of the set sign no tokens.
      idTokenSigningAlgValues: ['RS256'],
    },
    assertJwtClientAuthClaimsAndHeader: async (_ctx, { exp }) => requireShortLife(exp),
    extraClientMetadata: { properties: [...DEMANDS] },
    extraParams: { scope: defaultScope, sandbox_outcome: null },
    pkce: {
      required({ oidc }, client) {
        // The library checks PKCE first, which would hide a wrong scope.
        requireKnownScope(oidc.params?.scope);
        return (client as Partial<LoginDemands>).require_pkce !== false;
      },
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    clientBasedCORS: () => false,
    allowOmittingSingleRegisteredRedirectUri: false,
    ttl: {
      AuthorizationCode: MINUTE_SECONDS,
      AccessToken: HOUR_SECONDS,
      IdToken: HOUR_SECONDS,
      RefreshToken: (ctx) =>
        ctx?.oidc.entities.RotatedRefreshToken?.remainingTTL ?? REFRESH_SECONDS,
      Grant: REFRESH_SECONDS,
      Interaction: 30 * MINUTE_SECONDS,
      Session: UNUSED_SECONDS,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: logoutFeature({
        nameOf: async (userId) => (await users.find(userId))?.name,
        subjectOf: (userId, clientId) => subjectOf(keys, userId, clientId),
      }),
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => client.clientId === token.clientId,
      },
      introspection: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) =>
          client.clientAuthMethod !== 'none' && client.clientId === token.clientId,
      },
      userinfo: { enabled: true },
    },
    interactions: {
      policy: loginPolicy(),
      url: ({ oidc }, interaction) => loginAddress(oidc, interaction, pathOf(issuer)),
    },
    loadExistingGrant: ({ oidc }) => loadGrant(parts, oidc),
    findAccount: async ({ oidc }, userId) => {
      const user = await userFor(users, isSandbox(oidc.client), userId);
      if (user === undefined || user.disabled) return undefined;
      return {
        accountId: user.id,
        claims: async () => ({ ...userClaims(user, { id: user.id, issuer }) }),
      };
    },
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.set('content-security-policy', ERROR_PAGE_POLICY);
      ctx.body = errorPage(out.error, out.error_description);
    },
  };
}

function adapterOf({ database, keyRing, clients }: ProviderParts, model: string): Adapter {
  const records = recordsOf(database, keyRing, model);
  if (model === 'Client')
    return {
      ...records,
      find: async (id) => {
        const client = await clients.find(id);
        return client && clientMetadata(client);
      },
    };
  return {
    ...records,
    upsert: (id, payload, expiresIn) =>
      records.upsert(id, payload, expiresIn).catch((error: unknown) => {
        if (!(error instanceof AlreadyConsumed)) throw error;
        throw new errors.InvalidClientAuth(error.message);
      }),
    consume: (id) =>
      records.consume(id).catch((error: unknown) => {
        if (!(error instanceof AlreadyConsumed)) throw error;
        throw new errors.InvalidGrant(error.message);
      }),
  };
}

/** Each assertion is recorded until its end, so that it works once. @throws InvalidClientAuth */
function requireShortLife(exp: unknown): void {
  if (Number(exp) * 1000 <= Date.now() + HOUR_MS) return;
  throw new errors.InvalidClientAuth('exp: at most an hour ahead');
}

function defaultScope({ oidc }: KoaContextWithOIDC, scope: string | undefined): void {
  requireKnownScope(scope);
  if (scope === undefined && oidc.params !== undefined) oidc.params.scope = DEFAULT_SCOPE;
}

/** The library drops unknown scopes next to known ones. @throws InvalidScope */
function requireKnownScope(scope: unknown): void {
  if (typeof scope !== 'string' || scope.split(' ').some((one) => Object.hasOwn(SCOPES, one)))
    return;
  throw new errors.InvalidScope(`scope: expected some of ${Object.keys(SCOPES).join(', ')}`, scope);
}

type Login = KoaContextWithOIDC['oidc'];

/** A grant for this login, if the user has agreed to everything requested. */
export async function loadGrant(
  { consents }: Pick<ProviderParts, 'consents'>,
  oidc: Pick<Login, 'account' | 'client' | 'provider' | 'requestParamOIDCScopes'>,
): Promise<InstanceType<Provider['Grant']> | undefined> {
  const { account, client, provider } = oidc;
  if (account === undefined || client === undefined) return undefined;
  const { accountId } = account;
  const { clientId } = client;
  const scopes = [...oidc.requestParamOIDCScopes];
  const isMadeUp = isSandboxUser(accountId);
  const consent = isMadeUp ? { scopes } : await consents.application(accountId, clientId);
  if (consent === undefined || !scopes.every((scope) => consent.scopes.includes(scope)))
    return undefined;
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scopes.join(' '));
  await grant.save();
  if (isMadeUp || (await consents.used(accountId, clientId))) return grant;
  // The consent was withdrawn before the grant existed, so nothing revoked the grant.
  await grant.destroy();
  return undefined;
}
