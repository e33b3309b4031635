/** Composes the service from its parts, in order. */
import type { Logger } from 'pino';
import { createAppAuthenticator } from './access/app-authenticator.ts';
import { createAuthenticator } from './access/authenticate.ts';
import { createFirstClient } from './access/clients/first-client.ts';
import { createPlayground } from './access/clients/playground.ts';
import type { Config } from './config/config.ts';
import { HOUR_MS } from './durations.ts';
import { createEngineManager } from './engine/engine-manager.ts';
import { decodersOf, loadExtensions } from './extension-host/load-extensions.ts';
import { startExtensions } from './extension-host/start-extensions.ts';
import { enqueueErased } from './operations/accounts/account-data.ts';
import { administerClients } from './operations/admin/administer-clients.ts';
import type { HostFacts } from './operations/admin/health-issues.ts';
import { repeat } from './operations/background.ts';
import { endBrokenOffSessions } from './operations/liveness-sessions/end-session.ts';
import { eraseOverdueSessions } from './operations/liveness-sessions/erase-sessions.ts';
import {
  createRollbackGuard,
  type RollbackGuard,
  reportEndedRecords,
} from './operations/rollback.ts';
import { createCallRates } from './protocols/call-rates.ts';
import type { HttpParts } from './protocols/http/parts.ts';
import type { Metrics } from './protocols/metrics.ts';
import { readinessChecks, readinessOf } from './protocols/readiness.ts';
import { createRefusalRate } from './protocols/refusal-rate.ts';
import { openStore, type Store } from './store.ts';
import type { Deliveries } from './webhooks/deliveries.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

export interface ServiceOptions {
  readonly version: string;
  readonly log: Logger;
}

/** Milliseconds between two sweeps of expired data, and of rows left by tokens and logins. */
const SWEEP_INTERVAL = HOUR_MS;
const TOKEN_SWEEP_INTERVAL = 30_000;
/** Milliseconds between two polls for waiting webhook messages. */
const WEBHOOK_INTERVAL = 1_000;
/** Milliseconds between two checks of the database against the anchor. */
const ANCHOR_INTERVAL = 10_000;
/** Milliseconds between two comparisons of the records with the audit trail. */
const COMPARE_INTERVAL = HOUR_MS;

