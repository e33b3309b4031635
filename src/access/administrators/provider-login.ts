/** Administrators whom an OpenID provider vouches for: they have no account. Code flow with PKCE. */
import { isDeepStrictEqual } from 'node:util';
import { type Config, ConfigError } from '../../config/config.ts';
import { isLoopback } from '../../config/host.ts';
import { shortened, Unavailable } from '../../errors.ts';
import type { Position, Role } from '../accounts/role.ts';
import { type AccountSession, FRESH_MS } from '../accounts/sessions.ts';
import type { User } from '../accounts/user.ts';
import { hashToken } from '../one-time.ts';

/** Seconds within which the provider has to answer a call. */
const ANSWER_SECONDS = 10;
/** The provider asks again for credentials that are older, as the service would. */
const MAX_AGE = FRESH_MS / 1000;
const LONGEST_NAME = 64;

export type ProviderLogin = ReturnType<typeof createProviderLogin>;

/** @throws ConfigError an entry of `roles` is no value with a role */
export function createProviderLogin(
  { issuer, clientId, clientSecret, claim, roles }: NonNullable<Config['adminLogin']>,
  publicUrl: () => string,
) {
  const mapping = roles.map(readRole);
  const idOf = (subject: string) => `oidc:${issuer}#${subject}`;
  const redirectUri = () => `${publicUrl()}/admin/callback`;
  /**
   * The provider, whose metadata are asked for anew, as logins are rare; and all that binds its answer
   * to the browser. Addresses show some of that; none tells the secret or another. @throws Unavailable
   */
  const prepare = async (secret: string) => {
    const oidc = await import('openid-client');
    const local = isLoopback(new URL(issuer).hostname) ? [oidc.allowInsecureRequests] : [];
    const execute = [oidc.enableNonRepudiationChecks, ...local];
    const options = { timeout: ANSWER_SECONDS, execute };
    const provider = await oidc
      .discovery(new URL(issuer), clientId, {}, oidc.ClientSecretBasic(clientSecret), options)
      .catch((cause: unknown) => {
        throw Object.assign(new Unavailable(`${issuer} cannot be used.`), { cause });
      });
    const [state, nonce, verifier] = ['state', 'nonce', 'verifier'].map((use) =>
      hashToken(`${use} ${secret}`),
    );
    return { oidc, provider, state: state!, nonce: nonce!, verifier: verifier! };
  };
  return {
    /** The name of the provider for people. */
    host: new URL(issuer).host,

    /** The user of a session, without stored data. Undefined: the provider gives that role no more. */
    userOf({ administrator, created }: AccountSession): User | undefined {
      const isGiven = mapping.some(({ position }) =>
        isDeepStrictEqual(position, administrator?.position),
      );
      if (!isGiven || !administrator?.id.startsWith(idOf(''))) return undefined;
      const nothing = { email: undefined, emailConfirmed: false, disabled: false, classId: 0n };
      return { ...administrator, ...nothing, admin: true, created };
    },

    /**
     * The address at which the login begins.
     * @param secret random; the browser keeps it to the end of this login
     * @throws Unavailable
     */
    async begin(secret: string): Promise<string> {
      const { oidc, provider, state, nonce, verifier } = await prepare(secret);
      const address = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri(),
        scope: 'openid profile email',
        ...{ state, nonce, max_age: String(MAX_AGE) },
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return address.href;
    },

    /**
     * Who has logged in, their position, if any, and when they showed their credentials.
     * @param query of the address to which the browser came back
     * @throws Unavailable; errors of the library: the login failed, or is not of this browser
     */
    async finish(secret: string, query: URLSearchParams) {
      const { oidc, provider, state, nonce, verifier } = await prepare(secret);
      const tokens = await oidc.authorizationCodeGrant(
        provider,
        new URL(`${redirectUri()}?${query}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, maxAge: MAX_AGE },
      );
      const token = tokens.claims()!;
      const isComplete = claim in token || !provider.serverMetadata().userinfo_endpoint;
      const more = isComplete
        ? {}
        : await oidc.fetchUserInfo(provider, tokens.access_token, token.sub);
      const claims: Readonly<Record<string, unknown>> = { ...more, ...token };
      const values = [claims[claim]].flat();
      const names = [claims.preferred_username, claims.name, claims.email, token.sub];
      return {
        id: idOf(token.sub),
        name: shortened(names.find(isText)!, LONGEST_NAME),
        position: mapping.find(({ value }) => values.includes(value))?.position,
        shown: new Date(Math.min(Date.now(), token.auth_time! * 1000)),
      };
    },
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Values may contain `=`. @throws ConfigError */
function readRole(text: string): { readonly value: string; readonly position: Position } {
  const [, value, role, client] =
    /^(.+)=(?:(owner|auditor|support)|administrator:(.+))$/.exec(text) ?? [];
  if (value === undefined)
    throw new ConfigError(`PROSOPON_ADMIN_ROLES=${text}: expected VALUE=ROLE; see "serve --help"`);
  return { value, position: client ? { role: 'administrator', client } : { role: role as Role } };
}
