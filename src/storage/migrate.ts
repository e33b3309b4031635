/** Migrates a database: missing migrations run in order, each once, in a transaction. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { ConfigError } from '../config/config.ts';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations/all.ts';
import type { Schema } from './schema.ts';

interface Versioned extends Schema {
  schema_versions: { version: number; name: string; applied: string };
}

/**
 * Two processes may migrate at once. Each step first inserts its number, so the slower process
 * waits for that row, conflicts, retries, and finds the step done.
 * @throws ConfigError the database was made by a newer release
 */
export async function migrate(database: Pick<Database, 'kind' | 'write'>): Promise<void> {
  await database.write(async (trx) => {
    await sql`create table if not exists schema_versions (
      version integer not null primary key,
      name text not null,
      applied text not null
    )`.execute(trx);
  });
  await database.write(async (plain) => {
    const trx = plain as unknown as Transaction<Versioned>;
    const applied = await trx.selectFrom('schema_versions').select('version').execute();
    const newest = Math.max(0, ...applied.map(({ version }) => version));
    const known = MIGRATIONS.at(-1)?.version ?? 0;
    if (newest > known)
      throw new ConfigError(
        `the database has schema version ${newest}, this release knows ${known}: use a newer one`,
      );
    for (const { version, name, up } of MIGRATIONS) {
      if (version <= newest) continue;
      const row = { version, name, applied: new Date().toISOString() };
      await trx.insertInto('schema_versions').values(row).execute();
      for (const statement of up(database.kind)) await statement.execute(trx);
    }
  });
}

/** Version of the tables. */
export async function versionOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select max(version) as version from schema_versions`.execute(db);
  return rows[0]?.version ?? 0;
}
