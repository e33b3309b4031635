/** Data that is deleted together with a client. */

import type { Kysely } from 'kysely';
import { isOf } from '../../storage/class-key.ts';
import { countRows } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { WITHDRAWN } from '../../storage/tables/account-tables.ts';
import type { Client } from './client.ts';

/** Row counts. `sharedWith` names clients that keep the templates alive. */
export async function countDependentRows(
  db: Kysely<Schema>,
  { id, ...place }: Pick<Client, 'id' | 'storage' | 'partition'>,
) {
  const others = await db.selectFrom('clients').select('id').where(isOf(place)).execute();
  const ofClient = { client_id: id };
  return {
    templates: await countRows(db, 'templates', place),
    sharedWith: others.map((other) => other.id).filter((other) => other !== id),
    keys: await countRows(db, 'client_keys', ofClient),
    webhooks: await countRows(db, 'webhooks', ofClient),
    /** Users who agreed to logins at this client. */
    consents:
      (await countRows(db, 'application_consents', ofClient)) -
      (await countRows(db, 'application_consents', { ...ofClient, scopes: WITHDRAWN })),
    /** Users who lose their role. */
    administrators: await countRows(db, 'users', { role_client: id }),
  };
}
