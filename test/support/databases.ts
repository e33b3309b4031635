/** Databases for tests: fresh SQLite files, and fresh databases of a real PostgreSQL when there is one. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '../../src/storage/database.ts';
import { type DatabaseLocation, openDatabase } from '../../src/storage/open-database.ts';

export type DatabaseKind = Database['kind'];

export interface TestDatabase {
  readonly location: DatabaseLocation;
  /** The same database through a connection of its own, as another process would have it. */
  open(): Promise<Database>;
  /** Closes what was opened and removes the database. */
  drop(): Promise<void>;
}

const POSTGRES =
  process.env.PROSOPON_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres';

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES, connectionTimeoutMillis: 3000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** SQLite always, PostgreSQL when it answers; otherwise says why not. */
export async function databaseKinds(): Promise<readonly DatabaseKind[]> {
  try {
    await administer('select 1');
    return ['sqlite', 'postgres'];
  } catch (error) {
    if (process.env.PROSOPON_TEST_POSTGRES !== undefined) throw error;
    console.warn(`skipped: no PostgreSQL at 127.0.0.1:5432 for the tests (${String(error)})`);
    return ['sqlite'];
  }
}

/** An empty database; `openDatabase` has not been called on it. */
export async function createTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-'));
  const name = `prosopon_${randomUUID().replaceAll('-', '')}`;
  let databaseUrl: string | undefined;
  if (kind === 'postgres') {
    await administer(`create database ${name}`);
    const url = new URL(POSTGRES);
    url.pathname = `/${name}`;
    databaseUrl = url.href;
  }
  return testDatabase({ dataDir, databaseUrl }, async () => {
    if (kind === 'postgres') await administer(`drop database if exists ${name} with (force)`);
  });
}

/** @param remove what there is beside the data directory, after every connection is closed */
export function testDatabase(
  location: TestDatabase['location'],
  remove: () => Promise<void>,
): TestDatabase {
  const opened: Database[] = [];
  return {
    location,
    async open() {
      const database = await openDatabase(location);
      opened.push(database);
      return database;
    },
    async drop() {
      await Promise.all(opened.map((database) => database.close().catch(() => undefined)));
      await remove();
      await rm(location.dataDir, { recursive: true, force: true });
    },
  };
}
