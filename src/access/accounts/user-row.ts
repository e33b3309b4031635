/** The checked row of a user, and the rules about its second factors. */

import type { Kysely, Transaction } from 'kysely';
import { NotFound, PermissionDenied } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { UsersTable } from '../../storage/account-tables.ts';
import { deleteRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';

/** The error when the user was deleted meanwhile. */
export const accountGone = () => new NotFound('This account is gone.');

/** Undefined: no such user. @throws RecordRefused */
export async function userRow({ rows }: Pick<KeyRing, 'rows'>, from: Kysely<Schema>, id: string) {
  const row = await findRow(from, 'users', { id });
  return row && rows.requireValid('users', row);
}

/**
 * Call in the transaction that removes a factor, so that concurrent removals cannot remove the
 * last.
 * @throws PermissionDenied an administrator would have none left
 */
export function requireFactorLeft({ admin }: Pick<UsersTable, 'admin'>, left: boolean): void {
  if (admin === 1 && !left)
    throw new PermissionDenied('Administrators must keep at least one second factor.');
}

/**
 * Ends sign-ins in progress when a second factor is removed. A face shown together with a second
 * factor stays valid for longer than a face that may set up a new factor.
 */
export const endSignIns = (trx: Transaction<Schema>, userId: string): Promise<number> =>
  deleteRows(trx, 'sign_ins', { user_id: userId });
