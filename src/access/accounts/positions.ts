/** Grants and removes positions in the administration, and disables users. */

import { sql, type Transaction } from 'kysely';
import type { KeyRing } from '../../sealing/keys.ts';
import { classKey } from '../../storage/class-key.ts';
import type { Database } from '../../storage/database.ts';
import { countRows, deleteRows, deleteWhere, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { revokeGrants } from '../oauth/records.ts';
import { type Position, positionColumns, positionOf, requirePosition } from './role.ts';
import { endOtherSessions } from './sessions.ts';
import { ACCOUNTS } from './user.ts';
import { accountGone } from './users.ts';

type Rows = Pick<KeyRing, 'rows'>;

export function createPositions(database: Database, { rows }: Rows) {
  return {
    /**
     * Replaces the position. A user who had none must sign in again, because support may have made
     * a link to the account. False: no other owner would be left.
     * @throws NotFound the user, or the client of the position, is gone
     */
    give: (id: string, position: Position | undefined) =>
      database.write(async (trx) => {
        if (position !== undefined) await requirePosition(trx, position);
        if (position?.role !== 'owner' && (await isLastOwner(trx, rows, id))) return false;
        const row = await existingRow(trx, id);
        if (positionOf(row) === undefined) await endWaysIn(trx, id);
        await rows.update(trx, 'users', row, positionColumns(position));
        return true;
      }),

    /**
     * Ends all sessions and tokens of the user, and bars sign-ins. False: no other owner would be
     * left. @throws NotFound
     */
    disable: (id: string) =>
      database.write(async (trx) => {
        if (await isLastOwner(trx, rows, id)) return false;
        const disabled = new Date().toISOString();
        await rows.update(trx, 'users', await existingRow(trx, id), { disabled });
        await endWaysIn(trx, id);
        await revokeGrants(trx, id);
        return true;
      }),

    /** Whether no other owner could sign in. Runs in a larger transaction. */
    isLastOwner: (trx: Transaction<Schema>, id: string) => isLastOwner(trx, rows, id),

    /** Lets the user sign in again. @throws NotFound */
    enable: (id: string) =>
      database.write(async (trx) =>
        rows.update(trx, 'users', await existingRow(trx, id), { disabled: null }),
      ),
  };
}

/** Removes the role of its administrators, or they would administer a later client of that id. */
export async function dismissAdministrators(
  trx: Transaction<Schema>,
  { rows }: Rows,
  client: string,
): Promise<void> {
  const found = trx.selectFrom('users').selectAll().where('role_client', '=', client);
  for (const user of await found.execute())
    await rows.update(trx, 'users', user, positionColumns(undefined));
  const named = `%"client":"${client}"%`;
  await deleteWhere(trx, 'account_sessions', sql`administrator like ${named}`);
}

/** Ends sessions and links, so that the user has to show the face again. */
async function endWaysIn(trx: Transaction<Schema>, id: string): Promise<void> {
  await endOtherSessions(trx, id, undefined);
  await deleteRows(trx, 'account_links', { user_id: id });
}

/** Whether no other owner could sign in. Owners without an enrolled face cannot. */
async function isLastOwner(trx: Transaction<Schema>, rows: Rows['rows'], id: string) {
  const found = await trx.selectFrom('users').selectAll().where('admin', '=', 1).execute();
  const owners = rows
    .filterValid('users', found)
    .filter((row) => positionOf(row)?.role === 'owner' && row.disabled === null);
  const user = owners.find((owner) => owner.id === id);
  if (user === undefined) return false;
  // A user without a face only loses the link for enrolling.
  const needsFace = await hasFace(trx, user.class_id);
  for (const other of owners)
    if (other !== user && (!needsFace || (await hasFace(trx, other.class_id)))) return false;
  return true;
}

async function hasFace(trx: Transaction<Schema>, classId: bigint): Promise<boolean> {
  return (await countRows(trx, 'templates', classKey({ ...ACCOUNTS, classId }))) > 0;
}

/** The stored row. Changing it checks its seal. @throws NotFound */
async function existingRow(trx: Transaction<Schema>, id: string) {
  const row = await findRow(trx, 'users', { id });
  if (row === undefined) throw accountGone();
  return row;
}
