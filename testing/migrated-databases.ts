/** Before tests that run together: each kind of database is migrated once, and theirs are copies. */
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createTestDatabase, databaseKinds, type TestDatabase } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Its file. */
    migratedSqlite?: string;
    /** Its name; absent: there is no PostgreSQL. */
    migratedPostgres?: string;
  }
}

export default async function migrateOnce({ provide }: TestProject) {
  const made: TestDatabase[] = [];
  for (const kind of await databaseKinds()) {
    if (kind === 'citus') continue;
    const test = await createTestDatabase(kind, 'empty');
    made.push(test);
    await (await test.open()).close();
    const { dataDir, databaseUrl } = test.location;
    if (databaseUrl === undefined) provide('migratedSqlite', join(dataDir, 'prosopon.db'));
    else provide('migratedPostgres', new URL(databaseUrl).pathname.slice(1));
  }
  return async () => {
    for (const test of made) await test.drop();
  };
}
