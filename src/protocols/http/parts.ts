/** What the HTTP server is made of, handed in by the composition. */
import type { FastifyBaseLogger } from 'fastify';
import type { Accounts } from '../../access/accounts/accounts.ts';
import type { AppAuthenticator } from '../../access/app-authenticator.ts';
import type { Authenticator } from '../../access/authenticate.ts';
import type { ClientRegistry } from '../../access/client.ts';
import type { ReplayGuard } from '../../access/replay.ts';
import type { TaskTokens } from '../../access/task-tokens.ts';
import type { OperationParts } from '../../operations/context.ts';
import type { CallRates } from '../call-rates.ts';
import type { Metrics } from '../metrics.ts';
import type { ReadinessCheck } from '../readiness.ts';

export interface HttpParts extends OperationParts {
  /** Version of the service, for the `service-version` header. */
  readonly version: string;
  readonly authenticate: Authenticator;
  readonly authenticateApp: AppAuthenticator;
  readonly taskTokens: TaskTokens;
  readonly clients: ClientRegistry;
  readonly replay: ReplayGuard;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[];
  readonly accounts: Accounts;
  /** Shared with the other protocols, and with the servers that follow this one. */
  readonly rates: CallRates;
  readonly metrics: Metrics;
  /** Asked by `/readyz` besides the engine, by name: `{ database: … }`. */
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
  /** Absent: nothing is logged. */
  readonly logger?: FastifyBaseLogger;
  readonly limits?: Partial<HttpLimits>;
}

/** What one process takes on before it refuses. */
export interface HttpLimits {
  /** Bytes of one request body. */
  readonly bodyBytes: number;
  /** Bytes of all request bodies being read or worked on. */
  readonly bodyBytesInFlight: number;
  /** Milliseconds in which a request has to arrive completely. */
  readonly requestTimeout: number;
}

const MEBIBYTE = 1024 * 1024;

/** Bodies in flight cost about four times their size in memory. */
export const DEFAULT_LIMITS: HttpLimits = Object.freeze({
  bodyBytes: 50 * MEBIBYTE,
  bodyBytesInFlight: 100 * MEBIBYTE,
  requestTimeout: 120_000,
});
