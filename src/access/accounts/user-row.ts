/** The row of a user: checked, and what it demands of the second factors it counts. */

import type { Kysely, Transaction } from 'kysely';
import { NotFound, PermissionDenied } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { UsersTable } from '../../storage/account-tables.ts';
import { findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';

/** What is told where the user was deleted meanwhile. */
export const accountGone = () => new NotFound('This account is gone.');

/** Undefined: there is no such user. @throws RecordRefused */
export async function userRow({ rows }: Pick<KeyRing, 'rows'>, from: Kysely<Schema>, id: string) {
  const row = await findRow(from, 'users', { id });
  return row && rows.checked(from, 'users', row);
}

/**
 * Before one is removed, in the same transaction: two that are removed at once must not both be the
 * last but one. @throws PermissionDenied an administrator would have none left
 */
export function requireFactorLeft({ admin }: Pick<UsersTable, 'admin'>, left: boolean): void {
  if (admin === 1 && !left)
    throw new PermissionDenied('Administrators must keep at least one second factor.');
}

/**
 * With a second factor that comes off, sign-ins under way end: a face that was shown while there was one
 * counts for longer than one on which another may be set up.
 */
export const endSignIns = (
  trx: Transaction<Schema>,
  rows: KeyRing['rows'],
  userId: string,
): Promise<number> => rows.deleteAll(trx, 'sign_ins', { user_id: userId });
