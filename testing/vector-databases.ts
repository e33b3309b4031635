/** Databases with pgvector for tests: PGlite always, PostgreSQL where the extension is installed, a cluster. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { sql } from 'kysely';
import { createTestDatabase, databaseKinds, type TestDatabase, testDatabase } from './databases.ts';
import { freePort } from './free-port.ts';

export type VectorEngine = 'PGlite' | 'PostgreSQL' | 'Citus';

export async function vectorEngines(): Promise<readonly VectorEngine[]> {
  const kinds = await databaseKinds();
  const cluster: readonly VectorEngine[] = kinds.includes('citus') ? ['Citus'] : [];
  if (!kinds.includes('postgres')) return ['PGlite', ...cluster];
  const test = await createTestDatabase('postgres');
  try {
    const { rows } = await sql`select 1 from pg_available_extensions where name = 'vector'`.execute(
      (await test.open()).db,
    );
    if (rows.length > 0) return ['PGlite', 'PostgreSQL', ...cluster];
    console.warn('skipped: PostgreSQL has no pgvector; PGlite has');
    return ['PGlite', ...cluster];
  } finally {
    await test.drop();
  }
}

export const createVectorDatabase = (engine: VectorEngine): Promise<TestDatabase> =>
  engine === 'PGlite'
    ? createPglite()
    : createTestDatabase(engine === 'Citus' ? 'citus' : 'postgres');

/** Making a database takes a second, copying an empty one a third of that. */
let emptyPglite: Promise<Blob> | undefined;

/**
 * PostgreSQL compiled to WebAssembly, spoken to through a socket like any other, but over one
 * connection only: `open` it once.
 */
export async function createPglite(withVectors = true): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-'));
  emptyPglite ??= dumpEmptyPglite();
  const db = await PGlite.create({
    ...(withVectors && { extensions: { vector } }),
    loadDataDir: await emptyPglite,
  });
  const port = await freePort();
  const server = new PGLiteSocketServer({ db, port, host: '127.0.0.1', maxConnections: 50 });
  await server.start();
  const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable&pool=1`;
  return testDatabase({ dataDir, databaseUrl }, async () => {
    await server.stop();
    await db.close();
  });
}

async function dumpEmptyPglite(): Promise<Blob> {
  const db = await PGlite.create();
  const dump = await db.dumpDataDir('none');
  await db.close();
  return dump;
}
