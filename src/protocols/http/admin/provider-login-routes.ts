/** Sign-in of administrators at an OpenID provider: there and back by redirects. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressPrefix } from '../../../access/address-prefix.ts';
import type { ProviderLogin } from '../../../access/administrators/provider-login.ts';
import { newToken } from '../../../access/one-time.ts';
import { PermissionDenied, ServiceError, Unauthenticated, Unavailable } from '../../../errors.ts';
import { withOrigin } from '../../../journal/audit-trail.ts';
import { finishProviderLogin } from '../../../operations/admin/provider-login.ts';
import { setSignInCookie, signInKey, signInKeyOf } from '../accounts/account-cookies.ts';
import { beginSession } from '../accounts/begin-session.ts';
import { requireSameOrigin } from '../pages/same-origin.ts';
import type { HttpParts } from '../parts.ts';
import type { ProviderRefusal } from './service-answers.ts';

const schema = { hide: true };

export function addProviderLoginRoutes(
  app: FastifyInstance,
  parts: HttpParts,
  login: ProviderLogin,
): void {
  const { accounts, rates } = parts;
  app.register(async (own) => {
    requireSameOrigin(own, accounts.publicUrl);
    own.get('/admin/login', { schema }, (request, reply) =>
      redirected(request, reply, async () => {
        rates.beginning(request.ip);
        const token = newToken();
        setSignInCookie(reply, accounts, token);
        return login.begin(signInKeyOf(token));
      }),
    );
  });
  // The browser comes from the provider, so from another origin.
  app.get('/admin/callback', { schema }, (request, reply) =>
    redirected(request, reply, async () => {
      const key = signInKey(request, accounts);
      if (key === undefined) throw new Unauthenticated('this browser has begun no login');
      rates.beginning(request.ip);
      const query = new URLSearchParams(request.url.split('?')[1]);
      const { administrator, created } = await withOrigin(addressPrefix(request.ip), () =>
        finishProviderLogin(parts, login, key, query),
      );
      await beginSession(request, reply, parts, administrator, 'provider', { created });
      return '/admin';
    }),
  );
}

/** People see a page in any case. The log says what went wrong. */
async function redirected(
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<string>,
): Promise<FastifyReply> {
  try {
    return reply.redirect(await find(), 303);
  } catch (error) {
    const reason = [error, (error as Error).cause].filter((one) => one instanceof Error).join(': ');
    request.failure = error instanceof ServiceError ? error : new Unauthenticated(reason);
    if (error instanceof Unavailable) request.log.warn({ reason }, 'the provider is not available');
    return reply.redirect(`/admin?login=${refusalOf(error)}`, 303);
  }
}

function refusalOf(error: unknown): ProviderRefusal {
  if (error instanceof PermissionDenied) return 'no-role';
  return error instanceof Unavailable ? 'unreachable' : 'failed';
}
