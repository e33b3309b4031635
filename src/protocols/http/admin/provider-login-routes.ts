/** Sign-in of administrators at an OpenID provider: there and back by redirects. */
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { ACCOUNTS } from '../../../access/accounts/user.ts';
import { addressPrefix } from '../../../access/address-prefix.ts';
import { newToken } from '../../../access/one-time.ts';
import { PermissionDenied, ServiceError, Unauthenticated, Unavailable } from '../../../errors.ts';
import { setSignInCookie, signInKey, signInKeyOf } from '../accounts/account-cookies.ts';
import { beginSession } from '../accounts/begin-session.ts';
import { requireSameOrigin } from '../pages/same-origin.ts';
import type { HttpParts } from '../parts.ts';

const schema = { hide: true };

/** None, where the service has no provider. */
export async function addProviderLoginRoutes(app: FastifyInstance, parts: HttpParts) {
  const { accounts, audit, clients, rates } = parts;
  const login = accounts.providerLogin;
  if (login === undefined) return;
  await app.register(cookie);

  // People see a page in any case. The log says what went wrong.
  app.setErrorHandler(async (error: Error, request, reply) => {
    const reason = [error, error.cause].filter((one) => one instanceof Error).join(': ');
    if (error instanceof Unavailable) request.log.warn({ reason }, 'the provider is not available');
    request.failure = error instanceof ServiceError ? error : new Unauthenticated(reason);
    return reply.redirect(`/admin?login=${request.failure.code}`, 303);
  });

  app.register(async (own) => {
    requireSameOrigin(own, accounts.publicUrl);
    own.get('/admin/login', { schema }, async ({ ip }, reply) => {
      rates.beginning(ip);
      const token = newToken();
      setSignInCookie(reply, accounts, token);
      return reply.redirect(await login.begin(signInKeyOf(token)), 303);
    });
  });

  // The browser comes from the provider, so from another origin.
  app.get('/admin/callback', { schema }, async (request, reply) => {
    const key = signInKey(request, accounts);
    if (key === undefined) throw new Unauthenticated('this browser has begun no login');
    rates.beginning(request.ip);
    const query = new URLSearchParams(request.url.split('?')[1]);
    const { position, shown: created, ...person } = await login.finish(key, query);
    const isIn = position && (!position.client || (await clients.find(position.client)));
    await audit.append({
      ...{ event: 'provider-login', actor: person.id, clientId: ACCOUNTS.id },
      address: addressPrefix(request.ip),
      details: { change: isIn ? 'admitted' : 'refused', name: person.name, ...position },
    });
    if (!isIn) throw new PermissionDenied('The provider gives no role here.');
    await beginSession(request, reply, parts, { ...person, position }, 'provider', { created });
    return reply.redirect('/admin', 303);
  });
}
