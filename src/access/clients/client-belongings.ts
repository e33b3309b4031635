/** What belongs to a client, and goes with it when it is deleted. */
import { type Kysely, sql } from 'kysely';
import { isOf } from '../../storage/class-key.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Client } from './client.ts';

const ROWS = {
  consents: 'application_consents',
  keys: 'client_keys',
  webhooks: 'webhooks',
} as const;

/** Numbers of rows; `sharedWith` names clients that keep the templates alive. */
export async function belongingsOf(
  db: Kysely<Schema>,
  { id, ...place }: Pick<Client, 'id' | 'storage' | 'partition'>,
) {
  const others = await db.selectFrom('clients').select('id').where(isOf(place)).execute();
  const counted = async (table: (typeof ROWS)[keyof typeof ROWS]) => {
    const query = sql<{ n: number }>`select cast(count(*) as integer) as n
      from ${sql.table(table)} where client_id = ${id}`;
    return (await query.execute(db)).rows[0]?.n ?? 0;
  };
  const { templates } = await db
    .selectFrom('templates')
    .select(sql<number>`cast(count(*) as integer)`.as('templates'))
    .where(isOf(place))
    .executeTakeFirstOrThrow();
  const administrators = await db
    .selectFrom('users')
    .select(sql<number>`cast(count(*) as integer)`.as('n'))
    .where('role_client', '=', id)
    .executeTakeFirstOrThrow();
  return {
    templates,
    sharedWith: others.map((other) => other.id).filter((other) => other !== id),
    keys: await counted(ROWS.keys),
    webhooks: await counted(ROWS.webhooks),
    /** People who allowed logins to it. */
    consents: await counted(ROWS.consents),
    /** Users whose role ends. */
    administrators: administrators.n,
  };
}
