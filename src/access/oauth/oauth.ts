/** OAuth as the rest of the service uses it: requests, logins under way, holders of tokens. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { lazily } from '../../async.ts';
import { pathOf } from '../../below-path.ts';
import { MINUTE_MS } from '../../durations.ts';
import { NotFound } from '../../errors.ts';
import { type ProviderKeys, providerKeys } from './keys.ts';
import { levelOf, type Method, wantedLevels } from './levels.ts';
import type { ProviderParts } from './provider.ts';
import { subjectOf } from './subject.ts';
import { claimsInScope, userClaims } from './user-claims.ts';

/** A login that an application asks for. */
export type LoginRequest = Awaited<ReturnType<OAuth['loginRequest']>>;

/** How the login ended. */
export interface LoginResult {
  readonly userId: string;
  /** Undefined: the running login was enough. */
  readonly methods: readonly Method[] | undefined;
  /** Whether the user was asked to consent, and did. */
  readonly consented: boolean;
}

export type OAuth = ReturnType<typeof createOAuth>;

/** Milliseconds after which keys made by another process are taken up at the latest. */
const KEY_POLL_INTERVAL = 10 * MINUTE_MS;

interface Running {
  readonly provider: Provider;
  readonly keys: ProviderKeys;
}

/** What is told where no login of an application is under way. */
export const loginEnded = () =>
  new NotFound('This login has ended or expired: go back to the application.');

/** The library is loaded with the first request that needs it. `issuer` is asked for then, too. */
export function createOAuth(
  parts: Omit<ProviderParts, 'issuer'> & { readonly issuer: () => string },
) {
  let last: Running | undefined;
  const current = lazily(async (): Promise<Running> => {
    const keys = await providerKeys(parts.database, parts.keyRing);
    if (last?.keys.version === keys.version) return last;
    const { createProvider } = await import('./provider.ts');
    last = { keys, provider: createProvider({ ...parts, issuer: parts.issuer() }, keys) };
    return last;
  }, KEY_POLL_INTERVAL);

  const interactionOf = async (request: IncomingMessage, response: ServerResponse) => {
    const { provider } = await current();
    nameIssuer(request, parts.issuer());
    try {
      return { provider, interaction: await provider.interactionDetails(request, response) };
    } catch (error) {
      const { name } = error as Error;
      if (name !== 'SessionNotFound') throw error;
      throw loginEnded();
    }
  };

  return {
    /** Answers a request to one of the provider's addresses. */
    async handle(request: IncomingMessage, response: ServerResponse) {
      const { provider } = await current();
      nameIssuer(request, parts.issuer());
      await provider.callback()(request, response);
    },

    /** The login request that the cookie of `request` names. @throws NotFound */
    async loginRequest(request: IncomingMessage, response: ServerResponse) {
      const { interaction } = await interactionOf(request, response);
      const { uid, params, prompt, session, iat, exp } = interaction;
      const hint = params.login_hint;
      return {
        uid,
        clientId: String(params.client_id),
        scopes: String(params.scope).split(' '),
        /** Levels that the application names; undefined: none. */
        levels: wantedLevels(params.acr_values),
        /** The user who is logged in already, when only consent is missing. */
        userId: prompt.name === 'consent' ? session?.accountId : undefined,
        loginHint: typeof hint === 'string' ? hint : undefined,
        begun: new Date(iat * 1000),
        expires: new Date(exp * 1000),
      };
    },

    /** Ends the login; returns the address on this service to go to. @throws NotFound */
    async finish(
      request: IncomingMessage,
      response: ServerResponse,
      { userId, methods, consented }: LoginResult,
    ) {
      const { provider, interaction } = await interactionOf(request, response);
      const { session } = interaction;
      if (session !== undefined && session.accountId !== userId) {
        // Another user logs in on this browser: the session of the previous user ends.
        await (await provider.Session.findByUid(session.uid))?.destroy();
        delete interaction.session;
      }
      interaction.result = {
        ...(methods && { login: { accountId: userId, remember: false, ...levelOf(methods) } }),
        ...(consented && { consent: {} }),
      };
      await interaction.persist();
      return addressOn(interaction.returnTo);
    },

    /** Ends it because the user said no. @throws NotFound */
    async abort(request: IncomingMessage, response: ServerResponse) {
      const { interaction } = await interactionOf(request, response);
      interaction.result = {
        error: 'access_denied',
        error_description: 'The user did not agree to log in.',
      };
      await interaction.persist();
      return addressOn(interaction.returnTo);
    },

    /** What the application knows the user by. */
    subject: async (userId: string, clientId: string) =>
      subjectOf(await providerKeys(parts.database, parts.keyRing), userId, clientId),

    /** What an access token lets its bearer know; undefined: it is not valid. */
    async userInfo(accessToken: string) {
      const { provider, keys } = await current();
      const token = await provider.AccessToken.find(accessToken);
      if (token?.grantId === undefined || token.clientId === undefined) return undefined;
      const { accountId, clientId } = token;
      const [grant, client, user] = await Promise.all([
        provider.Grant.find(token.grantId),
        parts.clients.find(clientId),
        parts.users.find(accountId),
      ]);
      if (grant === undefined || client === undefined || user === undefined || user.disabled)
        return undefined;
      const id = subjectOf(keys, user.id, clientId);
      return claimsInScope(userClaims(user, { id, issuer: parts.issuer() }), [...token.scopes]);
    },
  };
}

/** Addresses in answers come from the configuration, never from what a caller wrote into Host. */
function nameIssuer(
  request: IncomingMessage & { originalUrl?: string | undefined },
  issuer: string,
): void {
  const { protocol, host } = new URL(issuer);
  request.originalUrl = `${pathOf(issuer)}${request.url}`;
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  request.headers['x-forwarded-host'] = host;
}

/** The browser may know this service by another name than the configuration. */
function addressOn(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
