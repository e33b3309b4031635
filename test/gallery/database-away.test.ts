/** The database goes away while the gallery is being read: it says so, tries again, and is whole. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Unavailable } from '../../src/errors.ts';
import { createMemoryGallery } from '../../src/gallery/memory-gallery.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { openKeyRing } from '../../src/templates/keys.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import type { TemplateStore } from '../../src/templates/template.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../support/databases.ts';
import { bcid, feature, masterKey, unitVector } from '../support/template-samples.ts';

const DIMENSION = 64;
const PEOPLE = 300;
const key = masterKey();

/** A way to the database that can be cut. */
interface Line {
  readonly url: string;
  /** Breaks every connection and takes no new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

async function openLine(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let whole = true;
  const server: Server = createServer((client) => {
    if (!whole) return client.destroy();
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    mend() {
      whole = true;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

const possible = (await databaseKinds()).includes('postgres');

describe.runIf(possible)('a gallery whose PostgreSQL goes away', () => {
  let test: TestDatabase;
  let line: Line;

  beforeEach(async () => {
    test = await createTestDatabase('postgres');
    const database = await test.open();
    const store = createTemplateStore(database, await openKeyRing(key, database));
    const enrolOne = (classId: bigint) =>
      store.update(bcid(classId), () => ({
        encoderVersion: 1,
        features: [feature(DIMENSION)],
        tags: [],
        thumbnails: [],
      }));
    const ids = Array.from({ length: PEOPLE }, (_, i) => BigInt(i + 1));
    const lane = async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) await enrolOne(id);
    };
    await Promise.all(Array.from({ length: 4 }, lane));
    line = await openLine(test.location.databaseUrl!);
  });
  afterEach(async () => {
    await line.close();
    await test.drop();
  });

  it.each([
    ['read in this thread', undefined],
    ['read by load threads', 2],
  ])('half-way, %s', async (_, loadThreads) => {
    const location = { ...test.location, databaseUrl: line.url };
    const database = await openDatabase(location);
    const store = createTemplateStore(database, await openKeyRing(key, database));
    let begun = false;
    /** The line breaks when the first people have come through it. */
    const templates: TemplateStore = {
      ...store,
      async *scan(scope) {
        for await (const batch of store.scan(scope)) {
          yield batch;
          if (!begun) line.cut();
          begun = true;
        }
      },
      async extent(scope) {
        const extent = await store.extent(scope);
        if (loadThreads !== undefined && !begun) line.cut();
        begun ||= loadThreads !== undefined;
        return extent;
      },
    };
    const threads =
      loadThreads === undefined
        ? {}
        : { source: { ...location, ...key }, loadThreads, threadsFrom: 1 };
    const gallery = createMemoryGallery({
      ...{ templates, encoderVersion: 1, dimension: DIMENSION, typicalFaces: [], threads: 1 },
      ...threads,
    });
    try {
      await expect
        .poll(() => gallery.status().problem, { timeout: 15_000 })
        .toMatch(/cannot be loaded: .*database/i);
      expect(gallery.status().ready).toBe(false);
      const scope = { storage: 'test', partition: 'main', tags: [], limit: 1 };
      const { signal } = new AbortController();
      const searching = gallery.search([unitVector(DIMENSION)], { ...scope, signal });
      await expect(searching).rejects.toThrow(Unavailable);
      line.mend();
      await gallery.ready;
      expect(gallery.status()).toMatchObject({
        ready: true,
        classes: PEOPLE,
        vectors: PEOPLE,
        corrupted: 0,
      });
      expect(gallery.status().problem).toBeUndefined();
    } finally {
      await gallery.close();
      await database.close();
    }
  });
});
