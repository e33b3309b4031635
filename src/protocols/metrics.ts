/** Prometheus metrics: calls by protocol, method and status, engine, gallery, process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ActiveEngine } from '../operations/active-engine.ts';

/** Seconds. A verification takes a tenth of one, a queue several. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const WEBHOOK_OUTCOMES = ['taken', 'failed', 'gone', 'aborted', 'dropped'];

export interface HttpLabels {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Counters of one process, for all protocols. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Reads engine and gallery at each scrape. */
export function createMetrics(activeEngine: Pick<ActiveEngine, 'status'>) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addGauges(registry, activeEngine);
  const webhookAttempts = new Counter({
    name: 'prosopon_webhook_attempts_total',
    help: `Attempts to deliver an event to a webhook, by outcome: ${WEBHOOK_OUTCOMES.join(', ')}.`,
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Prometheus only sees an increase from a recorded zero.
  for (const outcome of WEBHOOK_OUTCOMES) webhookAttempts.inc({ outcome }, 0);
  return {
    contentType: registry.contentType,
    /** Everything in the text format of Prometheus. */
    text: () => registry.metrics(),
    httpRequest: calls(registry, 'prosopon_http_request', {
      counted: 'Requests by route and status; 408: the caller went away.',
      labelNames: ['method', 'route', 'status'],
    }),
    webhookAttempt: (outcome: string) => webhookAttempts.inc({ outcome }),
    grpcCall: calls(registry, 'prosopon_grpc_call', {
      counted: 'Calls by method and status; CANCELLED: the caller went away, or sent too much.',
      labelNames: ['method', 'status'],
    }),
  };
}

/** A counter and a histogram of the same calls. */
function calls<Label extends string>(
  registry: Registry,
  name: string,
  { counted, labelNames }: { readonly counted: string; readonly labelNames: readonly Label[] },
) {
  const registers = [registry];
  const total = new Counter({ name: `${name}s_total`, help: counted, labelNames, registers });
  const time = new Histogram({
    name: `${name}_seconds`,
    help: 'Seconds from receipt to answer.',
    labelNames,
    buckets: BUCKETS,
    registers,
  });
  return (labels: Readonly<Record<Label, string | number>>, seconds: number) => {
    total.inc(labels);
    time.observe(labels, seconds);
  };
}

function addGauges(registry: Registry, activeEngine: Pick<ActiveEngine, 'status'>): void {
  const engine = () => activeEngine.status().engine;
  const gallery = () => activeEngine.status().gallery;
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  gauge('prosopon_engine_ready', '1 when the face engine can serve.', () => Number(engine().ready));
  gauge('prosopon_engine_workers', 'Worker processes.', () => engine().workers);
  gauge('prosopon_engine_queued', 'Images waiting for a worker.', () => engine().queued);
  gauge('prosopon_gallery_ready', '1 when the gallery is loaded.', () => Number(gallery().ready));
  gauge('prosopon_gallery_classes', 'People who can be found.', () => gallery().classes);
  gauge('prosopon_gallery_bytes', 'Memory they take.', () => gallery().bytes);
  gauge(
    'prosopon_gallery_left_out',
    'Templates that cannot be found: of another encoder version, or corrupted.',
    () => gallery().otherEncoder + gallery().corrupted,
  );
}
