/** What every route of the administration has: an administrator, and its entry in the trail. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Internal } from '../../../errors.ts';
import { administratorActor } from '../../../operations/administration.ts';
import type { SessionDemand } from '../../../operations/session-access.ts';
import { sessionOf } from '../accounts/sessions.ts';
import type { HttpParts } from '../parts.ts';

export const BASE = '/admin/v1';

/**
 * Who writes the entry: `none`, nothing about anybody is told; `operation`, which knows what it has
 * changed; or the hook, before the route may tell what is looked at.
 */
type Entry = 'none' | 'operation' | { readonly look: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly auditEntry?: Entry;
  }
}

interface RouteConfig {
  readonly session: SessionDemand;
  readonly auditEntry: Entry;
}

const FRESH: SessionDemand = { administrator: true, fresh: true };

/** Of a route that tells nothing about anybody. */
export const UNRECORDED: RouteConfig = { session: { administrator: true }, auditEntry: 'none' };

/** Of a route that shows what the trail is to call `what`. */
export const look = (what: string): RouteConfig => ({
  session: { administrator: true },
  auditEntry: { look: what },
});

/** The same for what hands out links or all that is kept of a person. */
export const freshLook = (what: string): RouteConfig => ({ ...look(what), session: FRESH });

/** Of a route that changes something or hands out keys; its operation writes what. */
export const CHANGE: RouteConfig = { session: FRESH, auditEntry: 'operation' };

/** How the audit trail names who calls. */
export const actorOf = (request: FastifyRequest): string =>
  administratorActor(sessionOf(request).user);

/** Serves no route that does not say who writes its entry. */
export function recordAdministration(app: FastifyInstance, { audit }: HttpParts): void {
  app.addHook('preHandler', async (request) => {
    const { config, url } = request.routeOptions;
    const entry = config.auditEntry;
    if (entry === undefined) throw new Internal(`${url} does not say who writes its audit entry`);
    if (typeof entry === 'string') return;
    const query = { ...(request.params as object), ...(request.query as object) };
    const details = { what: entry.look, query };
    await audit.append({ event: 'query', actor: actorOf(request), details });
  });
}
