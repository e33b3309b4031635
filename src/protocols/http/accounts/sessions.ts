/** Admits callers from pages by the demand that the route declares, before reading a body. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Accounts } from '../../../access/accounts/accounts.ts';
import { Unauthenticated } from '../../../errors.ts';
import {
  admitSession,
  type SessionDemand,
  type SignedIn,
} from '../../../operations/accounts/session-access.ts';
import { hasCsrfHeader } from '../pages/same-origin.ts';
import type { PeopleParts } from '../parts.ts';
import { sessionToken } from './account-cookies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: open to all. */
    readonly session?: SessionDemand;
  }
  interface FastifyRequest {
    signedIn: SignedIn | undefined;
  }
}

/** For routes of the administration that declare nothing. */
const STRICTEST: SessionDemand = { administrator: 'change-service', fresh: true };

export function requireSessions(
  app: FastifyInstance,
  parts: Pick<PeopleParts, 'accounts' | 'templates'>,
): void {
  app.decorateRequest('signedIn', undefined);
  app.addHook('onRequest', async (request) => {
    const { config, url = '' } = request.routeOptions;
    const demand = config.session ?? (url.startsWith('/admin/') ? STRICTEST : undefined);
    if (demand === undefined) return;
    request.signedIn = await admitSession(
      parts,
      await findSignedIn(request, parts.accounts),
      demand,
    );
  });
}

/** The session that the route admitted. @throws Unauthenticated the route is open to all */
export function sessionOf({ signedIn }: FastifyRequest): SignedIn {
  if (signedIn === undefined) throw new Unauthenticated('no session');
  return signedIn;
}

/** The signed-in user. Undefined: nobody. Streams, and what pages ask by themselves, are no use. */
export async function findSignedIn(
  request: FastifyRequest,
  accounts: Pick<Accounts, 'sessions' | 'users' | 'providerLogin' | 'publicUrl'>,
): Promise<SignedIn | undefined> {
  const { sessions, users, providerLogin } = accounts;
  const token = sessionToken(request, accounts);
  const watching = !hasCsrfHeader(request);
  const session = token === undefined ? undefined : await sessions.find(token, { watching });
  const user = session?.userId
    ? await users.find(session.userId)
    : session && providerLogin?.userOf(session);
  return token && session && user && !user.disabled ? { token, session, user } : undefined;
}
