/** OAuth endpoints, passed unchanged to the provider library, except `/people/me`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_PAGE_POLICY, errorPage } from '../../../access/oauth/error-page.ts';
import type { OAuth } from '../../../access/oauth/oauth.ts';
import { ResourceExhausted, Unauthenticated } from '../../../errors.ts';
import type { PeopleParts } from '../parts.ts';
import { FORM_BYTES, RequestRefused } from '../plugins/errors.ts';
import { OAUTH_ROUTES } from './oauth-route-schemas.ts';

const { metadata } = OAUTH_ROUTES;

const GET = [
  ['/oauth/authorization/:uid', OAUTH_ROUTES.resumed],
  ['/oauth/logout/success', OAUTH_ROUTES.loggedOut],
  ['/oauth/jwks', OAUTH_ROUTES.jwks],
  ['/.well-known/oauth-authorization-server', metadata('getAuthorizationServer')],
  ['/.well-known/openid-configuration', metadata('getOpenIdConfiguration')],
] as const;

const POST = [
  ['/oauth/token', OAUTH_ROUTES.token],
  ['/oauth/revocation', OAUTH_ROUTES.revocation],
  ['/oauth/introspection', OAUTH_ROUTES.introspection],
  ['/oauth/logout/confirm', OAUTH_ROUTES.confirmLogout],
] as const;

/** The library validates, and has its own errors. */
const validatorCompiler = () => (value: unknown) => ({ value });

const BEARER = /^Bearer +([A-Za-z0-9_-]+)$/i;

export function addOAuthRoutes(
  app: FastifyInstance,
  { accounts, rates }: Pick<PeopleParts, 'accounts' | 'rates'>,
): void {
  const { oauth } = accounts;
  const handler = (request: FastifyRequest, reply: FastifyReply) => handOver(oauth, request, reply);
  for (const [url, schema] of GET) app.get(url, { schema, validatorCompiler }, handler);
  const begin = { schema: OAUTH_ROUTES.authorization, validatorCompiler };
  app.get('/oauth/authorization', begin, async (request, reply) => {
    try {
      rates.beginning(request.ip);
    } catch (error) {
      if (!(error instanceof ResourceExhausted)) throw error;
      return tooMany(reply, error);
    }
    return handOver(oauth, request, reply);
  });
  for (const [url, schema] of POST) app.post(url, { schema, validatorCompiler }, handler);

  const me = async (request: FastifyRequest) => {
    const query = request.query as Readonly<Record<string, unknown>>;
    if (query.access_token !== undefined)
      throw new RequestRefused(400, 'access_token: belongs in the Authorization header');
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const information = token === undefined ? undefined : await oauth.userInfo(token);
    if (information === undefined) throw new Unauthenticated('no valid access token');
    return information;
  };
  app.get('/people/me', { schema: OAUTH_ROUTES.me }, me);
  app.post('/people/me', { schema: OAUTH_ROUTES.postedMe }, me);
}

/** A form from another site comes without session cookies. The page it leads to has them. */
export function addLogoutRoutes(app: FastifyInstance, { accounts }: Pick<PeopleParts, 'accounts'>) {
  app.get('/oauth/logout', { schema: OAUTH_ROUTES.logout, validatorCompiler }, (request, reply) =>
    handOver(accounts.oauth, request, reply),
  );
  const schema = OAUTH_ROUTES.postedLogout;
  app.post('/oauth/logout', { schema, validatorCompiler }, async (request, reply) =>
    reply.redirect(`/oauth/logout?${new URLSearchParams(String(request.body ?? ''))}`, 303),
  );
}

/** Forms as text. */
export function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: FORM_BYTES } as const;
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
    done(null, body),
  );
}

/** A page for the person who was sent here. The application learns nothing. */
function tooMany(reply: FastifyReply, error: ResourceExhausted) {
  return reply
    .code(error.httpStatus)
    .header('retry-after', error.retryAfter ?? 1)
    .header('content-security-policy', ERROR_PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(errorPage('temporarily_unavailable', error.message));
}

/** The library reads the body itself, so nothing here may touch it. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
}

async function handOver(
  oauth: OAuth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = request;
  // The library knows its addresses without trailing slash.
  raw.url = raw.url?.replace(/^([^?]*)\/(?=\?|$)/, '$1');
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  try {
    await oauth.handle(raw, reply.raw);
  } catch (error) {
    request.log.error({ err: error }, 'the OAuth provider failed');
    if (!reply.raw.headersSent) reply.raw.writeHead(500);
    reply.raw.end();
  }
  return reply;
}
