/** The routes for people: OAuth provider, login, accounts. */

import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { stringifyAnswer } from '../../../contract/wire.ts';
import { addAccountRoutes } from '../accounts/account-routes.ts';
import { addOwnDataRoutes } from '../accounts/own-data-routes.ts';
import { addPasskeyRoutes } from '../accounts/passkey-routes.ts';
import { requireSessions } from '../accounts/sessions.ts';
import { addAdminJournalRoutes } from '../admin/admin-journal-routes.ts';
import { addAdminRoutes } from '../admin/admin-routes.ts';
import { recordAdministration } from '../admin/administration.ts';
import { addByHandRoutes } from '../admin/by-hand-routes.ts';
import { addAdminOverviewRoutes } from '../admin/overview-routes.ts';
import { addAdminPeopleRoutes } from '../admin/people-routes.ts';
import { addProviderLoginRoutes } from '../admin/provider-login-routes.ts';
import { addAdminRefusalRoutes } from '../admin/refusal-routes.ts';
import { addAdminUserRoutes } from '../admin/user-routes.ts';
import { addAdminWebhookRoutes } from '../admin/webhook-routes.ts';
import { addLoginRoutes } from '../oauth/login-routes.ts';
import { addLogoutRoutes, addOAuthRoutes, leaveBodies, takeForms } from '../oauth/oauth-routes.ts';
import type { HttpParts } from '../parts.ts';
import { withMethodNotAllowed } from '../plugins/method-not-allowed.ts';
import { addPlaygroundCalls } from './playground-calls.ts';
import { requireSameOrigin } from './same-origin.ts';

export function registerPeople(app: FastifyInstance, parts: HttpParts): void {
  app.register(async (oauth) => {
    leaveBodies(oauth);
    withMethodNotAllowed(oauth, (routes) => addOAuthRoutes(routes, parts));
  });
  app.register(async (logout) => {
    takeForms(logout);
    withMethodNotAllowed(logout, (routes) => addLogoutRoutes(routes, parts));
  });
  app.register((login) => addProviderLoginRoutes(login, parts));
  app.register(async (pages) => {
    requireSameOrigin(pages, parts.accounts.publicUrl);
    pages.setReplySerializer((payload) => stringifyAnswer(payload));
    await pages.register(cookie);
    requireSessions(pages, parts);
    withMethodNotAllowed(pages, (routes) => {
      addLoginRoutes(routes, parts);
      addAccountRoutes(routes, parts);
      addPasskeyRoutes(routes, parts);
      addOwnDataRoutes(routes, parts);
      if (parts.playground) addPlaygroundCalls(routes, parts.playground);
    });
    pages.register(async (administration) => {
      recordAdministration(administration, parts);
      withMethodNotAllowed(administration, (routes) => {
        addAdminRoutes(routes, parts);
        addAdminJournalRoutes(routes, parts);
        addAdminOverviewRoutes(routes, parts);
        addAdminRefusalRoutes(routes, parts);
        addAdminPeopleRoutes(routes, parts);
        addAdminUserRoutes(routes, parts);
        addByHandRoutes(routes, parts);
        addAdminWebhookRoutes(routes, parts);
      });
    });
  });
}
