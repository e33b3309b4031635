/** Erases users: nothing that says who they were or what they did remains. */
import type { Database } from '../../storage/database.ts';
import { revokeGrants } from '../oauth/records.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { identifierKey } from './check-user.ts';
import { ACCOUNTS, type User } from './user.ts';

/**
 * Erases the user with sessions, links, consents, grants, second factor and counted tries, and
 * takes the class out of the bookkeeping. The template is to be deleted before.
 */
export async function eraseUser(
  database: Database,
  limits: Pick<AttemptLimits, 'forget'>,
  user: User,
): Promise<void> {
  await limits.forget({ by: 'user', value: user.id });
  for (const name of [user.name, user.email])
    if (name !== undefined) await limits.forget({ by: 'identifier', value: identifierKey(name) });
  await database.write(async (trx) => {
    await revokeGrants(trx, user.id);
    await trx.deleteFrom('users').where('id', '=', user.id).execute();
    await trx
      .updateTable('jobs')
      .set({ class_id: null })
      .where('client_id', '=', ACCOUNTS.id)
      .where('class_id', '=', user.classId)
      .execute();
  });
  await database.scrub();
}

/** Users who registered before `date` and never enrolled a face; administrators are invited, not swept. */
export async function abandonedUsers(database: Database, date: Date): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom('users')
    .select('users.id')
    .where('users.created', '<', date.toISOString())
    .where('users.admin', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('templates')
            .select('class_id')
            .where('storage', '=', ACCOUNTS.storage)
            .where('partition', '=', ACCOUNTS.partition)
            .whereRef('templates.class_id', '=', 'users.class_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_links')
            .select('id')
            .whereRef('account_links.user_id', '=', 'users.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_sessions')
            .select('id')
            .whereRef('account_sessions.user_id', '=', 'users.id'),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
