/** The parts operations run on, real ones: SQLite store, key ring, face engine, one client. */

import { randomUUID } from 'node:crypto';
import type { Client } from '../../src/access/clients/client.ts';
import { DEFAULT_CLIENT_SETTINGS } from '../../src/access/clients/client-settings.ts';
import { createLivenessSessions } from '../../src/access/liveness-sessions/liveness-sessions.ts';
import { createRefusedComparisons } from '../../src/access/refused-comparisons.ts';
import { createReplayGuard } from '../../src/access/replay.ts';
import { createTaskTokens } from '../../src/access/tasks/task-tokens.ts';
import { parseConfig } from '../../src/config/config.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { openGallery } from '../../src/gallery/open-gallery.ts';
import { createAuditTrail } from '../../src/journal/audit-trail.ts';
import { createBookkeeping } from '../../src/journal/bookkeeping.ts';
import { ActiveEngine } from '../../src/operations/active-engine.ts';
import { type Context, type FaceParts, withEngine } from '../../src/operations/context.ts';
import type { KeyRing } from '../../src/sealing/keys.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createDestinations } from '../../src/webhooks/destination.ts';
import { jobEnded } from '../../src/webhooks/event.ts';
import { createOutbox } from '../../src/webhooks/outbox.ts';
import { createWebhookRegistry, type WebhookRegistry } from '../../src/webhooks/registry.ts';
import { createTestDatabase } from '../../testing/databases.ts';
import { testEngine } from '../../testing/engine.ts';
import { type Person, portrait } from '../../testing/people.ts';
import { masterKey } from '../../testing/template-samples.ts';

export interface Workplace {
  /** With the engine and the gallery that run. */
  readonly parts: FaceParts;
  readonly database: Database;
  readonly engine: FaceEngine;
  readonly keyRing: KeyRing;
  readonly webhooks: WebhookRegistry;
  /** Parts as another release has them, whose encoder carries that version. */
  withEncoder(version: number): FaceParts;
  /** Operations write for registered clients alone; that of `context` is one. */
  register(client: Client): Promise<void>;
  context(settings?: Partial<Client['settings']>, signal?: AbortSignal): Context;
  close(): Promise<void>;
}

export async function openWorkplace(face?: FaceEngine): Promise<Workplace> {
  const engine = face ?? (await testEngine());
  const test = await createTestDatabase('sqlite');
  const database = await test.open();
  const keyRing = await openKeyRing(masterKey(), database);
  const templates = createTemplateStore(database, keyRing);
  const gallery = openGallery(
    parseConfig({}),
    { database, keyRing, templates },
    {
      ...engine.encoder,
      version: 1,
    },
  );
  await gallery.ready;
  const register = (client: Client) => insertClient(database, keyRing, client);
  await register(contextOf().client);
  const outbox = createOutbox(keyRing);
  const activeEngine = { engine, gallery, encoderVersion: 1 };
  const parts = withEngine({
    activeEngine: new ActiveEngine(activeEngine),
    templates,
    livenessSessions: createLivenessSessions({
      ...{ database, keyRing, publicUrl: () => 'http://test' },
      taskTokens: createTaskTokens({ database, keyRing, issuer: 'http://test' }),
    }),
    refusedComparisons: createRefusedComparisons(database),
    outbox,
    bookkeeping: createBookkeeping(database, (trx, jobs) =>
      outbox.enqueue(trx, jobs.map(jobEnded)),
    ),
    audit: createAuditTrail(database, keyRing),
    replay: createReplayGuard(database, keyRing),
  });
  return {
    parts,
    database,
    keyRing,
    webhooks: createWebhookRegistry(database, keyRing, createDestinations(parseConfig({}))),
    engine,
    withEncoder: (encoderVersion) =>
      withEngine({ ...parts, activeEngine: new ActiveEngine({ ...activeEngine, encoderVersion }) }),
    register,
    context: contextOf,
    async close() {
      await gallery.close();
      await test.drop();
      await engine.close();
    },
  };
}

async function insertClient(database: Database, { rows }: KeyRing, client: Client): Promise<void> {
  const { id, name, storage, partition, created } = client;
  await database.write((trx) =>
    rows.insert(trx, 'clients', {
      id,
      name,
      storage,
      partition,
      secret_salt: new Uint8Array(32),
      secret_hash: new Uint8Array(32),
      secret_created: null,
      older_secret_salt: null,
      older_secret_hash: null,
      older_secret_ends: null,
      settings: '{}',
      redirect_uris: '[]',
      logout_uris: null,
      allowed_origins: '[]',
      public_keys: null,
      created: created.toISOString(),
    }),
  );
}

/** The context of a call by a client with those settings. */
export function contextOf(
  settings: Partial<Client['settings']> = {},
  signal = new AbortController().signal,
): Context {
  const client = clientWith({ ...DEFAULT_CLIENT_SETTINGS, ...settings });
  return { client, jobId: randomUUID(), received: new Date(), signal };
}

function clientWith(settings: Client['settings']): Client {
  return {
    id: 'shop',
    name: 'Shop',
    storage: 'test',
    partition: 'main',
    settings,
    redirectUris: [],
    postLogoutRedirectUris: [],
    publicKeys: [],
    allowedOrigins: [],
    created: new Date(0),
  };
}

/** Images as operations take them, named as in a request. */
export function submitted(...images: readonly Uint8Array[]) {
  return images.map((bytes, i) => ({ bytes, field: `images[${i}].image` }));
}

export async function portraits(person: Person, ...looks: readonly number[]) {
  return submitted(...(await Promise.all(looks.map((look) => portrait(person, look)))));
}

export async function probe(person: Person, look = 1) {
  return { bytes: await portrait(person, look), field: 'image' };
}
