/** Names and tags are in all scripts, which only a database in UTF-8 can hold. */
import { sql } from 'kysely';
import { ConfigError } from '../config/config.ts';
import type { Database } from './database.ts';

/** @throws ConfigError a PostgreSQL database has another encoding */
export async function requireUtf8({ db, kind }: Database): Promise<void> {
  if (kind !== 'postgres') return;
  const { rows } = await sql<{ name: string; encoding: string }>`
    select current_database() as name, current_setting('server_encoding') as encoding`.execute(db);
  const { name, encoding } = rows[0]!;
  if (encoding !== 'UTF8')
    throw new ConfigError(
      `DATABASE_URL: the database "${name}" is in ${encoding}, but has to be in UTF8. Create one: ` +
        'createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 prosopon',
    );
}
