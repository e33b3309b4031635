/** What the HTTP server is made of, handed in by the composition. */
import type { FastifyBaseLogger } from 'fastify';
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { AppAuthenticator } from '../../access/app-authenticator.ts';
import type { Authenticator } from '../../access/authenticate.ts';
import type { ClientRegistry } from '../../access/clients/clients.ts';
import type { Playground } from '../../access/clients/playground.ts';
import type { TaskTokens } from '../../access/tasks/task-tokens.ts';
import type { Place } from '../../operations/admin/needs.ts';
import type { OperationParts } from '../../operations/context.ts';
import type { Deliveries } from '../../webhooks/deliveries.ts';
import type { WebhookRegistry } from '../../webhooks/registry.ts';
import type { CallRates } from '../call-rates.ts';
import { BYTES_IN_FLIGHT, LARGEST_BODY, MEBIBYTE } from '../limits.ts';
import type { Metrics } from '../metrics.ts';
import type { MosipParts } from '../mosip/mosip-parts.ts';
import type { ReadinessCheck } from '../readiness.ts';
import type { RefusalRate } from '../refusal-rate.ts';
import type { SecurePort } from '../tls/secure-port.ts';
import { CONNECTIONS_PER_NETWORK } from '../uploads/connections.ts';
import { DEFAULT_PACE } from '../uploads/upload-pace.ts';
import type { DatabaseNodes } from './admin/service-answers.ts';
import type { BodyLimits } from './plugins/bodies/json-bodies.ts';
import type { UnreadLimits } from './plugins/bodies/unread-bodies.ts';
import type { MetricsAccess } from './plugins/metrics.ts';

export interface HttpParts extends OperationParts {
  /** Version of the service, for the `service-version` header. */
  readonly version: string;
  readonly authenticate: Authenticator;
  readonly authenticateApp: AppAuthenticator;
  readonly taskTokens: TaskTokens;
  readonly clients: ClientRegistry;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[];
  readonly accounts: Accounts;
  readonly webhooks: WebhookRegistry;
  /** Sends messages for trial. */
  readonly deliveries: Pick<Deliveries, 'test'>;
  /** Absent: there is none. */
  readonly playground?: Playground;
  /** Absent: MOSIP's SDK is not served. */
  readonly mosip?: MosipParts;
  /** True: OSIA's ABIS interface is served. */
  readonly osia?: boolean;
  /** Shared with the other protocols, and with the servers that follow this one. */
  readonly rates: CallRates;
  /** How many refusals are logged; shared in the same way. */
  readonly refusals: RefusalRate;
  readonly metrics: Metrics;
  /** Who may read them; absent: every caller. */
  readonly metricsAccess?: MetricsAccess;
  /** Asked by `/readyz` besides the engine, by name: `{ database: … }`. */
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
  /** Where the service stands; absent: nothing is known of it. */
  readonly place?: Place;
  /** Undefined: the database lies on one machine. */
  readonly distribution?: () => Promise<DatabaseNodes | undefined>;
  /** Absent: nothing is logged. */
  readonly logger?: FastifyBaseLogger;
  readonly limits?: Partial<HttpLimits>;
  /** Absent: without TLS. */
  readonly secure?: Pick<SecurePort, 'createServer'>;
}

/** What one process takes on before it refuses. */
export interface HttpLimits extends BodyLimits {
  /** Open connections of one address, or an IPv6 /64; not counted behind trusted proxies. */
  readonly connectionsPerNetwork: number;
  /** What is taken in of a body after the answer is out. */
  readonly unread: UnreadLimits;
  /** Milliseconds in which a request has to arrive completely. */
  readonly requestTimeout: number;
}

/** Bodies in flight cost about four times their size in memory; see `createByteBudget`. */
export const DEFAULT_LIMITS: HttpLimits = Object.freeze({
  bodyBytes: LARGEST_BODY,
  smallBodyBytes: 64 * 1024,
  bodyBytesInFlight: BYTES_IN_FLIGHT,
  pace: DEFAULT_PACE,
  connectionsPerNetwork: CONNECTIONS_PER_NETWORK,
  unread: { bytes: 64 * MEBIBYTE, milliseconds: 10_000 },
  requestTimeout: 120_000,
});
