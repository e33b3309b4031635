/**
 * Databases for tests: new SQLite files, new databases of a real PostgreSQL if there is one, and
 * distributed ones of a real cluster (Citus) if PROSOPON_TEST_CITUS names its coordinator.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../src/storage/database.ts';
import { distribute } from '../src/storage/distribution/distribute.ts';
import { type DatabaseLocation, openDatabase } from '../src/storage/open-database.ts';
import { isPostgresConflict } from '../src/storage/postgres.ts';
import { retryConflicts } from '../src/storage/retry.ts';

export type DatabaseKind = Database['kind'] | 'citus';

export interface TestDatabase {
  readonly location: DatabaseLocation;
  /** The same database through a connection of its own, as another process would have it. */
  open(): Promise<Database>;
  /** Closes what was opened and removes the database. */
  drop(): Promise<void>;
}

const POSTGRES =
  process.env.PROSOPON_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Coordinator of a cluster; undefined: there is none. */
export const CITUS = process.env.PROSOPON_TEST_CITUS;

async function administer(statement: string, connectionString = POSTGRES): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** SQLite always, PostgreSQL when it answers, a cluster when one is named; otherwise says why not. */
export async function databaseKinds(): Promise<readonly DatabaseKind[]> {
  const cluster: readonly DatabaseKind[] = CITUS === undefined ? [] : ['citus'];
  if (CITUS === undefined) console.warn('skipped: no cluster, PROSOPON_TEST_CITUS names none');
  else await administer('select 1', CITUS);
  try {
    await administer('select 1');
    return ['sqlite', 'postgres', ...cluster];
  } catch (error) {
    if (process.env.PROSOPON_TEST_POSTGRES !== undefined) throw error;
    console.warn(`skipped: no PostgreSQL at 127.0.0.1:5432 for the tests (${String(error)})`);
    return ['sqlite', ...cluster];
  }
}

/**
 * A database without rows.
 * @param tables empty: without tables as well, for tests of how they come; or in an encoding, also so
 */
export async function createTestDatabase(
  kind: DatabaseKind,
  tables: 'migrated' | 'empty' | { readonly encoding: string } = 'migrated',
): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-'));
  if (kind === 'citus') return createOnCluster(dataDir, CITUS!);
  const name = `prosopon_${randomUUID().replaceAll('-', '')}`;
  const kinds = { sqlite: 'migratedSqlite', postgres: 'migratedPostgres' } as const;
  // Benches borrow these without the runner of the tests, which has nothing ready for them.
  const isReady = tables === 'migrated' && process.env.VITEST !== undefined;
  const migrated = isReady ? inject(kinds[kind]) : undefined;
  let databaseUrl: string | undefined;
  if (kind === 'sqlite') {
    if (migrated !== undefined) await copyFile(migrated, join(dataDir, 'prosopon.db'));
  } else {
    const how =
      typeof tables === 'object'
        ? `template template0 encoding '${tables.encoding}' locale 'C'`
        : `template ${migrated ?? 'template1'}`;
    await administer(`create database ${name} ${how}`);
    const url = new URL(POSTGRES);
    url.pathname = `/${name}`;
    databaseUrl = url.href;
  }
  return testDatabase({ dataDir, databaseUrl }, async () => {
    if (kind === 'postgres') await administer(`drop database if exists ${name} with (force)`);
  });
}

/** Shards of the people of a test: some on each node. */
const SHARDS = 4;

/** Distributed, since that is what the tests on a cluster are about. */
async function createOnCluster(dataDir: string, coordinator: string): Promise<TestDatabase> {
  const test = await createOnCoordinator(dataDir, coordinator);
  const database = await openDatabase(test.location);
  await distribute(database, onWorkersOf(coordinator));
  await database.close();
  return test;
}

/** How a database of `createOnCoordinator` is distributed. */
export const onWorkersOf = (coordinator: string) =>
  ({ by: 'class', coordinator: new URL(coordinator).host, workers: [], shards: SHARDS }) as const;

/** A schema of its own, as a database would have to be made on every node; nothing is distributed. */
export async function createOnCoordinator(
  dataDir: string,
  coordinator: string,
): Promise<TestDatabase> {
  const name = `prosopon_${randomUUID().replaceAll('-', '')}`;
  await administer(`create schema ${name}`, coordinator);
  const url = new URL(coordinator);
  url.searchParams.set('options', `-c search_path=${name},public`);
  const location = { dataDir, databaseUrl: url.href };
  const drop = () => administer(`drop schema if exists ${name} cascade`, coordinator);
  // Schemas that are dropped at the same moment may want the same foreign keys.
  return testDatabase(location, () => retryConflicts(drop, isPostgresConflict));
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
