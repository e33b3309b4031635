/**
 * What every route of the administration has: a user whose position allows it, the client it is
 * about, and its entry in the trail.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TProperties, Type } from 'typebox';
import { ACCOUNTS } from '../../../access/accounts/user.ts';
import { networkOf } from '../../../access/network.ts';
import { Internal, NotFound, noneIf, PermissionDenied } from '../../../errors.ts';
import { withOrigin } from '../../../journal/call-origin.ts';
import type { SessionDemand } from '../../../operations/accounts/session-access.ts';
import { administratorActor } from '../../../operations/admin/administration.ts';
import { onlyClientOf, type Right } from '../../../operations/rights.ts';
import { sessionOf } from '../accounts/sessions.ts';
import type { HttpParts } from '../parts.ts';

export const BASE = '/admin/v1';

/** What a route takes and nothing else, because it goes on into answer and trail. */
export const closedBody = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

/** How long the previous secret or key stays valid; a misspelt one would leave it so for a day. */
export const OverlapBody = closedBody({
  overlapSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** Of a list; absent: of all clients. */
export const ClientQuery = Type.Object({ client: Type.Optional(Type.String()) });

/**
 * Who writes the entry: `none`, nothing about people is told; `operation`, which knows what it has
 * changed; or the hook, before the route may tell what is looked at.
 */
type Entry = 'none' | 'operation' | { readonly look: string };

/**
 * Where a call names the client it is about. `query.client` may be absent, which means all: those
 * who administer one client get its name there. `nobody`: it tells nothing about any.
 */
type About = 'nobody' | 'query.client' | 'params.client' | 'body.clientId' | 'webhook' | 'place';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly auditEntry?: Entry;
    /** Absent: about more than one client, so nothing for those who administer one. */
    readonly about?: About;
  }
  interface FastifyRequest {
    /** When the client was created, for its administrators: anything earlier belongs to another. */
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

/** Of a route that tells nothing about people. */
export const unrecorded = (right: Right, about?: About): RouteConfig =>
  config('none', { administrator: right }, about);

/** Of a route that shows what the trail is to call `what`. */
export const look = (what: string, right: Right, about?: About): RouteConfig =>
  config({ look: what }, { administrator: right }, about);

/** The same for what hands out links or all that is kept of a person. */
export const freshLook = (what: string, right: Right, about?: About): RouteConfig =>
  config({ look: what }, { administrator: right, fresh: true }, about);

/** Of a route that changes something or hands out keys; its operation writes what. */
export const change = (right: Right, about?: About): RouteConfig =>
  config('operation', { administrator: right, fresh: true }, about);

/** How the audit trail names who calls. */
export const actorOf = (request: FastifyRequest): string =>
  administratorActor(sessionOf(request).user);

/** Serves no route that does not say who writes its entry, and tells nobody of others' clients. */
export function recordAdministration(app: FastifyInstance, parts: HttpParts): void {
  app.decorateRequest('clientBegan', undefined);
  app.addHook('preHandler', ({ ip }, _reply, done) => withOrigin(networkOf(ip), done));
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

/** What the route has read of the address: undeclared members could forge the entry. */
function askedFor({ query, params, routeOptions }: FastifyRequest): object {
  const schema = routeOptions.schema?.querystring as { readonly properties?: object } | undefined;
  const declared = new Set(Object.keys(schema?.properties ?? {}));
  const given = Object.entries(query as object).filter(([name]) => declared.has(name));
  return { ...Object.fromEntries(given), ...(params as object) };
}

/** Whose data it is, so that the entry is found among those about that client, and kept as long. */
async function clientLookedAt(
  { clients, webhooks }: HttpParts,
  request: FastifyRequest,
): Promise<string | undefined> {
  const { about } = request.routeOptions.config;
  const { client, id = '' } = request.params as Readonly<Record<string, string>>;
  if (about === 'webhook') return (await webhooks.find(id).catch(noneIf(NotFound)))?.clientId;
  const named = about === 'query.client' ? (request.query as { client?: string }).client : client;
  if (named === undefined || named === ACCOUNTS.id) return named;
  return (await clients.find(named))?.id;
}

/** The same answer whether another client is there or not. @throws PermissionDenied */
async function requireAbout(
  { clients, webhooks }: HttpParts,
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
    const own = about === 'place' ? await clients.find(only) : undefined;
    return own?.storage === params.storage && own?.partition === params.partition;
  };
  if (!(await allowed())) throw new PermissionDenied(`You administer the client ${only} only.`);
}
