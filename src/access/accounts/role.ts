/** Roles: what kinds of people there are in the administration, and how a user's row says it. */

import type { Kysely } from 'kysely';
import { InvalidArgument } from '../../errors.ts';
import type { UsersTable } from '../../storage/account-tables.ts';
import { requireClientRow } from '../../storage/client-row.ts';
import { ROLES, type Role } from '../../storage/column-values.ts';
import type { Schema } from '../../storage/schema.ts';

export { ROLES, type Role };

/** A role, and of an administrator the client. */
export interface Position {
  readonly role: Role;
  readonly client?: string | undefined;
}

type PositionColumns = Pick<UsersTable, 'admin' | 'role' | 'role_client'>;

/** @throws InvalidArgument an administrator is one of a client, and nobody else is */
function checkPosition({ role, client }: Position): void {
  if (!ROLES.includes(role)) throw new InvalidArgument(`role: expected ${ROLES.join(', ')}`);
  if ((role === 'administrator') !== (client !== undefined))
    throw new InvalidArgument('client: expected with the role administrator, and only with it');
}

/**
 * Whether there can be such a position, of a client that is there: who is given that of one that is
 * being deleted would administer whoever takes its id. @throws InvalidArgument; NotFound
 */
export async function requirePosition(trx: Kysely<Schema>, position: Position): Promise<void> {
  checkPosition(position);
  if (position.client === undefined) return;
  await requireClientRow(trx, position.client);
}

/** Columns of a user in that position; undefined: one who administers nothing. */
export const positionColumns = (position: Position | undefined): PositionColumns => ({
  admin: position === undefined ? 0 : 1,
  role: position?.role ?? null,
  role_client: position?.client ?? null,
});

/** Administrators of the time before there were roles are owners: their rows name none. */
export function positionOf({ admin, role, role_client }: PositionColumns): Position | undefined {
  if (admin !== 1) return undefined;
  return { role: role ?? 'owner', ...(role_client !== null && { client: role_client }) };
}
