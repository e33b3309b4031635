/** Prometheus metrics: requests by route and status, engine, gallery, process. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OperationParts } from '../../operations/context.ts';
import { elapsedMs } from './common-headers.ts';

/** Seconds; a verification takes a tenth of one, a queue several. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Status that the books give a request whose caller went away. */
const CALLER_GONE = 408;

/** Serves `/metrics` and counts every request when its connection is done with it. */
export function registerMetrics(
  app: FastifyInstance,
  { engine, gallery }: Pick<OperationParts, 'engine' | 'gallery'>,
): void {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'prosopon_http_requests_total',
    help: 'Requests by route and status; 408: the caller went away.',
    labelNames,
    registers,
  });
  const seconds = new Histogram({
    name: 'prosopon_http_request_seconds',
    help: 'Seconds from receipt to answer.',
    labelNames,
    buckets: BUCKETS,
    registers,
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge('prosopon_engine_ready', '1 when the face engine can serve.', () =>
    engine.status().ready ? 1 : 0,
  );
  gauge('prosopon_engine_workers', 'Worker threads.', () => engine.status().workers);
  gauge('prosopon_engine_queued', 'Images waiting for a worker.', () => engine.status().queued);
  gauge('prosopon_gallery_ready', '1 when the gallery is loaded.', () =>
    gallery.status().ready ? 1 : 0,
  );
  gauge('prosopon_gallery_classes', 'People who can be found.', () => gallery.status().classes);
  gauge('prosopon_gallery_vectors', 'Their feature vectors.', () => gallery.status().vectors);
  gauge('prosopon_gallery_bytes', 'Memory they take.', () => gallery.status().bytes);
  gauge(
    'prosopon_gallery_left_out',
    'Templates that cannot be found: of another encoder version, or corrupted.',
    () => gallery.status().otherEncoder + gallery.status().corrupted,
  );

  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      const labels = labelsOf(request, reply);
      requests.inc(labels);
      seconds.observe(labels, elapsedMs(request) / 1000);
    });
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

function labelsOf(request: FastifyRequest, reply: FastifyReply) {
  const status = reply.raw.writableFinished ? reply.raw.statusCode : CALLER_GONE;
  return { method: request.method, route: request.routeOptions.url ?? 'none', status };
}
