/** The gRPC server: operations, health and reflection, on its own port. */
import {
  logVerbosity,
  Server,
  ServerCredentials,
  setLogVerbosity,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { hostAndPort } from '../../config/host.ts';
import { BYTES_IN_FLIGHT, CALLS_PER_CONNECTION, IDLE_CONNECTION, LARGEST_BODY } from '../limits.ts';
import type { TlsIdentity } from '../tls-files.ts';
import { createByteBudget } from '../uploads/byte-budget.ts';
import { DEFAULT_PACE, type Pace } from '../uploads/upload-pace.ts';
import { countCalls } from './call-metrics.ts';
import { createCallers } from './callers.ts';
import {
  descriptionOf,
  loadDefinitions,
  PACKAGE,
  parseAliases,
  renamed,
  SERVICES,
  serviceOf,
} from './definitions.ts';
import { createHealth } from './health.ts';
import { createHandle, type GrpcParts, type Handle } from './jobs.ts';
import { createLastingCalls } from './lasting-calls.ts';
import { METHODS } from './methods.ts';

export interface GrpcServerParts {
  readonly operations: GrpcParts;
  /** Whether the service is ready. Never rejects. */
  readonly isReady: () => Promise<boolean>;
}

export interface GrpcServerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Other names of the services; see `parseAliases`. */
  readonly aliases: string;
  /** Undefined: no TLS. */
  readonly tls: TlsIdentity | undefined;
  /** How fast messages must arrive. */
  readonly pace?: Pace;
}

export type GrpcServer = Awaited<ReturnType<typeof startGrpcServer>>;

/** Bytes that precede a message on the wire. */
const FRAME = 5;

/** Starts listening. @throws ConfigError alias; Error EADDRINUSE */
export async function startGrpcServer(parts: GrpcServerParts, options: GrpcServerOptions) {
  // By default, the library prints metadata that it cannot read, including credentials.
  setLogVerbosity(logVerbosity.NONE);
  const { operations } = parts;
  const definitions = loadDefinitions();
  const lasting = createLastingCalls();
  const callers = createCallers(operations, {
    budget: createByteBudget(BYTES_IN_FLIGHT),
    pace: options.pace ?? DEFAULT_PACE,
    limit: LARGEST_BODY + FRAME,
  });
  const aliases = parseAliases(options.aliases).map(([, alias]) => alias);
  const health = createHealth(parts.isReady, [...SERVICES, ...aliases]);
  const server = new Server({
    'grpc.max_receive_message_length': LARGEST_BODY,
    'grpc.max_send_message_length': -1,
    'grpc.max_concurrent_streams': CALLS_PER_CONNECTION,
    'grpc.max_connection_idle_ms': IDLE_CONNECTION,
    // The first is next to the wire. The second counts refusals of the third.
    interceptors: [
      lasting.interceptor,
      countCalls(operations.metrics),
      callers.interceptor,
      health.interceptor,
    ],
  });
  addServices(server, definitions, createHandle(operations, callers), options.aliases);
  health.addTo(server);
  try {
    const port = await bind(server, options);
    return {
      port,
      /** Finishes running calls within `patience` milliseconds. */
      async close(patience = 8000) {
        health.stop();
        lasting.end();
        await new Promise<void>((resolve) => {
          const timer = setTimeout(() => server.forceShutdown(), patience);
          server.tryShutdown(() => {
            clearTimeout(timer);
            resolve();
          });
        });
      },
    };
  } catch (error) {
    health.stop();
    server.forceShutdown();
    throw error;
  }
}

function addServices(
  server: Server,
  definitions: PackageDefinition,
  handle: Handle,
  aliases: string,
) {
  const implementationOf = (full: string): UntypedServiceImplementation =>
    Object.fromEntries(
      METHODS.filter(({ service }) => full === `${PACKAGE}.${service}`).map(
        ({ name, contract }) => [name, handle(contract)],
      ),
    );
  for (const name of SERVICES)
    server.addService(serviceOf(definitions, name), implementationOf(name));
  let described = definitions;
  for (const [name, alias] of parseAliases(aliases)) {
    const service = serviceOf(definitions, name);
    server.addService(renamed(service, alias), implementationOf(name));
    described = { ...described, ...descriptionOf(service, alias) };
  }
  new ReflectionService(described).addToServer(server);
}

async function bind(server: Server, { host, port, tls }: GrpcServerOptions) {
  const credentials =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ cert_chain: tls.cert, private_key: tls.key }]);
  const address = hostAndPort(host, port);
  return new Promise<number>((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => {
      if (error === null) resolve(bound);
      else reject(bindError(error, port));
    });
  });
}

/** The library wraps the system's error in text. */
function bindError(error: Error, port: number): Error {
  const code = /\bE[A-Z]{3,}\b/.exec(error.message)?.[0];
  return code === undefined ? error : Object.assign(new Error(error.message), { code, port });
}
