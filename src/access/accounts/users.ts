/** Users in SQL. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { InvalidArgument } from '../../errors.ts';
import type { UsersTable } from '../../storage/account-tables.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { checkEmail, checkName, identifierKey } from './check-user.ts';
import type { User, UserRegistry } from './user.ts';

/** Class ids are random, so that they say nothing about when or after whom somebody came. */
const newClassId = (): bigint => BigInt(randomInt(1, 2 ** 47)) * 64n + BigInt(randomInt(64));

export function createUserRegistry(database: Database): UserRegistry {
  const { db } = database;
  return {
    async create({ name, email, admin = false }) {
      checkName(name);
      if (email !== undefined) checkEmail(email);
      return database.write(async (trx) => {
        const name_key = identifierKey(name);
        if ((await userBy(trx, 'name_key', name_key)) !== undefined)
          throw new InvalidArgument('name: is taken');
        const row: UsersTable = {
          id: randomUUID(),
          name,
          name_key,
          email: email ?? null,
          confirmed_email_key: null,
          admin: admin ? 1 : 0,
          class_id: newClassId(),
          created: new Date().toISOString(),
        };
        await trx.insertInto('users').values(row).execute();
        return toUser(row);
      });
    },

    async find(id) {
      const row = await userBy(db, 'id', id);
      return row && toUser(row);
    },

    async findByIdentifier(identifier) {
      const key = identifierKey(identifier);
      const column = key.includes('@') ? 'confirmed_email_key' : 'name_key';
      const row = await userBy(db, column, key);
      return row && toUser(row);
    },

    async list() {
      const rows = await db.selectFrom('users').selectAll().orderBy('name_key').execute();
      return rows.map(toUser);
    },

    confirmEmail: (id, email) =>
      database.write(async (trx) => {
        const key = identifierKey(email);
        const owner = await userBy(trx, 'confirmed_email_key', key);
        if (owner !== undefined) return owner.id === id;
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({ email, confirmed_email_key: key })
          .where('id', '=', id)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    async setEmail(id, email) {
      checkEmail(email);
      await database.write((trx) =>
        trx
          .updateTable('users')
          .set({ email, confirmed_email_key: null })
          .where('id', '=', id)
          .execute(),
      );
    },

    resign: (id) =>
      database.write(async (trx) => {
        const administrators = await trx
          .selectFrom('users')
          .select('id')
          .where('admin', '=', 1)
          .execute();
        const others = administrators.filter((administrator) => administrator.id !== id);
        if (others.length === 0 && administrators.length > 0) return false;
        await trx.updateTable('users').set({ admin: 0 }).where('id', '=', id).execute();
        return true;
      }),
  };
}

function userBy(
  from: Kysely<Schema>,
  column: 'id' | 'name_key' | 'confirmed_email_key',
  value: string,
): Promise<UsersTable | undefined> {
  return from.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
}

function toUser(row: UsersTable): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email ?? undefined,
    emailConfirmed: row.confirmed_email_key !== null,
    admin: row.admin === 1,
    classId: row.class_id,
    created: new Date(row.created),
  };
}
