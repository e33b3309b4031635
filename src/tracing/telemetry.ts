/** Sends spans to an OpenTelemetry collector (OTLP over HTTP, JSON), if configured. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';

/** Stops. Sends the remaining spans, unless the collector is slow. */
export type StopTelemetry = () => Promise<void>;

/** Milliseconds for the collector at the end. */
const FLUSH = 2_000;

/** Starts sending if a collector is configured. The standard OTEL_ variables apply. */
export async function startTelemetry(
  { tracesEndpoint }: Pick<Config, 'tracesEndpoint'>,
  version: string,
): Promise<StopTelemetry> {
  if (tracesEndpoint === undefined) return async () => undefined;
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  );
  const exporter = new OTLPTraceExporter({ url: `${tracesEndpoint}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'prosopon',
      'service.version': version,
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return () => Promise.race([provider.shutdown(), sleep(FLUSH, undefined, { ref: false })]);
}
