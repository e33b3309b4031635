/** The OpenID provider of an organisation, for tests: `oidc-provider` on a port of its own. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';
import type { Config } from '../../src/config/config.ts';

export interface Colleague {
  readonly subject: string;
  readonly name: string;
  readonly groups: readonly string[];
}

export interface TestProvider {
  readonly issuer: string;
  /** Who logs in without being asked. Undefined: a page asks. */
  colleague: string | undefined;
  /** Seconds since they showed their credentials. */
  shownAgo: number;
  /** Changes requests for authorization on their way. */
  tamper: (query: URLSearchParams) => void;
  /** Of the client that the provider knows, once it is registered. */
  config(change?: Partial<NonNullable<Config['adminLogin']>>): NonNullable<Config['adminLogin']>;
  register(redirectUri: string, more?: Configuration): void;
  /** Refuses connections until it opens again. */
  close(): Promise<void>;
  open(): Promise<void>;
}

const CLIENT = { clientId: 'prosopon', clientSecret: 'a secret between the two of them' };

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwks = { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] };

export async function startOpenIdProvider(colleagues: readonly Colleague[]): Promise<TestProvider> {
  let provider: Provider | undefined;
  const server = createServer((request, response) => void answer(request, response));
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, issuer);
    if (pathname === '/auth') {
      test.tamper(searchParams);
      request.url = `${pathname}?${searchParams}`;
    }
    if (!pathname.startsWith('/interaction/')) return provider!.callback()(request, response);
    const accountId = searchParams.get('colleague') ?? test.colleague;
    if (accountId === undefined) {
      const links = colleagues.map((one) => `<a href="?colleague=${one.subject}">${one.name}</a>`);
      response
        .setHeader('content-type', 'text/html')
        .end(`<h1>Who are you?</h1>${links.join(' ')}`);
      return;
    }
    const ts = Math.floor(Date.now() / 1000) - test.shownAgo;
    await provider!.interactionFinished(request, response, { login: { accountId, ts } });
  }

  const test: TestProvider = {
    issuer,
    colleague: undefined,
    shownAgo: 0,
    tamper: () => {},
    config: (change) => ({ issuer, ...CLIENT, claim: 'groups', roles: [], ...change }),
    register(redirectUri, more) {
      provider = new Provider(issuer, {
        jwks,
        clients: [
          {
            client_id: CLIENT.clientId,
            client_secret: CLIENT.clientSecret,
            redirect_uris: [redirectUri],
            require_auth_time: true,
          },
        ],
        claims: { profile: ['preferred_username', 'groups'] },
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
        cookies: { keys: ['for tests'] },
        findAccount: (_context, accountId) => {
          const found = colleagues.find(({ subject }) => subject === accountId);
          if (found === undefined) return undefined;
          const { groups, name, subject: sub } = found;
          return {
            accountId,
            claims: () => ({ sub, preferred_username: name, groups: [...groups] }),
          };
        },
        async loadExistingGrant({ oidc }) {
          const { accountId } = oidc.session!;
          const grant = new oidc.provider.Grant({
            accountId: accountId!,
            clientId: CLIENT.clientId,
          });
          grant.addOIDCScope('openid profile email');
          await grant.save();
          return grant;
        },
        ...more,
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    open: () => listen(port),
  };
  return test;
}
