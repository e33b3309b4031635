/** Stores records of the OAuth provider in SQL: codes, tokens, grants, sessions. */

import type { Kysely, Transaction } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { DAY_SECONDS } from '../../durations.ts';
import { noneIf } from '../../errors.ts';
import { SealBroken } from '../../sealing/key-ring.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import { bindingOf } from '../../sealing/sealed-tables.ts';
import type { Database } from '../../storage/database.ts';
import { deleteRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { hashToken } from '../one-time.ts';

/** Another request used the code, refresh token or assertion first. Its grant is revoked. */
export class AlreadyConsumed extends Error {
  override readonly name = 'AlreadyConsumed';
}

/**
 * Assertions of applications. The library looks an assertion up, then records it; two requests may
 * do so at once.
 */
const USED_ONCE = 'ReplayDetection';

/** Life of records to which the library gives no end. */
const LONGEST_SECONDS = 400 * DAY_SECONDS;

/**
 * The library's storage of one model. Ids are bearer secrets (codes, tokens, cookies), so the
 * database holds only their hashes. Payloads are sealed, because they name the person and hold the
 * token itself. `consume` succeeds in only one process.
 */
export function recordsOf(database: Database, keyRing: KeyRing, model: string): Adapter {
  const { db } = database;
  const { rows } = keyRing;
  const find = async (column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> => {
    const found = await findRow(db, 'oauth_records', { model, [column]: hashToken(value) });
    const row = found && rows.findValid('oauth_records', found);
    if (row === undefined || row.expires <= new Date().toISOString()) return undefined;
    return openRecord(db, keyRing, row);
  };
  const erase = (column: 'id' | 'grant_id', value: string) =>
    database.write(async (trx) => {
      await deleteRows(trx, 'oauth_records', { model, [column]: hashToken(value) });
    });
  return {
    find: (id) => find('id', id),
    findByUid: (uid) => find('uid', uid),
    findByUserCode: async () => undefined,

    async upsert(id, payload, expiresIn) {
      const seconds = expiresIn ?? LONGEST_SECONDS;
      const key = { model, id: hashToken(id) };
      const change = {
        ...columnsOf(payload),
        expires: new Date(Date.now() + seconds * 1000).toISOString(),
      };
      await database.write(async (trx) => {
        const sealer = await keyRing.sealer(trx);
        const sealed = sealer.seal(
          bindingOf('oauth_records', key),
          Buffer.from(JSON.stringify(payload)),
        );
        const found = await findRow(trx, 'oauth_records', key);
        const row = found && rows.findValid('oauth_records', found);
        if (row !== undefined && model === USED_ONCE)
          throw new AlreadyConsumed(`${model}: used before`);
        if (row !== undefined)
          return rows.update(trx, 'oauth_records', row, { ...change, ...sealed });
        await deleteRows(trx, 'oauth_records', key);
        await rows.insert(trx, 'oauth_records', { ...key, ...change, ...sealed, consumed: null });
      });
    },

    async consume(id) {
      const key = { model, id: hashToken(id) };
      const first = await database.write(async (trx) => {
        const found = await findRow(trx, 'oauth_records', key);
        const row = found && rows.findValid('oauth_records', found);
        if (row === undefined) return false;
        if (row.consumed !== null) {
          await revokeGrantOf(trx, row);
          return false;
        }
        await rows.update(trx, 'oauth_records', row, { consumed: new Date().toISOString() });
        return true;
      });
      if (!first) throw new AlreadyConsumed(`${model} was used before`);
    },

    destroy: (id) => erase('id', id),
    revokeByGrantId: (grantId) => erase('grant_id', grantId),
  };
}

/** The result of an interaction names who has logged in. */
type Result = { readonly login?: { readonly accountId?: string } } | undefined;

const columnsOf = ({ grantId, uid, accountId, clientId, result }: AdapterPayload) => ({
  grant_id: grantId === undefined ? null : hashToken(grantId),
  uid: uid === undefined ? null : hashToken(uid),
  user_id: accountId ?? (result as Result)?.login?.accountId ?? null,
  client_id: clientId ?? null,
});

/** The payload. Absent if it does not open. */
async function openRecord(
  db: Kysely<Schema>,
  keyRing: KeyRing,
  row: Schema['oauth_records'],
): Promise<AdapterPayload | undefined> {
  const bytes = await keyRing
    .open(db, bindingOf('oauth_records', row), row)
    .catch(noneIf(SealBroken));
  if (bytes === undefined) return undefined;
  const payload = JSON.parse(bytes.toString('utf8')) as AdapterPayload;
  return row.consumed === null ? payload : { ...payload, consumed: true };
}

/** Ends everything granted together with the record, because another party may hold it too. */
async function revokeGrantOf(
  trx: Transaction<Schema>,
  { grant_id }: Schema['oauth_records'],
): Promise<void> {
  if (grant_id === null) return;
  await deleteRows(trx, 'oauth_records', { grant_id });
  await deleteRows(trx, 'oauth_records', { model: 'Grant', id: grant_id });
}

/** Ends the grants of users to one client, or to all. Their logins continue. */
export async function revokeGrants(
  trx: Transaction<Schema>,
  userId: string,
  clientId?: string,
): Promise<void> {
  const ofUser = { user_id: userId };
  const granted = clientId === undefined ? ofUser : { ...ofUser, client_id: clientId };
  await deleteRows(trx, 'oauth_records', granted);
}
