/** What people themselves use: the OAuth provider, login, their accounts. */
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { addAccountRoutes } from './account-routes.ts';
import { addAdminJournalRoutes } from './admin-journal-routes.ts';
import { addAdminRoutes } from './admin-routes.ts';
import { stringifyExact } from './exact-json.ts';
import { addLoginRoutes } from './login-routes.ts';
import { withMethodNotAllowed } from './method-not-allowed.ts';
import { addOAuthRoutes, leaveBodies } from './oauth-routes.ts';
import { addOwnDataRoutes } from './own-data-routes.ts';
import type { HttpParts } from './parts.ts';
import { limitBodies, requireSameOrigin } from './same-origin.ts';

export function registerPeople(app: FastifyInstance, parts: HttpParts): void {
  app.register(async (oauth) => {
    leaveBodies(oauth);
    withMethodNotAllowed(oauth, (routes) => addOAuthRoutes(routes, parts));
  });
  app.register(async (pages) => {
    requireSameOrigin(pages, parts.accounts.publicUrl);
    limitBodies(pages);
    pages.setReplySerializer((payload) => stringifyExact(payload));
    await pages.register(cookie);
    withMethodNotAllowed(pages, (routes) => {
      addLoginRoutes(routes, parts);
      addAccountRoutes(routes, parts);
      addOwnDataRoutes(routes, parts);
      addAdminRoutes(routes, parts);
      addAdminJournalRoutes(routes, parts);
    });
  });
}
