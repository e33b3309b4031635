/** The addresses of the OAuth provider: handed to its library as they come, but `/people/me`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OAuth } from '../../access/oauth/oauth.ts';
import { Unauthenticated } from '../../errors.ts';
import { RequestRefused } from './errors.ts';
import type { HttpParts } from './parts.ts';

const GET = [
  '/oauth/authorization',
  '/oauth/authorization/:uid',
  '/oauth/jwks',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
] as const;

const POST = ['/oauth/token', '/oauth/revocation', '/oauth/introspection'] as const;

const BEARER = /^Bearer +([A-Za-z0-9_-]+)$/i;

export function addOAuthRoutes(
  app: FastifyInstance,
  { accounts }: Pick<HttpParts, 'accounts'>,
): void {
  const { oauth } = accounts;
  const handler = (request: FastifyRequest, reply: FastifyReply) => handOver(oauth, request, reply);
  const schema = { hide: true };
  for (const url of GET) app.get(url, { schema }, handler);
  for (const url of POST) app.post(url, { schema }, handler);

  app.get('/people/me', { schema }, async (request) => {
    const query = request.query as Readonly<Record<string, unknown>>;
    if (query.access_token !== undefined)
      throw new RequestRefused(400, 'access_token: belongs into the Authorization header');
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const information = token === undefined ? undefined : await oauth.userInfo(token);
    if (information === undefined) throw new Unauthenticated('no valid access token');
    return information;
  });
}

/** The library reads the body itself, so nothing here may have touched it. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
}

async function handOver(
  oauth: OAuth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  try {
    await oauth.handle(request.raw, reply.raw);
  } catch (error) {
    request.log.error({ err: error }, 'the OAuth provider failed');
    if (!reply.raw.headersSent) reply.raw.writeHead(500);
    reply.raw.end();
  }
  return reply;
}
