/** A database, and what keeps its rows sealed, opened as at every start of the service. */
import type { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { createAccounts } from '../../src/access/accounts/accounts.ts';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { createAuditTrail } from '../../src/journal/audit-trail.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import {
  createTestDatabase,
  type DatabaseKind,
  type TestDatabase,
} from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

/** Of the tests around the call. */
export function sealedWorkplace(kind: DatabaseKind) {
  const key = masterKey();
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
  });
  afterAll(() => test.drop());
  return {
    key,
    database: () => database,
    /** Past the service. */
    write: (statement: ReturnType<typeof sql>) => statement.execute(database.db),
    async open() {
      const keyRing = await openKeyRing(key, database);
      const clients = createClientRegistry(database, keyRing);
      const accounts = createAccounts({
        ...{ database, keyRing, clients, publicUrl: () => 'http://test' },
        ...{ sendMail: async () => undefined, warn: () => undefined },
      });
      const templates = createTemplateStore(database, keyRing);
      const audit = createAuditTrail(database, keyRing);
      return { keyRing, clients, accounts, templates, audit };
    },
  };
}
