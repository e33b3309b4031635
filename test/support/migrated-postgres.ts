/** Before tests that run together: PostgreSQL is migrated once, and their databases are copies. */
import type { TestProject } from 'vitest/node';
import { createTestDatabase, databaseKinds } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Its name; absent: there is no PostgreSQL. */
    migratedPostgres?: string;
  }
}

export default async function migrateOnce(project: TestProject) {
  if (!(await databaseKinds()).includes('postgres')) return undefined;
  const test = await createTestDatabase('postgres', 'empty');
  await (await test.open()).close();
  project.provide('migratedPostgres', new URL(test.location.databaseUrl!).pathname.slice(1));
  return () => test.drop();
}
