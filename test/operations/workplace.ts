/** The parts operations run on, real ones: SQLite store, key ring, face engine, one client. */

import { randomUUID } from 'node:crypto';
import { type Client, DEFAULT_CLIENT_SETTINGS } from '../../src/access/client.ts';
import { parseConfig } from '../../src/config.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { openGallery } from '../../src/gallery/open-gallery.ts';
import { createAuditTrail } from '../../src/journal/audit-trail.ts';
import { createBookkeeping } from '../../src/journal/bookkeeping.ts';
import type { Context, OperationParts } from '../../src/operations/context.ts';
import type { Database } from '../../src/storage/database.ts';
import { openKeyRing } from '../../src/templates/keys.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createTestDatabase } from '../support/databases.ts';
import { masterKey } from '../support/template-samples.ts';
import { type Person, portrait, testEngine } from './people.ts';

export interface Workplace {
  readonly parts: OperationParts;
  readonly database: Database;
  readonly engine: FaceEngine;
  /** Parts as another release has them, whose encoder carries that version. */
  withEncoder(version: number): OperationParts;
  context(settings?: Partial<Client['settings']>, signal?: AbortSignal): Context;
  close(): Promise<void>;
}

export async function openWorkplace(): Promise<Workplace> {
  const engine = await testEngine();
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
  const parts: OperationParts = {
    engine,
    templates,
    gallery,
    bookkeeping: createBookkeeping(database),
    audit: createAuditTrail(database, keyRing),
    encoderVersion: () => 1,
  };
  return {
    parts,
    database,
    engine,
    withEncoder: (version) => ({ ...parts, encoderVersion: () => version }),
    context: (settings, signal = new AbortController().signal) => ({
      client: clientWith({ ...DEFAULT_CLIENT_SETTINGS, ...settings }),
      jobId: randomUUID(),
      received: new Date(),
      signal,
    }),
    async close() {
      await gallery.close();
      await test.drop();
      await engine.close();
    },
  };
}

function clientWith(settings: Client['settings']): Client {
  return {
    id: 'shop',
    name: 'Shop',
    storage: 'test',
    partition: 'main',
    settings,
    redirectUris: [],
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
