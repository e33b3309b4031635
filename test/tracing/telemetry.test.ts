/** Traces as a collector receives them: a call from the wire to workers and database, and no person in it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { credentials, Metadata, makeClientConstructor } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDefinitions, serviceOf } from '../../src/protocols/grpc/definitions.ts';
import { type Cli, createCli, type Running } from '../../testing/cli/run-cli.ts';
import { freePort } from '../../testing/free-port.ts';
import { portraitJpeg } from '../../testing/photos.ts';

const CLASS_ID = '7203451986';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code?: number };
}

let cli: Cli;
let service: Running;
let collector: Server;
let grpcPort: number;
const received: string[] = [];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push(`${request.url} ${Buffer.concat(chunks)}`);
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resume) => collector.once('listening', resume));
  cli = await createCli({ convertedModels: true });
  grpcPort = await freePort();
  service = await cli.serve({
    GRPC_PORT: String(grpcPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_SERVICE_NAME: 'faces-of-a-clinic',
  });
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  collector.close();
  await cli.remove();
});

/** The chain of names from a span to the call it belongs to. */
function chain(spans: readonly Span[], span: Span): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(parent === undefined ? [] : chain(spans, parent))];
}

test('traces calls over HTTP and gRPC, down to worker and database, without class ids', async () => {
  const { token } = await cli.json<{ token: string }>('token');
  const image = await portraitJpeg(3);
  const enrolment = await fetch(`${service.url}/api/face/v1/enroll/${CLASS_ID}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      traceparent: `00-${TRACE}-${CALLER}-01`,
    },
    body: JSON.stringify([{ image: image.toString('base64') }]),
  });
  expect(enrolment.status).toBe(200);

  const Faces = makeClientConstructor(
    serviceOf(loadDefinitions(), 'prosopon.v1.FaceRecognition'),
    'FaceRecognition',
  );
  const faces = new Faces(`127.0.0.1:${grpcPort}`, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${token}`);
  await new Promise<void>((resolve, reject) =>
    faces.Verify!({ classId: CLASS_ID, image: { image } }, metadata, (error: Error | null) =>
      error === null ? resolve() : reject(error),
    ),
  );
  faces.close();
  // What was not sent yet is sent at the end.
  expect(await service.stop()).toMatchObject({ code: 0 });

  expect(received.every((text) => text.startsWith('/v1/traces {'))).toBe(true);
  const sent = received.map((text) => JSON.parse(text.slice('/v1/traces '.length)));
  expect(JSON.stringify(sent[0].resourceSpans[0].resource)).toContain('faces-of-a-clinic');
  const spans: Span[] = sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
  const chains = spans.map((span) => chain(spans, span).join(' < '));
  for (const [operation, call] of [
    ['enroll', 'POST /api/face/v1/enroll/:classId'],
    ['verify', 'prosopon.v1.FaceRecognition/Verify'],
  ]) {
    expect(chains).toContain(`worker run < faces analyse < job ${operation} < ${call}`);
    expect(chains).toContain(`database query < job ${operation} < ${call}`);
  }
  const call = spans.find(({ name }) => name === 'POST /api/face/v1/enroll/:classId')!;
  expect(call).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
  // What the service does on its own account is no trace.
  expect(chains).not.toContain('database query');
  expect(received.join('')).not.toContain(CLASS_ID);
  expect(received.join('')).not.toContain(token);
});
