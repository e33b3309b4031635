/** The only place of composition: opens the parts and joins them to a store or a running service. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAppAuthenticator } from './access/app-authenticator.ts';
import { createAuthenticator } from './access/authenticate.ts';
import type { Client, CreatedClient } from './access/client.ts';
import { createFirstClient } from './access/first-client.ts';
import type { Config } from './config.ts';
import { Unavailable } from './errors.ts';
import type { FaceEngine } from './faces/analysis.ts';
import { createEngineSlot } from './faces/engine-slot.ts';
import { fetchMissingPad } from './faces/liveness/fetch-pad.ts';
import type { Gallery } from './gallery/gallery.ts';
import { createGallerySlot } from './gallery/gallery-slot.ts';
import { openGallery } from './gallery/open-gallery.ts';
import { administerClients } from './operations/administer-clients.ts';
import { reportCorrupted } from './operations/audit-finding.ts';
import { repeat, upgradeInBackground } from './operations/background.ts';
import { createCallRates } from './protocols/call-rates.ts';
import type { GrpcServer } from './protocols/grpc/server.ts';
import type { HttpParts } from './protocols/http/parts.ts';
import { readinessChecks, readinessOf } from './protocols/readiness.ts';
import type { Database } from './storage/database.ts';
import { readSetting } from './storage/settings.ts';
import { openStore, type Store } from './store.ts';
import { currentEncoderVersion } from './templates/encoder-version.ts';

export { openStore, type Store } from './store.ts';

/** Names of the settings that `models use` writes. */
export const ENCODER_SETTING = 'encoder';
export const DETECTOR_SETTING = 'detector';

/** Encoder and detector by name; undefined: the built-in one. */
export interface FaceChoice {
  readonly encoder: string | undefined;
  readonly detector: string | undefined;
}

/** What `models use` has chosen. */
export async function readFaceChoice(database: Database): Promise<FaceChoice> {
  return {
    encoder: await readSetting(database, ENCODER_SETTING),
    detector: await readSetting(database, DETECTOR_SETTING),
  };
}

/** The face engine and the version its encoder has in this database. */
export interface LoadedFaces {
  readonly choice: FaceChoice;
  readonly engine: FaceEngine;
  readonly encoderVersion: () => number;
}

/**
 * Loads the networks, converting them on first use.
 * @param choice what to load instead of what `models use` has chosen
 * @throws ModelError a model is missing or damaged
 */
export async function openFaces(
  config: Config,
  { database }: Pick<Store, 'database'>,
  choice?: FaceChoice,
): Promise<LoadedFaces> {
  // Loaded here, because most commands need no networks and should not wait for them.
  const { createFaceEngine } = await import('./faces/engine.ts');
  const chosen = choice ?? (await readFaceChoice(database));
  const { dataDir, modelsDir, workers, maxPixels } = config;
  const engine = await createFaceEngine({ dataDir, modelsDir, workers, maxPixels, ...chosen });
  try {
    const version = await currentEncoderVersion(database, engine.encoder);
    return { choice: chosen, engine, encoderVersion: () => version };
  } catch (cause) {
    await engine.close();
    throw cause;
  }
}

/** The faces and the gallery of the templates that can be compared with them. */
interface Loaded extends LoadedFaces {
  readonly gallery: Gallery;
}

