/** Spans of what the service does (OpenTelemetry); while nobody collects them they cost next to nothing. */
import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const tracer = trace.getTracer('prosopon');

/** Runs `work` in a span of its own; an error that it throws ends the span as failed. */
export async function traced<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, (span) => endWith(span, work));
}

/** A span of what has just ended and took that many milliseconds, if it belongs to another. */
export function traceEnded(name: string, attributes: Attributes, milliseconds: number): void {
  if (trace.getActiveSpan() === undefined) return;
  const endTime = Date.now();
  const startTime = endTime - milliseconds;
  tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }).end(endTime);
}

/** A call that reached the service, as part of the caller's trace where its headers name one. */
export interface CallSpan {
  readonly span: Span;
  /** What runs in it becomes part of the span. */
  run<T>(work: () => T): T;
}

/** @param headers by lower-case name; `traceparent` and `tracestate` are read (W3C Trace Context) */
export function startCallSpan(
  name: string,
  headers: Readonly<Record<string, unknown>>,
  attributes: Attributes,
): CallSpan {
  const parent: Context = propagation.extract(context.active(), headers);
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  const inside = trace.setSpan(parent, span);
  return { span, run: (work) => context.with(inside, work) };
}

/** Marks a span as failed, by the name of an error alone: messages may hold what no trace should. */
export function markFailed(span: Span, errorName: string): void {
  span.setAttribute('error.type', errorName).setStatus({ code: SpanStatusCode.ERROR });
}

async function endWith<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await work(span);
  } catch (error) {
    markFailed(span, error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}
