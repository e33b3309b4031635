/** Roles in the administration, and their columns in a user's row. */

import type { Kysely } from 'kysely';
import { InvalidArgument } from '../../errors.ts';
import { requireClientRow } from '../../storage/client-row.ts';
import { ROLES, type Role } from '../../storage/column-values.ts';
import type { Schema } from '../../storage/schema.ts';

export { ROLES, type Role };

/** A role, and the client of an administrator. */
export interface Position {
  readonly role: Role;
  readonly client?: string | undefined;
}

type PositionColumns = Pick<Schema['users'], 'admin' | 'role' | 'role_client'>;

/** @throws InvalidArgument an administrator lacks a client, or another role has one */
function checkPosition({ role, client }: Position): void {
  if (!ROLES.includes(role)) throw new InvalidArgument(`role: expected ${ROLES.join(', ')}`);
  if ((role === 'administrator') !== (client !== undefined))
    throw new InvalidArgument('client: expected with the role administrator, and only with it');
}

/**
 * Checks a position. Its client must exist and not be in deletion, or the user would administer the
 * next client of that id. @throws InvalidArgument; NotFound
 */
export async function requirePosition(trx: Kysely<Schema>, position: Position): Promise<void> {
  checkPosition(position);
  if (position.client === undefined) return;
  await requireClientRow(trx, position.client);
}

/** Columns of a user in that position. Undefined: no position. */
export const positionColumns = (position: Position | undefined): PositionColumns => ({
  admin: position === undefined ? 0 : 1,
  role: position?.role ?? null,
  role_client: position?.client ?? null,
});

/** Rows from before roles existed name no role: those administrators are owners. */
export function positionOf({ admin, role, role_client }: PositionColumns): Position | undefined {
  if (admin !== 1) return undefined;
  return { role: role ?? 'owner', ...(role_client !== null && { client: role_client }) };
}
