/** What the OAuth provider keeps between requests: codes, tokens, grants, sessions, in SQL. */

import type { Kysely } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { DAY_SECONDS } from '../../durations.ts';
import { noneIf } from '../../errors.ts';
import { SealBroken } from '../../sealing/key-ring.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import { oauthRecordBinding } from '../../sealing/sealed-tables.ts';
import type { OauthRecordsTable } from '../../storage/account-tables.ts';
import type { Database } from '../../storage/database.ts';
import { findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { hashToken } from '../one-time.ts';

/** A code or refresh token that another request used first; its grant is revoked. */
export class AlreadyConsumed extends Error {
  override readonly name = 'AlreadyConsumed';
}

/** For records the library gives no end to. */
const LONGEST_SECONDS = 400 * DAY_SECONDS;

/**
 * The library's storage of one model. Ids are bearer secrets (codes, tokens, cookies): the database
 * holds only their hashes. Payloads are sealed, because they name the person and hold the token
 * itself; `consume` lets only one of several processes through.
 */
export function recordsOf(database: Database, keyRing: KeyRing, model: string): Adapter {
  const { db } = database;
  const find = async (column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> => {
    const row = await db
      .selectFrom('oauth_records')
      .selectAll()
      .where('model', '=', model)
      .where(column, '=', hashToken(value))
      .where('expires', '>', new Date().toISOString())
      .executeTakeFirst();
    return row === undefined ? undefined : openRecord(db, keyRing, row);
  };
  const erase = (column: 'id' | 'grant_id', value: string) =>
    database.write(async (trx) => {
      const records = trx.deleteFrom('oauth_records').where('model', '=', model);
      await records.where(column, '=', hashToken(value)).execute();
    });
  return {
    find: (id) => find('id', id),
    findByUid: (uid) => find('uid', uid),
    findByUserCode: async () => undefined,

    async upsert(id, payload, expiresIn) {
      const seconds = expiresIn ?? LONGEST_SECONDS;
      const row = {
        model,
        id: hashToken(id),
        ...columnsOf(payload),
        expires: new Date(Date.now() + seconds * 1000).toISOString(),
      };
      await database.write(async (trx) => {
        const sealer = await keyRing.sealer(trx);
        const sealed = sealer.seal(oauthRecordBinding(row), Buffer.from(JSON.stringify(payload)));
        await trx
          .insertInto('oauth_records')
          .values({ ...row, ...sealed, consumed: null })
          .onConflict((conflict) =>
            conflict.columns(['model', 'id']).doUpdateSet({ ...row, ...sealed }),
          )
          .execute();
      });
    },

    async consume(id) {
      const first = await database.write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('oauth_records')
          .set({ consumed: new Date().toISOString() })
          .where('model', '=', model)
          .where('id', '=', hashToken(id))
          .where('consumed', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) await revokeGrantOf(trx, model, hashToken(id));
        return numUpdatedRows > 0n;
      });
      if (!first) throw new AlreadyConsumed(`${model} was used before`);
    },

    destroy: (id) => erase('id', id),
    revokeByGrantId: (grantId) => erase('grant_id', grantId),
  };
}

const columnsOf = ({ grantId, uid, accountId, clientId }: AdapterPayload) => ({
  grant_id: grantId === undefined ? null : hashToken(grantId),
  uid: uid === undefined ? null : hashToken(uid),
  user_id: accountId ?? null,
  client_id: clientId ?? null,
});

/** The payload; one that does not open counts as absent, so that nothing rests on it. */
async function openRecord(
  db: Kysely<Schema>,
  keyRing: KeyRing,
  row: OauthRecordsTable,
): Promise<AdapterPayload | undefined> {
  const bytes = await keyRing.open(db, oauthRecordBinding(row), row).catch(noneIf(SealBroken));
  if (bytes === undefined) return undefined;
  const payload = JSON.parse(bytes.toString('utf8')) as AdapterPayload;
  // By these columns it is revoked.
  const { grant_id, uid, user_id, client_id } = columnsOf(payload);
  if (grant_id !== row.grant_id || uid !== row.uid) return undefined;
  if (user_id !== row.user_id || client_id !== row.client_id) return undefined;
  return row.consumed === null ? payload : { ...payload, consumed: true };
}

/** Ends everything that was granted together with the record: it is in other hands as well. */
async function revokeGrantOf(trx: Kysely<Schema>, model: string, id: string): Promise<void> {
  const record = await findRow(trx, 'oauth_records', { model, id });
  if (record?.grant_id == null) return;
  await trx
    .deleteFrom('oauth_records')
    .where((where) =>
      where.or([
        where('grant_id', '=', record.grant_id),
        where.and([where('model', '=', 'Grant'), where('id', '=', record.grant_id)]),
      ]),
    )
    .execute();
}

/** Ends all that users granted: to one client, or to all of them. Their logins go on. */
export async function revokeGrants(
  trx: Kysely<Schema>,
  userId: string,
  clientId?: string,
): Promise<void> {
  let query = trx.deleteFrom('oauth_records').where('user_id', '=', userId);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  await query.execute();
}
