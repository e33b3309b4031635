/** Administration below `/admin/v1`: webhooks of clients. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { administerWebhooks } from '../../../operations/admin/administer-webhooks.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { AdminParts } from '../parts.ts';
import {
  actorOf,
  BASE,
  ClientQuery,
  change,
  closedBody,
  freshLook,
  look,
  OverlapBody,
  unrecorded,
} from './administration.ts';
import { eventDescriptions, triedWebhook } from './service-answers.ts';

/** Checked by the registry, which names each fault. */
const Events = Type.Array(Type.String());

const NewWebhookBody = closedBody({
  clientId: Type.String(),
  url: Type.String(),
  events: Events,
});

const ChangesBody = closedBody({
  url: Type.Optional(Type.String()),
  events: Type.Optional(Events),
  enabled: Type.Optional(Type.Boolean()),
});

export function addAdminWebhookRoutes(app: FastifyInstance, parts: AdminParts): void {
  const { get, post, put, remove } = pageCalls(app, `${BASE}/webhooks`, 'Administration');
  const webhooksFor = (request: FastifyRequest) =>
    administerWebhooks(parts.webhooks, parts.audit, actorOf(request));

  get(
    '',
    { ...look('webhooks', 'see-client', 'query.client'), querystring: ClientQuery },
    async (request) => parts.webhooks.list(request.query.client),
  );

  get('/events', unrecorded('see-client', 'nobody'), async () => eventDescriptions());

  post('', { ...change('change-client', 'body.clientId'), body: NewWebhookBody }, async (request) =>
    webhooksFor(request).create(request.body),
  );

  put('/:id', { ...change('change-client', 'webhook'), body: ChangesBody }, async (request) => {
    return webhooksFor(request).change(request.params.id, request.body);
  });

  post(
    '/:id/secret',
    { ...change('change-client', 'webhook'), body: OverlapBody },
    async (request) =>
      webhooksFor(request).rotateSecret(request.params.id, request.body.overlapSeconds),
  );

  post('/:id/test', freshLook('webhook test', 'change-client', 'webhook'), async (request) =>
    triedWebhook(await parts.deliveries.test(request.params.id)),
  );

  get('/:id/messages', look('webhook messages', 'see-client', 'webhook'), async (request) =>
    parts.deliveries.messages(request.params.id),
  );

  post('/:id/messages/:message/again', change('change-client', 'webhook'), async (request) => {
    const { id, message } = request.params;
    await webhooksFor(request).sentAgain(id, message);
    return triedWebhook(await parts.deliveries.again(id, message));
  });

  remove('/:id', change('change-client', 'webhook'), async (request) => {
    await webhooksFor(request).delete(request.params.id);
  });
}
