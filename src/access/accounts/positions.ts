/** Gives positions in the administration and takes them away, and disables users. */

import type { Transaction } from 'kysely';
import type { KeyRing } from '../../sealing/keys.ts';
import { classKey } from '../../storage/class-key.ts';
import type { Database } from '../../storage/database.ts';
import { countRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { revokeGrants } from '../oauth/records.ts';
import { type Position, positionColumns, positionOf, requirePosition } from './role.ts';
import { endOtherSessions } from './sessions.ts';
import { ACCOUNTS } from './user.ts';
import { accountGone } from './user-row.ts';

type Rows = Pick<KeyRing, 'rows'>;

export function createPositions(database: Database, { rows }: Rows) {
  return {
    /**
     * In place of the one before. Who had none signs in anew: support may have made a link to the
     * account, and nobody comes by that to what the position allows.
     * False: nobody else would be an owner. @throws NotFound the user, or the client of it, is gone
     */
    give: (id: string, position: Position | undefined) =>
      database.write(async (trx) => {
        if (position !== undefined) await requirePosition(trx, position);
        if (position?.role !== 'owner' && (await isLastOwner(trx, rows, id))) return false;
        const row = await existingRow(trx, id);
        if (positionOf(row) === undefined) await endWaysIn(trx, rows, id);
        await rows.update(trx, 'users', row, positionColumns(position));
        return true;
      }),

    /**
     * Ends all sessions and tokens of the user, and bars them from then on.
     * False: nobody else would be an owner. @throws NotFound
     */
    disable: (id: string) =>
      database.write(async (trx) => {
        if (await isLastOwner(trx, rows, id)) return false;
        const disabled = new Date().toISOString();
        await rows.update(trx, 'users', await existingRow(trx, id), { disabled });
        await endWaysIn(trx, rows, id);
        await revokeGrants(trx, rows, id);
        return true;
      }),

    /** Whether no other owner could sign in; as part of a larger change. */
    isLastOwner: (trx: Transaction<Schema>, id: string) => isLastOwner(trx, rows, id),

    /** The user may sign in again. @throws NotFound */
    enable: (id: string) =>
      database.write(async (trx) =>
        rows.update(trx, 'users', await existingRow(trx, id), { disabled: null }),
      ),
  };
}

/** Those who administered the client administer nothing: who takes its id later is another one. */
export async function dismissAdministrators(
  trx: Transaction<Schema>,
  { rows }: Rows,
  client: string,
): Promise<void> {
  const found = trx.selectFrom('users').selectAll().where('role_client', '=', client);
  for (const user of await found.execute())
    await rows.update(trx, 'users', user, positionColumns(undefined));
}

/** Sessions and links: the user has to show the face again. */
async function endWaysIn(trx: Transaction<Schema>, rows: Rows['rows'], id: string): Promise<void> {
  await endOtherSessions(trx, rows, id, undefined);
  await rows.deleteAll(trx, 'account_links', { user_id: id });
}

/** Whether no other owner could sign in: those who never enrolled a face cannot. */
async function isLastOwner(trx: Transaction<Schema>, rows: Rows['rows'], id: string) {
  const found = await trx.selectFrom('users').selectAll().where('admin', '=', 1).execute();
  const owners = (await rows.sound(trx, 'users', found)).filter(
    (row) => positionOf(row)?.role === 'owner' && row.disabled === null,
  );
  const user = owners.find((owner) => owner.id === id);
  if (user === undefined) return false;
  // Of who has no face nothing is lost but the link to one.
  const needsFace = await hasFace(trx, user.class_id);
  for (const other of owners)
    if (other !== user && (!needsFace || (await hasFace(trx, other.class_id)))) return false;
  return true;
}

async function hasFace(trx: Transaction<Schema>, classId: bigint): Promise<boolean> {
  return (await countRows(trx, 'templates', classKey({ ...ACCOUNTS, classId }))) > 0;
}

/** As it is written; changing it checks it. @throws NotFound */
async function existingRow(trx: Transaction<Schema>, id: string) {
  const row = await findRow(trx, 'users', { id });
  if (row === undefined) throw accountGone();
  return row;
}
