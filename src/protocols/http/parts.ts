/** Dependencies of the HTTP server, provided by the composition. */
import type { FastifyBaseLogger } from 'fastify';
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { AppAuthenticator } from '../../access/app-authenticator.ts';
import type { Authenticator } from '../../access/authenticate.ts';
import type { ClientRegistry } from '../../access/clients/clients.ts';
import type { Playground } from '../../access/clients/playground.ts';
import type { TaskTokens } from '../../access/tasks/task-tokens.ts';
import type { Routes } from '../../extensions.ts';
import type { HostFacts } from '../../operations/admin/health-issues.ts';
import type { OperationParts } from '../../operations/context.ts';
import type { PortableTemplates } from '../../templates/portable-template.ts';
import type { Callbacks } from '../../webhooks/callbacks.ts';
import type { Deliveries } from '../../webhooks/deliveries.ts';
import type { WebhookRegistry } from '../../webhooks/registry.ts';
import type { CallRates } from '../call-rates.ts';
import { BYTES_IN_FLIGHT, LARGEST_BODY, MEBIBYTE } from '../limits.ts';
import type { Metrics } from '../metrics.ts';
import type { ReadinessCheck } from '../readiness.ts';
import type { RefusalRate } from '../refusal-rate.ts';
import type { TlsIdentity } from '../tls-files.ts';
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
  /** Addresses and networks of proxies with a trusted X-Forwarded-For. */
  readonly trustedProxies?: readonly string[];
  readonly accounts: Accounts;
  readonly webhooks: WebhookRegistry;
  /** Sends test messages. */
  readonly deliveries: Pick<Deliveries, 'test'>;
  /** Results that calls asked to be sent to an address. */
  readonly callbacks: Callbacks;
  /** Absent: no playground. */
  readonly playground?: Playground;
  /** Seals the templates that callers of extensions keep. */
  readonly portableTemplates: PortableTemplates;
  /** Of extensions. */
  readonly extensionRoutes?: readonly Routes[];
  /** Shared with the other protocols, and with later servers of this process. */
  readonly rates: CallRates;
  /** Limits logged refusals. Shared in the same way. */
  readonly refusals: RefusalRate;
  readonly metrics: Metrics;
  /** Who may read metrics. Absent: every caller. */
  readonly metricsAccess?: MetricsAccess;
  /** Checked by `/readyz` in addition to the engine, by name: `{ database: … }`. */
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
  /** Place of the service. Absent: unknown. */
  readonly hostFacts?: HostFacts;
  /** Undefined: the database lies on one machine. */
  readonly distribution?: () => Promise<DatabaseNodes | undefined>;
  /** Absent: no logging. */
  readonly logger?: FastifyBaseLogger;
  readonly limits?: Partial<HttpLimits>;
  /** Absent: no TLS. */
  readonly tls?: TlsIdentity;
}

/** Limits of one process. */
export interface HttpLimits extends BodyLimits {
  /** Open connections of one address, or an IPv6 /64. Not counted behind trusted proxies. */
  readonly connectionsPerNetwork: number;
  /** How much of a body to read after the response. */
  readonly unread: UnreadLimits;
  /** Milliseconds for a complete request to arrive. */
  readonly requestTimeout: number;
}

/** A body in flight costs about four times its size in memory; see `createByteBudget`. */
export const DEFAULT_LIMITS: HttpLimits = Object.freeze({
  bodyBytes: LARGEST_BODY,
  smallBodyBytes: 64 * 1024,
  bodyBytesInFlight: BYTES_IN_FLIGHT,
  pace: DEFAULT_PACE,
  connectionsPerNetwork: CONNECTIONS_PER_NETWORK,
  unread: { bytes: 64 * MEBIBYTE, milliseconds: 10_000 },
  requestTimeout: 120_000,
});
