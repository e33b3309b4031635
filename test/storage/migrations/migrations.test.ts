import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/storage/migrations/all.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';

describe.each(await databaseKinds())('a new database on %s', (kind) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase(kind, 'empty');
  });
  afterEach(() => test.drop());

  it('migrates once if several open it at the same time', async () => {
    const databases = await Promise.all([test.open(), test.open(), test.open(), test.open()]);
    for (const database of databases) await database.ping();
    const { rows } = await sql<{ version: number }>`select version from schema_versions`.execute(
      databases[0]!.db,
    );
    expect(rows).toEqual(MIGRATIONS.map(({ version }) => ({ version })));
  });
});
