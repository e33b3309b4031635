/** OAuth for the rest of the service: requests, logins in progress, token holders. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { lazily } from '../../async.ts';
import { pathOf } from '../../config/below-path.ts';
import { MINUTE_MS } from '../../durations.ts';
import { NotFound } from '../../errors.ts';
import { type ProviderKeys, providerKeys } from './keys.ts';
import { levelOf, type Method, wantedLevels } from './levels.ts';
import type { ProviderParts } from './provider.ts';
import { userFor } from './sandbox-login.ts';
import { subjectOf } from './subject.ts';
import { claimsInScope, userClaims } from './user-claims.ts';

/** An application's request to log in. */
export type LoginRequest = Awaited<ReturnType<OAuth['loginRequest']>>;

/** How the login ended. */
export interface LoginResult {
  readonly userId: string;
  /** Undefined: the existing login sufficed. */
  readonly methods: readonly Method[] | undefined;
  /** Whether the user was asked for consent, and agreed. */
  readonly consented: boolean;
}

export type OAuth = ReturnType<typeof createOAuth>;

/** Longest delay in milliseconds before keys of another process are used. */
const KEY_POLL_INTERVAL = 10 * MINUTE_MS;

interface Running {
  readonly provider: Provider;
  readonly keys: ProviderKeys;
}

/** The error when no application's login is in progress. */
export const loginEnded = () =>
  new NotFound('This login has ended or expired: go back to the application.');

/** Loads the library, and calls `issuer`, with the first request that needs it. */
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

  const readInteraction = async (request: IncomingMessage, response: ServerResponse) => {
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

  /** Read once for each request, however many steps it takes. */
  const interactions = new WeakMap<IncomingMessage, ReturnType<typeof readInteraction>>();
  const interactionOf = (request: IncomingMessage, response: ServerResponse) => {
    const known = interactions.get(request) ?? readInteraction(request, response);
    interactions.set(request, known);
    return known;
  };

  return {
    /** Answers a request to an address of the provider. */
    async handle(request: IncomingMessage, response: ServerResponse) {
      const { provider } = await current();
      nameIssuer(request, parts.issuer());
      await provider.callback()(request, response);
    },

    /** The login request of the cookie in `request`. @throws NotFound */
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
        /** The user who is already logged in, if only consent is missing. */
        userId: prompt.name === 'consent' ? session?.accountId : undefined,
        loginHint: typeof hint === 'string' ? hint : undefined,
        begun: new Date(iat * 1000),
        expires: new Date(exp * 1000),
      };
    },

    /** Ends the login. Returns the address on this service to go to next. @throws NotFound */
    async finish(
      request: IncomingMessage,
      response: ServerResponse,
      { userId, methods, consented }: LoginResult,
    ) {
      const { provider, interaction } = await interactionOf(request, response);
      const { session } = interaction;
      const known = session && (await provider.Session.findByUid(session.uid));
      // Another user logs in with this browser, so the previous user's session ends.
      const isAnothers = session !== undefined && session.accountId !== userId;
      if (isAnothers) await known?.destroy();
      if (isAnothers || known === undefined) delete interaction.session;
      interaction.result = {
        ...(methods && { login: { accountId: userId, remember: false, ...levelOf(methods) } }),
        ...(consented && { consent: {} }),
      };
      await interaction.persist();
      return addressOn(interaction.returnTo);
    },

    /** Ends the login because the user declined. @throws NotFound */
    async abort(request: IncomingMessage, response: ServerResponse) {
      const { interaction } = await interactionOf(request, response);
      interaction.result = {
        error: 'access_denied',
        error_description: 'The user did not agree to log in.',
      };
      await interaction.persist();
      return addressOn(interaction.returnTo);
    },

    /** The user's subject identifier at the application. */
    subject: async (userId: string, clientId: string) =>
      subjectOf(await providerKeys(parts.database, parts.keyRing), userId, clientId),

    /** The user's subject identifiers at applications; computed without the database. */
    async subjects(userId: string) {
      const keys = await providerKeys(parts.database, parts.keyRing);
      return (clientId: string) => subjectOf(keys, userId, clientId);
    },

    /** The claims that an access token reveals to its bearer. Undefined: the token is invalid. */
    async userInfo(accessToken: string) {
      const { provider, keys } = await current();
      const token = await provider.AccessToken.find(accessToken);
      if (token?.grantId === undefined || token.clientId === undefined) return undefined;
      const { accountId, clientId } = token;
      const [grant, client] = await Promise.all([
        provider.Grant.find(token.grantId),
        parts.clients.find(clientId),
      ]);
      if (grant === undefined || client === undefined) return undefined;
      const user = await userFor(parts.users, client.settings.sandbox, accountId);
      if (user === undefined || user.disabled) return undefined;
      const id = subjectOf(keys, user.id, clientId);
      return claimsInScope(userClaims(user, { id, issuer: parts.issuer() }), [...token.scopes]);
    },
  };
}

/** Addresses in responses come from the configuration, never from the Host header. */
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
