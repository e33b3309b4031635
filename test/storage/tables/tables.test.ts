/** What is declared of tables is what the databases have, and they hold rows to it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/storage/database.ts';
import { TABLES } from '../../../src/storage/schema.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';

describe.each(await databaseKinds())('the tables on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
  });
  afterAll(() => test.drop());

  it('have the declared columns, and null only where that is declared', async () => {
    const found = await database.db.introspection.getTables();
    for (const [name, { columns }] of Object.entries(TABLES)) {
      const there = found.find((table) => table.name === name)?.columns ?? [];
      expect(Object.fromEntries(there.map((one) => [one.name, one.isNullable])), name).toEqual(
        Object.fromEntries(Object.entries(columns).map(([of, { isNullable }]) => [of, isNullable])),
      );
    }
  });

  it('refuse what a constraint forbids, and rows of the same key', async () => {
    const put = (id: string, used: number, ends: string) =>
      database.write((trx) =>
        sql`insert into quotas (id, used, ends) values (${id}, ${used}, ${ends})`.execute(trx),
      );
    const now = new Date().toISOString();
    await expect(put('a', 0, now)).rejects.toThrow(/constraint/i);
    await expect(put('a', 1, 'tomorrow')).rejects.toThrow(/constraint/i);
    await put('a', 1, now);
    await expect(put('a', 1, now)).rejects.toThrow(/constraint/i);
  });
});
