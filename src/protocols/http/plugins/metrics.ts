/** Serves `/metrics` to authorized callers, and counts every request when it is over. */
import { createHash, timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import { PermissionDenied, Unauthenticated } from '../../../errors.ts';
import type { HttpLabels, Metrics } from '../../metrics.ts';
import { elapsedMs } from './common-headers.ts';
import { isAnswered, whenOver } from './when-over.ts';

/** Status recorded for a request whose caller went away. */
const CALLER_GONE = 408;

/** Who may read metrics on the main port. `address` is set if they are served elsewhere. */
export type MetricsAccess = Pick<Config, 'exposed' | 'metricsAddress' | 'metricsToken'>;

/** Only callers on this machine can reach the service. */
export const LOCAL_METRICS: MetricsAccess = {
  exposed: false,
  metricsAddress: undefined,
  metricsToken: undefined,
};

const METRICS_ROUTE = {
  operationId: 'metrics',
  summary: 'Metrics',
  description:
    'Prometheus text; who may read it: PROSOPON_METRICS_TOKEN, PROSOPON_METRICS_ADDRESS.',
  tags: ['Operation'],
  response: {
    200: { description: 'Metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
  },
};

/** Counts all requests. Serves the metrics unless they have their own address. */
export function registerMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  access: MetricsAccess,
): void {
  app.addHook('onRequest', async (request, reply) => {
    whenOver(reply, () => metrics.httpRequest(labelsOf(request, reply), elapsedMs(request) / 1000));
  });
  if (access.metricsAddress === undefined) serveMetrics(app, metrics, access);
}

/** Serves the metrics on their own address. @throws the error of `listen` */
export async function listenForMetrics(
  metrics: Metrics,
  { metricsAddress, metricsToken }: MetricsAccess,
): Promise<readonly FastifyInstance[]> {
  if (metricsAddress === undefined) return [];
  const app = fastify({ forceCloseConnections: true });
  serveMetrics(app, metrics, { exposed: false, metricsToken });
  await app.listen(metricsAddress);
  return [app];
}

function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  access: Pick<MetricsAccess, 'exposed' | 'metricsToken'>,
): void {
  app.get('/metrics', { schema: METRICS_ROUTE }, async (request, reply) => {
    requireReader(request, access);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function requireReader(
  { headers }: FastifyRequest,
  { exposed, metricsToken }: Pick<MetricsAccess, 'exposed' | 'metricsToken'>,
): void {
  if (metricsToken === undefined) {
    if (!exposed) return;
    throw new PermissionDenied(
      'Metrics are for the operator: set PROSOPON_METRICS_TOKEN or PROSOPON_METRICS_ADDRESS.',
    );
  }
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = digest(headers.authorization ?? '');
  if (!timingSafeEqual(given, digest(`Bearer ${metricsToken}`)))
    throw new Unauthenticated('not the token for metrics');
}

function labelsOf(request: FastifyRequest, reply: FastifyReply): HttpLabels {
  const status = isAnswered(reply) ? reply.raw.statusCode : CALLER_GONE;
  return { method: request.method, route: request.routeOptions.url ?? 'none', status };
}
