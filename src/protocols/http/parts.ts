/** Dependencies of the HTTP server by room, provided by the composition. */
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
import type { Deliveries } from '../../webhooks/deliveries.ts';
import type { Destinations } from '../../webhooks/destination.ts';
import type { WebhookRegistry } from '../../webhooks/registry.ts';
import type { Sender } from '../../webhooks/send.ts';
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

/** Accounts, logins and OAuth. */
export interface PeopleParts extends OperationParts {
  readonly accounts: Accounts;
  readonly clients: ClientRegistry;
  /** Shared with the other protocols, and with later servers of this process. */
  readonly rates: CallRates;
}

/** Administration. */
export interface AdminParts extends OperationParts {
  /** Version of the service, for the `service-version` header. */
  readonly version: string;
  readonly accounts: Accounts;
  readonly clients: ClientRegistry;
  readonly webhooks: WebhookRegistry;
  /** Sends test messages. */
  readonly deliveries: Pick<Deliveries, 'test' | 'messages' | 'again'>;
  /** Limits logged refusals. Shared as rates are. */
  readonly refusals: RefusalRate;
  /** Checked by `/readyz` in addition to the engine, by name: `{ database: … }`. */
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
  /** Place of the service. Absent: unknown. */
  readonly hostFacts?: HostFacts;
  /** Undefined: the database lies on one machine. */
  readonly distribution?: () => Promise<DatabaseNodes | undefined>;
}

/** Operations: calls of clients and of holders of task tokens. */
export interface CallParts extends OperationParts {
  readonly authenticate: Authenticator;
  readonly rates: CallRates;
}

/** Calls of applications with id and secret. */
export interface ApplicationParts {
  readonly authenticateApp: AppAuthenticator;
  readonly taskTokens: TaskTokens;
  readonly rates: CallRates;
}

/** Routes of extensions. */
export interface ExtensionParts extends CallParts {
  readonly authenticateApp: AppAuthenticator;
  readonly clients: ClientRegistry;
  /** Checks addresses, and posts to them. */
  readonly destinations: Pick<Destinations, 'check'>;
  readonly sender: Pick<Sender, 'send'>;
  /** Seals the templates that callers of extensions keep. */
  readonly portableTemplates: PortableTemplates;
}

/** The server: what its rooms need, and itself. */
export interface HttpParts extends PeopleParts, AdminParts, ApplicationParts, ExtensionParts {
  /** Addresses and networks of proxies with a trusted X-Forwarded-For. */
  readonly trustedProxies?: readonly string[];
  /** Absent: no playground. */
  readonly playground?: Playground;
  readonly extensionRoutes?: readonly Routes[];
  readonly metrics: Metrics;
  /** Who may read metrics. Absent: every caller. */
  readonly metricsAccess?: MetricsAccess;
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