export interface Service {
  /** Address the service listens on. */
  readonly address: string;
  readonly grpcPort: number;
  /** The client that was made because there was none. */
  readonly demo: CreatedClient | undefined;
  readonly clients: () => Promise<readonly Client[]>;
  /** Resolves when the networks are loaded; rejects when they cannot be. */
  readonly ready: Promise<void>;
  /** Finishes running requests, then closes everything. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly version: string;
  readonly log: Logger;
}

/** Milliseconds between two erasures of expired bookkeeping. */
const SWEEP_INTERVAL = 3_600_000;
/** Milliseconds between two erasures of what expired task tokens have left. */
const TOKEN_SWEEP_INTERVAL = 30_000;
/** Milliseconds after which `models use` is noticed at the latest. */
const CHOICE_POLL_INTERVAL = 5_000;
/** Milliseconds that requests have to finish on an engine that was replaced. */
const RETIREMENT = 60_000;

/**
 * Starts the service. It listens, alive but not ready, before the networks are loaded, so that a
 * port in use is found out at once and probes have somebody to ask.
 * @throws ConfigError; the error of `listen`
 */
export async function startService(config: Config, options: ServiceOptions): Promise<Service> {
  const { log } = options;
  const store = await openStore(config, (message) => log.warn(message));
  const stopping = new AbortController();
  const { signal } = stopping;
  const apps: FastifyInstance[] = [];
  const loads: Loaded[] = [];
  let grpc: GrpcServer | undefined;
  const stop = async () => {
    stopping.abort();
    await Promise.allSettled([...apps, ...(grpc === undefined ? [] : [grpc])].map(closePart));
    await Promise.allSettled(loads.map(close));
    await store.close();
  };
  let parts: HttpParts;
  const { createMetrics } = await import('./protocols/metrics.ts');
  const counters = { rates: createCallRates(), metrics: createMetrics(() => parts) };
  const serve = async (faces: Omit<Loaded, 'choice'>): Promise<FastifyInstance> => {
    const { createHttpServer } = await import('./protocols/http/server.ts');
    parts = { ...httpParts(config, options, store, faces), ...counters };
    const app = createHttpServer(parts);
    apps.push(app);
    await app.ready();
    return app;
  };
  /** @param begun is told of them before the gallery is loaded, which may take long */
  const load = async (begun: (faces: Loaded) => void = () => undefined): Promise<Loaded> => {
    const faces = await openFaces(config, store);
    const { audit } = store;
    const gallery = openGallery(config, store, {
      ...faces.engine.encoder,
      version: faces.encoderVersion(),
      source: config,
      ...(config.galleryPartition === undefined ? {} : { only: config.galleryPartition }),
      log,
      onCorrupted: (error) => reportCorrupted(audit, log, error),
    });
    const loaded = { ...faces, gallery };
    loads.push(loaded);
    if (signal.aborted) await close(loaded);
    begun(loaded);
    await gallery.ready;
    return loaded;
  };

  try {
    const slot = createEngineSlot('The service is starting.');
    const gallerySlot = createGallerySlot('The service is starting.');
    let version = (): number => {
      throw new Unavailable('The service is starting.', 2);
    };
    const { engine } = slot;
    const { gallery } = gallerySlot;
    const app = await serve({ engine, gallery, encoderVersion: () => version() });
    const address = await app.listen({ host: config.host, port: config.port });
    grpc = await listenForGrpc(config, () => parts);
    const demo = await createFirstClient(administerClients(store.clients, store.audit, 'service'));
    const sweep = async () => {
      await store.bookkeeping.sweep();
      await store.audit.sweep();
      await store.accounts.sweep();
      await store.replay.sweep();
    };
    void repeat(sweep, { interval: SWEEP_INTERVAL, signal, log });
    void repeat(() => store.taskTokens.sweep(), { interval: TOKEN_SWEEP_INTERVAL, signal, log });
    const ready = load((faces) => {
      version = faces.encoderVersion;
      slot.fill(faces.engine);
      gallerySlot.fill(faces.gallery);
    }).then((faces) => {
      void fetchMissingPad(config, faces.engine, signal, log);
      void followChoice({ app, first: faces, store, load, serve, signal, log });
    });
    return { address, grpcPort: grpc.port, demo, clients: () => store.clients.list(), ready, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

function httpParts(
  config: Config,
  { version, log }: ServiceOptions,
  store: Store,
  { engine, encoderVersion, gallery }: Omit<Loaded, 'choice'>,
): Omit<HttpParts, 'rates' | 'metrics'> {
  const { clients, accounts, templates, bookkeeping, audit, replay, taskTokens, database } = store;
  return {
    engine,
    encoderVersion,
    gallery,
    clients,
    accounts,
    templates,
    bookkeeping,
    audit,
    replay,
    version,
    taskTokens,
    authenticateApp: createAppAuthenticator(clients),
    trustedProxies: config.trustedProxies,
    authenticate: createAuthenticator({ clients, audiences: config.audiences, taskTokens }),
    readiness: {
      database: () => database.ping().then(() => true),
      gallery: () => gallery.status().ready,
    },
    logger: log,
  };
}

/** @param parts those of the newest app, as it serves HTTP */
async function listenForGrpc(config: Config, parts: () => HttpParts): Promise<GrpcServer> {
  const { startGrpcServer } = await import('./protocols/grpc/server.ts');
  const { host, grpcPort, grpcAliases, grpcTls } = config;
  return startGrpcServer(
    {
      operations: parts,
      isReady: async () => (await readinessOf(readinessChecks(parts()))).ready,
    },
    { host, port: grpcPort, aliases: grpcAliases, tls: grpcTls },
  );
}

const closePart = (part: { close(): Promise<unknown> }) => part.close();

async function close({ engine, gallery }: Loaded): Promise<void> {
  await Promise.allSettled([engine.close(), gallery.close()]);
}

interface Following {
  /** Keeps the socket, and hands its requests on to the newest app. */
  readonly app: FastifyInstance;
  readonly first: Loaded;
  readonly store: Store;
  readonly load: () => Promise<Loaded>;
  readonly serve: (faces: Loaded) => Promise<FastifyInstance>;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * Upgrades templates to the running encoder, and takes up what `models use` chooses meanwhile.
 * A request ends on the engine it began with, because each app knows only one.
 */
async function followChoice(following: Following): Promise<void> {
  const { app, first, store, load, serve, signal, log } = following;
  const upgrade = ({ engine, encoderVersion }: LoadedFaces): AbortController => {
    const replaced = new AbortController();
    const parts = { engine, encoderVersion, templates: store.templates };
    void upgradeInBackground(parts, AbortSignal.any([signal, replaced.signal]), log);
    return replaced;
  };
  const retire = async (replaced: Loaded) => {
    await sleep(RETIREMENT, undefined, { signal, ref: false }).catch(() => undefined);
    await close(replaced);
  };

  let current = first;
  let seen = first.choice;
  let upgrading = upgrade(current);
  const follow = async () => {
    const choice = await readFaceChoice(store.database);
    if (choice.encoder === seen.encoder && choice.detector === seen.detector) return;
    seen = choice;
    log.info(choice, 'changing the networks');
    const next = await load();
    const nextApp = await serve(next);
    app.server.removeAllListeners('request').on('request', nextApp.routing);
    upgrading.abort();
    void retire(current);
    current = next;
    upgrading = upgrade(current);
    const encoder = next.engine.encoder.name;
    log.info({ encoder, encoderVersion: next.encoderVersion() }, 'the networks are changed');
  };
  await repeat(follow, { interval: CHOICE_POLL_INTERVAL, signal, log });
}
