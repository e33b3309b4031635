/** Contract calls over gRPC, with a client made from the proto files. */
import { join } from 'node:path';
import {
  type Client,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceError,
  type StatusObject,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { type GrpcServer, startGrpcServer } from '../../src/protocols/grpc/server.ts';
import { ROOT } from '../../testing/cli/run-cli.ts';
import { jwt, type TestService } from '../../testing/http/service.ts';
import {
  COMMON_HEADERS,
  type ContractAnswer,
  type ContractCall,
  type MethodName,
  type Protocol,
} from './protocol.ts';

const SERVICES: Readonly<Record<string, readonly MethodName[]>> = {
  FaceRecognition: [
    'Enroll',
    'Verify',
    'Search',
    'Identify',
    'SetTemplateTags',
    'GetTemplateStatus',
    'DeleteTemplate',
  ],
  FaceLiveness: ['LivenessDetection', 'VideoLivenessDetection', 'PhotoVerify'],
  FaceImageQualityService: ['FaceImageQuality'],
};

// biome-ignore lint/suspicious/noExplicitAny: clients made from proto files at run time
type Clients = Record<string, new (...given: any[]) => Client & Record<string, any>>;

/** What a client has that knows the proto files alone. */
export function grpcClients(): Clients {
  const files = ['face_recognition', 'face_liveness', 'face_image_quality'];
  const definition = loadSync(
    files.map((name) => `prosopon/v1/${name}.proto`),
    { includeDirs: [join(ROOT, 'proto')], longs: String, enums: String, defaults: true },
  );
  // biome-ignore lint/suspicious/noExplicitAny: its shape is that of the proto files
  return (loadPackageDefinition(definition) as any).prosopon.v1;
}

export interface GrpcProtocol extends Protocol {
  readonly server: GrpcServer;
}

export async function overGrpc({ parts }: TestService): Promise<GrpcProtocol> {
  const server = await startGrpcServer(
    { operations: parts, isReady: async () => true },
    { host: '127.0.0.1', port: 0, aliases: '', tls: undefined },
  );
  const clients = grpcClients();
  const stubs = Object.entries(SERVICES).map(([name, methods]) => {
    const options = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 };
    const stub = new clients[name]!(
      `127.0.0.1:${server.port}`,
      credentials.createInsecure(),
      options,
    );
    return { stub, methods };
  });
  return {
    name: 'gRPC',
    server,
    async call(method, { client, token, classId, body, headers = {} }: ContractCall) {
      const { stub } = stubs.find(({ methods }) => methods.includes(method))!;
      const metadata = new Metadata();
      const bearer = token ?? (client && (await jwt(client)));
      if (bearer !== undefined) metadata.set('authorization', `Bearer ${bearer}`);
      for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
      const request = { ...body, ...(classId === undefined ? {} : { classId }) };
      return new Promise<ContractAnswer>((resolve) => {
        let trailer = new Metadata();
        let settled: [ServiceError | null, unknown] | undefined;
        const done = () => settled && resolve(answerOf(...settled, trailer));
        const call = stub[method](
          request,
          metadata,
          (error: ServiceError | null, body: unknown) => {
            settled = [error, body];
          },
        );
        call.on('status', (status: StatusObject) => {
          trailer = status.metadata;
          setImmediate(done);
        });
      });
    },
    async close() {
      for (const { stub } of stubs) stub.close();
      await server.close();
    },
  };
}

function answerOf(error: ServiceError | null, body: unknown, trailer: Metadata): ContractAnswer {
  return {
    code: error?.code ?? 0,
    message: error?.details ?? '',
    body: error === null ? jsonOf(body) : undefined,
    headers: Object.fromEntries(
      COMMON_HEADERS.flatMap((name) => {
        const [value] = trailer.get(name);
        return value === undefined ? [] : [[name, String(value)]];
      }),
    ),
  };
}

/** Messages as the interface writes them in JSON: timestamps and bytes as text, never absent. */
function jsonOf(value: unknown, name = ''): unknown {
  if (name === 'enrolled' && value === null) return '';
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map((item) => jsonOf(item));
  if (value === null || typeof value !== 'object') return value;
  const { seconds, nanos } = value as { readonly seconds?: string; readonly nanos?: number };
  if (seconds !== undefined && nanos !== undefined)
    return new Date(Number(seconds) * 1000 + nanos / 1e6).toISOString();
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, jsonOf(member, name)]),
  );
}
