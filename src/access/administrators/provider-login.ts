/** Login of administrators at an OpenID provider: code flow with PKCE, state and nonce. */
import { isDeepStrictEqual } from 'node:util';
import { type Config, ConfigError } from '../../config/config.ts';
import { shortened, Unavailable } from '../../errors.ts';
import { checkPosition, type Position, type Role } from '../accounts/role.ts';
import { FRESH_MS } from '../accounts/sessions.ts';
import { hashToken } from '../one-time.ts';
import type { ProvidedAdministrator } from './provided-administrator.ts';

/** Seconds within which the provider has to answer a call. */
const ANSWER_SECONDS = 10;
/** The provider asks again for credentials that are older, as the service would. */
const MAX_AGE = FRESH_MS / 1000;
const LONGEST_NAME = 64;

/** What comes back from the provider. */
export interface ProviderAnswer extends Omit<ProvidedAdministrator, 'position'> {
  /** Undefined: no value of the claim has a role. */
  readonly position: Position | undefined;
  /** When the person showed their credentials. */
  readonly shown: Date;
}

export type ProviderLogin = ReturnType<typeof createProviderLogin>;

/** @throws ConfigError an entry of `roles` is no value with a role */
export function createProviderLogin(
  { issuer, clientId, clientSecret, claim, roles }: NonNullable<Config['adminLogin']>,
  publicUrl: () => string,
) {
  const mapping = roles.map(readRole);
  const redirectUri = () => `${publicUrl()}/admin/callback`;
  /** Asks for the metadata anew each time: logins are rare. @throws Unavailable */
  const connect = async () => {
    const oidc = await import('openid-client');
    const local = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    const authentication = oidc.ClientSecretBasic(clientSecret);
    const options = {
      timeout: ANSWER_SECONDS,
      execute: [oidc.enableNonRepudiationChecks, ...local],
    };
    const provider = await oidc
      .discovery(new URL(issuer), clientId, {}, authentication, options)
      .catch((cause: unknown) => {
        throw Object.assign(new Unavailable(`${issuer} cannot be used.`), { cause });
      });
    return { oidc, provider };
  };
  return {
    /** The name of the provider for people. */
    host: new URL(issuer).host,

    /** Whether the provider is in use, and gives that role. */
    gives: ({ issuer: other, position }: ProvidedAdministrator): boolean =>
      other === issuer && mapping.some((one) => isDeepStrictEqual(one.position, position)),

    /**
     * The address at which the login begins.
     * @param secret random; the browser keeps it to the end of this login
     * @throws Unavailable
     */
    async begin(secret: string): Promise<string> {
      const { oidc, provider } = await connect();
      const { state, nonce, verifier } = checksOf(secret);
      const address = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri(),
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        max_age: String(MAX_AGE),
      });
      return address.href;
    },

    /**
     * Who has logged in.
     * @param query of the address to which the browser came back
     * @throws Unavailable; errors of the library: the login failed, or is not of this browser
     */
    async finish(secret: string, query: URLSearchParams): Promise<ProviderAnswer> {
      const { oidc, provider } = await connect();
      const { state, nonce, verifier } = checksOf(secret);
      const tokens = await oidc.authorizationCodeGrant(
        provider,
        new URL(`${redirectUri()}?${query}`),
        { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, maxAge: MAX_AGE },
      );
      const token = tokens.claims()!;
      const { sub: subject } = token;
      const more =
        claim in token || provider.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(provider, tokens.access_token, subject);
      const claims: Readonly<Record<string, unknown>> = { ...more, ...token };
      const values = [claims[claim]].flat();
      const name = [claims.preferred_username, claims.name, claims.email].find(isText) ?? subject;
      return {
        issuer,
        subject,
        name: shortened(name, LONGEST_NAME),
        position: mapping.find(({ value }) => values.includes(value))?.position,
        shown: new Date(Math.min(Date.now(), token.auth_time! * 1000)),
      };
    },
  };
}

/** All that binds the answer to the browser. Addresses show some; none tells the secret or another. */
const checksOf = (secret: string) => ({
  state: hashToken(`state ${secret}`),
  nonce: hashToken(`nonce ${secret}`),
  verifier: hashToken(`verifier ${secret}`),
});

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** `VALUE=ROLE` or `VALUE=administrator:CLIENT`. Values may contain `=`. @throws ConfigError */
function readRole(text: string): { readonly value: string; readonly position: Position } {
  const [, value = '', role, client] = /^(.+)=(\w*)(?::(.+))?$/.exec(text) ?? [];
  const position = { role: role as Role, ...(client !== undefined && { client }) };
  try {
    checkPosition(position);
  } catch (error) {
    throw new ConfigError(`PROSOPON_ADMIN_ROLES=${text}: ${(error as Error).message}`);
  }
  return { value, position };
}
