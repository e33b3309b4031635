/** Stores users in SQL. */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { MemberRefused, NotFound, PermissionDenied } from '../../errors.ts';
import type { BoundRow } from '../../sealing/key-ring.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import { type Columns, deleteRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { newClassId } from '../new-class-id.ts';
import { identifierKey, normalizeEmail, normalizeName } from './check-user.ts';
import { type Position, positionColumns, positionOf, requirePosition } from './role.ts';
import type { NewUser, User } from './user.ts';

const OWNER: Position = { role: 'owner' };

export interface UserSearch {
  /** Part of the name or address, in any case. Absent: all users. */
  readonly find?: string | undefined;
  /** Starts after the user of that name. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export type UserRegistry = ReturnType<typeof createUserRegistry>;

export function createUserRegistry(database: Database, { rows }: Pick<KeyRing, 'rows'>) {
  const { db } = database;
  const userBy = async (from: Kysely<Schema>, key: Columns<'users'>) => {
    const row = await findRow(from, 'users', key);
    return row && rows.requireValid('users', row);
  };
  return {
    /** @throws MemberRefused bad name or address, or the name is taken; NotFound no such client */
    async create({ admin = false, position = admin ? OWNER : undefined, ...given }: NewUser) {
      const name = normalizeName(given.name);
      const email = given.email === undefined ? null : normalizeEmail(given.email);
      return database.write(async (trx) => {
        if (position !== undefined) await requirePosition(trx, position);
        const name_key = identifierKey(name);
        if ((await findRow(trx, 'users', { name_key })) !== undefined)
          throw new MemberRefused('name', 'is taken', 'taken');
        const row: BoundRow<'users'> = {
          id: randomUUID(),
          name,
          name_key,
          email,
          confirmed_email_key: null,
          ...positionColumns(position),
          disabled: null,
          class_id: newClassId(),
          created: new Date().toISOString(),
          totp_created: null,
          passkeys: null,
          recovery_codes: null,
        };
        await rows.insert(trx, 'users', row);
        return toUser(row);
      });
    },

    async find(id: string) {
      const row = await userBy(db, { id });
      return row && toUser(row);
    },

    /** The user whose template belongs to that class. */
    async findByClass(classId: bigint) {
      const row = await userBy(db, { class_id: classId });
      return row && toUser(row);
    },

    /** The user of that name or confirmed e-mail address. */
    async findByIdentifier(identifier: string) {
      const key = identifierKey(identifier);
      const isEmail = key.includes('@');
      const row = await userBy(db, isEmail ? { confirmed_email_key: key } : { name_key: key });
      return row && toUser(row);
    },

    async list() {
      const users = await db.selectFrom('users').selectAll().orderBy('name_key').execute();
      return rows.filterValid('users', users).map(toUser);
    },

    /** One page by name. The next page starts after `next`, which a short page may have too. */
    async search({ find = '', after, limit }: UserSearch) {
      let query = db.selectFrom('users').selectAll().orderBy('name_key');
      if (after !== undefined) query = query.where('name_key', '>', identifierKey(after));
      const text = `%${identifierKey(find).replace(/[!%_]/g, '!$&')}%`;
      const holds = sql<boolean>`(name_key like ${text} escape '!' or lower(email) like ${text} escape '!')`;
      if (find.trim() !== '') query = query.where(holds);
      const found = await query.limit(limit + 1).execute();
      const page = found.slice(0, limit);
      const next = found.length > limit ? page.at(-1)!.name : null;
      return { users: rows.filterValid('users', page).map(toUser), next };
    },

    /** False: the user is gone, has another address, or another account has confirmed this one. */
    confirmEmail: (id: string, email: string) =>
      database.write(async (trx) => {
        const key = identifierKey(email);
        const owner = await findRow(trx, 'users', { confirmed_email_key: key });
        if (owner !== undefined) return owner.id === id;
        const user = await userBy(trx, { id });
        // The address may have changed since the link was sent.
        if (user?.email == null || identifierKey(user.email) !== key) return false;
        await rows.update(trx, 'users', user, { email, confirmed_email_key: key });
        return true;
      }),

    /** Replaces the address. The new address is unconfirmed. */
    async setEmail(id: string, given: string) {
      const email = normalizeEmail(given);
      await database.write(async (trx) => {
        const user = await userBy(trx, { id });
        if (user !== undefined)
          await rows.update(trx, 'users', user, { email, confirmed_email_key: null });
      });
    },
  };
}

/** Call before writing a row of a user. @throws NotFound; PermissionDenied disabled */
export async function requireUser(trx: Kysely<Schema>, id: string): Promise<void> {
  const row = await findRow(trx, 'users', { id });
  if (row === undefined) throw accountGone();
  if (row.disabled !== null) throw new PermissionDenied('This account is disabled.');
}

function toUser(row: BoundRow<'users'>): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email ?? undefined,
    emailConfirmed: row.confirmed_email_key !== null,
    admin: row.admin === 1,
    position: positionOf(row),
    disabled: row.disabled !== null,
    classId: row.class_id,
    created: new Date(row.created),
  };
}

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
export function requireFactorLeft({ admin }: Pick<Schema['users'], 'admin'>, left: boolean): void {
  if (admin === 1 && !left)
    throw new PermissionDenied('Administrators must keep at least one second factor.');
}

/**
 * Ends sign-ins in progress when a second factor is removed. A face shown together with a second
 * factor stays valid for longer than a face that may set up a new factor.
 */
export const endSignIns = (trx: Transaction<Schema>, userId: string): Promise<number> =>
  deleteRows(trx, 'sign_ins', { user_id: userId });
