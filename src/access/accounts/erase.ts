/** Erases users: nothing that says who they were or what they did remains. */

import type { Kysely, Transaction } from 'kysely';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database, TransactionStep } from '../../storage/database.ts';
import { deleteRows, updateRows } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { revokeGrants } from '../oauth/records.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { identifierKey } from './check-user.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { ACCOUNTS, type User } from './user.ts';

interface EraseParts {
  readonly database: Database;
  readonly keyRing: Pick<KeyRing, 'rows'>;
}

interface Attempts {
  readonly limits: Pick<AttemptLimits, 'forget'>;
  readonly browsers: Pick<KnownBrowsers, 'allowances'>;
}

/** Erases all data of the user except the template, which is deleted before or with `eraseRows`. */
export async function eraseUser(
  { database }: Pick<EraseParts, 'database'>,
  attempts: Attempts,
  user: User,
): Promise<void> {
  await forgetAttempts(attempts, user);
  await database.write((trx) => eraseRows(trx, user));
  await database.scrub();
}

/** Forgets wrong attempts while the names that they were counted under are still known. */
export async function forgetAttempts({ limits, browsers }: Attempts, user: User): Promise<void> {
  const inBrowsers = await browsers.allowances(user.id);
  const ofUser = [
    ...(['user', 'code', 'enrolment', 'mail'] as const).map((by) => ({ by, value: user.id })),
    ...inBrowsers,
    ...inBrowsers.map(({ value }) => ({ by: 'mail-link', value }) as const),
  ];
  for (const limited of ofUser) await limits.forget(limited);
  for (const name of [user.name, user.email])
    for (const by of ['identifier', 'mail-link'] as const)
      if (name !== undefined) await limits.forget({ by, value: identifierKey(name) });
}

/** The tables listed here, by user. All other rows go with the user's own row. */
const OF_USER = [
  'user_totp',
  'user_passkeys',
  'user_recovery_codes',
  'known_browsers',
  'face_consents',
  'application_consents',
  'account_sessions',
  'account_links',
  'sign_ins',
] as const;

/** The rows of the user, as part of a larger erasure. */
export async function eraseRows(trx: Transaction<Schema>, user: User): Promise<void> {
  await revokeGrants(trx, user.id);
  for (const table of OF_USER) await deleteRows(trx, table, { user_id: user.id });
  await deleteRows(trx, 'users', { id: user.id });
  const ofUser = { client_id: ACCOUNTS.id, class_id: user.classId };
  await updateRows(trx, 'jobs', ofUser, { class_id: null });
}

/**
 * Erases users who registered before `date` and never enrolled a face. Returns how many.
 * @param enqueueErased what is told of it, in the same transaction, before the rows are gone
 */
export async function eraseAbandoned(
  parts: EraseParts,
  attempts: Attempts,
  find: (id: string) => Promise<User | undefined>,
  date: Date,
  enqueueErased: (user: User) => Promise<TransactionStep>,
): Promise<number> {
  let erased = 0;
  for (const id of await abandonedUsers(parts.database.db, date)) {
    const user = await find(id);
    if (user === undefined) continue;
    await forgetAttempts(attempts, user);
    const tell = await enqueueErased(user);
    const still = await parts.database.write(async (trx) => {
      // A listed user may have come back by a link since, and enrolled.
      if (!(await abandonedUsers(trx, date)).includes(id)) return false;
      await tell(trx);
      await eraseRows(trx, user);
      return true;
    });
    if (!still) continue;
    await eraseUser(parts, attempts, user);
    erased++;
  }
  return erased;
}

/** Users who registered before `date` and never enrolled a face; administrators stay. */
async function abandonedUsers(from: Kysely<Schema>, date: Date): Promise<readonly string[]> {
  const rows = await from
    .selectFrom('users')
    .select('users.id')
    .where('users.created', '<', date.toISOString())
    .where('users.admin', '=', 0)
    // A separate query, because templates may lie on other nodes than users.
    .where('users.class_id', 'not in', ({ selectFrom }) =>
      selectFrom('templates')
        .select('class_id')
        .where('storage', '=', ACCOUNTS.storage)
        .where('partition', '=', ACCOUNTS.partition),
    )
    // A link that only confirms an address leads nobody without a face back.
    .where('users.id', 'not in', ({ selectFrom }) =>
      selectFrom('account_links').select('user_id').where('purpose', '=', 'enrol'),
    )
    .where('users.id', 'not in', ({ selectFrom }) =>
      selectFrom('account_sessions').select('user_id'),
    )
    .execute();
  return rows.map(({ id }) => id);
}
