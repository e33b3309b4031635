/**
 * Shared by all routes of the administration: an authorized user, the client concerned, and the
 * entry in the audit trail.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TProperties, Type } from 'typebox';
import { ACCOUNTS } from '../../../access/accounts/user.ts';
import { addressPrefix } from '../../../access/address-prefix.ts';
import { Internal, NotFound, noneIf, PermissionDenied, shortened } from '../../../errors.ts';
import { withOrigin } from '../../../journal/audit-trail.ts';
import type { SessionDemand } from '../../../operations/accounts/session-access.ts';
import { administratorActor } from '../../../operations/admin/administration.ts';
import { onlyClientOf, type Right } from '../../../operations/rights.ts';
import { sessionOf } from '../accounts/sessions.ts';
import type { AdminParts } from '../parts.ts';

export const BASE = '/admin/v1';

/** A body with exactly these members, because it is repeated in the response and the trail. */
export const closedBody = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

/** How long the previous secret or key stays valid. A misspelt member would mean a day. */
export const OverlapBody = closedBody({
  overlapSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** The client of a list. Absent: all clients. */
export const ClientQuery = Type.Object({ client: Type.Optional(Type.String()) });

/**
 * Who writes the entry. `none`: the route reveals nothing about people. `operation`: it knows what
 * it has changed. Otherwise the hook, before the route reveals what is looked at.
 */
type Entry = 'none' | 'operation' | { readonly look: string };

/**
 * Where a call names the client concerned. `query.client` may be absent, which means all clients;
 * administrators of one client get their own. `nobody`: the call reveals nothing about any client.
 */
type About =
  | 'nobody'
  | 'query.client'
  | 'params.client'
  | 'body.clientId'
  | 'webhook'
  | 'templates';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly auditEntry?: Entry;
    /** Absent: about several clients, and thus closed to administrators of one. */
    readonly about?: About;
  }
  interface FastifyRequest {
    /** Creation of the client, for its administrators. Earlier data belongs to another client. */
    clientBegan: Date | undefined;
  }
}

interface RouteConfig {
  readonly session: SessionDemand;
  readonly auditEntry: Entry;
  readonly about?: About;
}

const config = (auditEntry: Entry, session: SessionDemand, about?: About): RouteConfig => ({
  ...{ session, auditEntry },
  ...(about && { about }),
});

/** A route that reveals nothing about people. */
export const unrecorded = (right: Right, about?: About): RouteConfig =>
  config('none', { administrator: right }, about);

/** A route that shows data, which the trail calls `what`. */
export const look = (what: string, right: Right, about?: About): RouteConfig =>
  config({ look: what }, { administrator: right }, about);

/** The same for a route that hands out links, or all data about a person. */
export const freshLook = (what: string, right: Right, about?: About): RouteConfig =>
  config({ look: what }, { administrator: right, fresh: true }, about);

/** A route that changes something or hands out keys. Its operation writes the entry. */
export const change = (right: Right, about?: About): RouteConfig =>
  config('operation', { administrator: right, fresh: true }, about);

/** The caller's name in the audit trail. */
export const actorOf = (request: FastifyRequest): string =>
  administratorActor(sessionOf(request).user);

/** Only serves routes that declare who writes their entry. Hides others' clients. */
export function recordAdministration(app: FastifyInstance, parts: AdminParts): void {
  app.decorateRequest('clientBegan', undefined);
  app.addHook('preHandler', ({ ip }, _reply, done) => withOrigin(addressPrefix(ip), done));
  app.addHook('preHandler', async (request) => {
    const { config, url } = request.routeOptions;
    const entry = config.auditEntry;
    if (entry === undefined) throw new Internal(`${url} does not say who writes its audit entry`);
    const only = onlyClientOf(sessionOf(request).user);
    if (only !== undefined) {
      await requireAbout(parts, request, only);
      request.clientBegan = (await parts.clients.find(only))?.created ?? new Date();
    }
    if (typeof entry === 'string') return;
    const details = { what: entry.look, query: askedFor(request) };
    const clientId = await clientLookedAt(parts, request);
    await parts.audit.append({ event: 'query', actor: actorOf(request), clientId, details });
  });
}

/** The declared parts of the query. Undeclared members could forge the entry. */
function askedFor({ query, params, routeOptions }: FastifyRequest): object {
  const schema = routeOptions.schema?.querystring as { readonly properties?: object } | undefined;
  const declared = new Set(Object.keys(schema?.properties ?? {}));
  const given = Object.entries(query as object).filter(([name]) => declared.has(name));
  const asked = Object.entries({ ...Object.fromEntries(given), ...(params as object) });
  return Object.fromEntries(
    asked.map(([name, value]) => [name, typeof value === 'string' ? shortened(value) : value]),
  );
}

/** The client whose data is read. The entry counts and expires as one about that client. */
async function clientLookedAt(
  { clients, webhooks }: AdminParts,
  request: FastifyRequest,
): Promise<string | undefined> {
  const { about } = request.routeOptions.config;
  const { client, id = '' } = request.params as Readonly<Record<string, string>>;
  if (about === 'webhook') return (await webhooks.find(id).catch(noneIf(NotFound)))?.clientId;
  const named = about === 'query.client' ? (request.query as { client?: string }).client : client;
  if (named === undefined || named === ACCOUNTS.id) return named;
  return (await clients.find(named))?.id;
}

/** Responds the same whether or not the other client exists. @throws PermissionDenied */
async function requireAbout(
  { clients, webhooks }: AdminParts,
  request: FastifyRequest,
  only: string,
): Promise<void> {
  const { about } = request.routeOptions.config;
  const params = request.params as Readonly<Record<string, string>>;
  const query = request.query as { client?: string };
  const allowed = async (): Promise<boolean> => {
    if (about === 'nobody') return true;
    if (about === 'params.client') return params.client === only;
    if (about === 'body.clientId') return (request.body as { clientId: string }).clientId === only;
    if (about === 'query.client') {
      query.client ??= only;
      return query.client === only;
    }
    if (about === 'webhook') {
      const found = await webhooks.find(params.id ?? '').catch(noneIf(NotFound));
      return found?.clientId === only;
    }
    if (about !== 'templates') return false;
    const own = await clients.find(only);
    return own?.storage === params.storage && own?.partition === params.partition;
  };
  if (!(await allowed())) throw new PermissionDenied(`You administer the client ${only} only.`);
}
