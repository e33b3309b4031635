/** Spans of the service's work (OpenTelemetry). Without a collector they cost almost nothing. */
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
import { rememberSpan } from './recent-jobs.ts';

const tracer = trace.getTracer('prosopon');

/** Runs `work` in its own span. A thrown error ends the span as failed. */
export async function traced<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, (span) => endWith(span, name, work));
}

/** A span for work that has just ended and took this many milliseconds, inside a parent span. */
export function traceEnded(name: string, attributes: Attributes, milliseconds: number): void {
  rememberSpan(name, milliseconds, { about: String(attributes['db.query.text'] ?? '') });
  if (trace.getActiveSpan() === undefined) return;
  const endTime = Date.now();
  const startTime = endTime - milliseconds;
  tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }).end(endTime);
}

/** A call to the service. It joins the caller's trace if its headers name one. */
export interface CallSpan {
  readonly span: Span;
  /** Work that runs in it becomes part of the span. */
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

/** Marks a span as failed, only by the error's name: messages may hold private data. */
export function markFailed(span: Span, errorName: string): void {
  span.setAttribute('error.type', errorName).setStatus({ code: SpanStatusCode.ERROR });
}

async function endWith<T>(span: Span, name: string, work: (span: Span) => Promise<T>): Promise<T> {
  const from = performance.now();
  let failed = false;
  try {
    return await work(span);
  } catch (error) {
    failed = true;
    markFailed(span, error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
    rememberSpan(name, performance.now() - from, { failed });
  }
}