/** Starts the service: listens before the networks load. @throws ConfigError; of `listen` */
export async function startService(config: Config, options: ServiceOptions) {
  const { log } = options;
  const { host, port } = config;
  const loaded = await loadExtensions(config);
  const store = await openStore(config, (message) => log.warn(message));
  const guard = createRollbackGuard(store, (message) => log.error(message));
  try {
    await guard.look();
  } catch (cause) {
    await store.close();
    throw cause;
  }
  const stopping = new AbortController();
  const { signal } = stopping;
  const engines = createEngineManager({ config, store, log, decoders: decodersOf(loaded), signal });
  const servers: { close(): Promise<unknown> }[] = [];
  const stop = async () => {
    stopping.abort();
    await Promise.allSettled(servers.map((server) => server.close()));
    await engines.close();
    await store.close();
  };

  // Its processes load their networks while this process loads its modules.
  const ready = engines.start();
  ready.catch(() => {});

  try {
    const { createMetrics } = await import('./protocols/metrics.ts');
    const metrics = createMetrics(engines.activeEngine);
    const { deliveries, sender, close } = await startDeliveries(store, metrics, log);
    servers.push({ close });
    const playground = config.playground
      ? createPlayground(store.clients, config.audiences[0]!)
      : undefined;
    const extensions = await startExtensions(loaded, hostOf(options));
    servers.push(extensions);
    const given = {
      ...{ deliveries, sender },
      metrics,
      activeEngine: engines.activeEngine,
      ...extensions.added,
      extensionRoutes: extensions.routes,
    };
    const tls = await tlsOf(config);
    const parts = {
      ...httpParts(config, options, store, guard, given),
      ...(playground && { playground }),
      ...(tls && { tls }),
    };
    const grpc = await listenForGrpc(config, parts);
    servers.push(grpc);
    const { createHttpServer } = await import('./protocols/http/server.ts');
    const app = createHttpServer(parts);
    servers.push(app);
    const address = await app.listen({ host, port });
    // Takes a third of a second, for which the first request to it would hold the loop.
    await import('./access/oauth/provider.ts');
    const { listenForMetrics } = await import('./protocols/http/plugins/metrics.ts');
    servers.push(...(await listenForMetrics(parts.metrics, config)));
    const demo = await createFirstClient(administerClients(store.clients, store.audit, 'service'));
    void repeat(() => guard.look(), { interval: ANCHOR_INTERVAL, signal, log });
    const compared = () => reportEndedRecords(store, (message) => log.error(message));
    void repeat(compared, { interval: COMPARE_INTERVAL, signal, log });
    beginSweeps(store, deliveries, { signal, log });
    return {
      /** Address the service listens on. */
      address,
      grpcPort: grpc.port,
      /** The client that was made because none existed. */
      demo,
      /** Undefined: disabled. */
      playground,
      clients: () => store.clients.list(),
      status: () => engines.activeEngine.status(),
      /** Resolves when the networks are loaded. Rejects if that fails. */
      ready,
      /** Finishes running requests, then closes everything. */
      stop,
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

const hostOf = ({ version, log }: ServiceOptions) => ({
  version,
  log: {
    info: (message: string) => log.info(message),
    warn: (message: string) => log.warn(message),
  },
});

/** Delivers webhooks; `close` ends running deliveries. */
async function startDeliveries(store: Store, metrics: Metrics, log: Logger) {
  const { createDeliveries } = await import('./webhooks/deliveries.ts');
  const { createSender } = await import('./webhooks/send.ts');
  const sender = createSender(store.destinations);
  const warn = (message: string) => log.warn(message);
  const attempted = metrics.webhookAttempt;
  const deliveries = createDeliveries({ ...store, sender, warn, attempted });
  return {
    ...{ deliveries, sender },
    async close() {
      await deliveries.close();
      await sender.close();
    },
  };
}

function httpParts(
  config: Config,
  { version, log }: ServiceOptions,
  store: Store,
  guard: RollbackGuard,
  given: Pick<
    HttpParts,
    'activeEngine' | 'metrics' | 'deliveries' | 'sender' | 'readPortrait' | 'extensionRoutes'
  >,
): HttpParts {
  const { clients, taskTokens, database } = store;
  const { audiences, trustedProxies } = config;
  const { activeEngine } = given;
  return {
    ...store,
    ...given,
    version,
    authenticateApp: createAppAuthenticator(clients),
    authenticate: createAuthenticator({ clients, audiences, taskTokens }),
    rates: createCallRates(),
    refusals: createRefusalRate(),
    metricsAccess: config,
    trustedProxies,
    hostFacts: hostFactsOf(config),
    readiness: {
      async database() {
        guard.check();
        await database.ping();
        return true;
      },
      gallery: () => activeEngine.status().gallery.ready,
    },
    logger: log,
  };
}

function hostFactsOf({ dataDir, masterKey, keyFile, keyFileIsDefault, tls }: Config): HostFacts {
  const beside = masterKey === undefined && keyFileIsDefault;
  const certificates = tls === undefined ? [] : [tls.certFile];
  return { dataDir, certificates, ...(beside && { keyBesideData: keyFile }) };
}

async function listenForGrpc(config: Config, parts: HttpParts) {
  const { startGrpcServer } = await import('./protocols/grpc/server.ts');
  const { host, grpcPort: port, grpcAliases: aliases } = config;
  const { tls } = parts;
  const isReady = async () => (await readinessOf(readinessChecks(parts))).ready;
  return startGrpcServer({ operations: parts, isReady }, { host, port, aliases, tls });
}

/** Undefined: without TLS. @throws ConfigError */
async function tlsOf({ tls }: Config) {
  if (tls === undefined) return undefined;
  const { readTlsFiles } = await import('./protocols/tls-files.ts');
  return readTlsFiles(tls);
}

/** Erases what has expired, and sends what is due, until the signal aborts. */
function beginSweeps(
  store: Store,
  deliveries: Deliveries,
  until: { readonly signal: AbortSignal; readonly log: Logger },
): void {
  void repeat(() => sweep(store), { interval: SWEEP_INTERVAL, ...until });
  const sweepOften = () => Promise.all([sweepBegun(store), deliveries.sweep()]);
  void repeat(sweepOften, { interval: TOKEN_SWEEP_INTERVAL, ...until });
  void repeat(() => deliveries.look(), { interval: WEBHOOK_INTERVAL, ...until });
}

/** Erases expired data. */
async function sweep(store: Store): Promise<void> {
  await store.bookkeeping.sweep();
  await store.audit.sweep();
  await store.accounts.sweep((user) => enqueueErased(store, user));
  await store.replay.sweep();
  await store.refusedComparisons.sweep();
}

/** Erases what was begun with a token or a login, and has expired. */
async function sweepBegun(store: Store): Promise<void> {
  await store.taskTokens.sweep();
  await store.accounts.sweepBegun();
  await endBrokenOffSessions(store);
  await eraseOverdueSessions(store);
}
