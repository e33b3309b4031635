/** Admits browsers from web origins that a client lists, with that client's credentials only. */
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '../../../access/clients/client.ts';
import type { ClientRegistry } from '../../../access/clients/clients.ts';
import { lazily } from '../../../async.ts';

/** Milliseconds for which the list of origins is cached. */
const FRESH = 10_000;

/** Answers preflights for origins of any client. `narrowOrigin` narrows the request itself. */
export function registerCors(app: FastifyInstance, clients: Pick<ClientRegistry, 'list'>): void {
  const origins = lazily(
    async () => new Set((await clients.list()).flatMap((client) => client.allowedOrigins)),
    FRESH,
  );
  const isListed = async (origin: string | undefined): Promise<boolean> =>
    origin !== undefined &&
    // A failure only refuses this request. It is not cached as the list is.
    (await origins().then(
      (listed) => listed.has(origin),
      () => false,
    ));
  app.register(cors, {
    origin: (origin, done) => {
      isListed(origin).then(
        (listed) => done(null, listed),
        (error: Error) => done(error, false),
      );
    },
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      ...['authorization', 'content-type', 'reference-number', 'transaction-id'],
      'sandbox-outcome',
    ],
    exposedHeaders: [
      'jobid',
      'service-version',
      'reference-number',
      'transaction-id',
      'response-time-ms',
      'quality-missing',
      'retry-after',
      'sandbox',
    ],
    maxAge: 600,
    strictPreflight: false,
  });
}

/** Withdraws the permission to read the response from an origin of another client. */
export function narrowOrigin(request: FastifyRequest, reply: FastifyReply, client: Client): void {
  const { origin } = request.headers;
  if (origin !== undefined && !client.allowedOrigins.includes(origin))
    reply.removeHeader('access-control-allow-origin');
}
