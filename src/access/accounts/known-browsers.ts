/**
 * Known browsers have attempts of their own, which strangers cannot use up (OWASP device cookies).
 */

import { ago, DAY_MS } from '../../durations.ts';
import type { Database } from '../../storage/database.ts';
import { deleteRows, putRow } from '../../storage/rows.ts';
import { hashToken, newToken } from '../one-time.ts';
import type { Limited } from './attempt-limits.ts';

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

const YEAR_MS = 365 * DAY_MS;
/** Of one user; a further one takes the place of that which was used least lately. */
const MOST_BROWSERS = 10;

/** Browsers that were last used then, or before, are not known any more. */
export const forgottenUntil = (now: Date): Date => ago(now, YEAR_MS);

const allowanceOf = (userId: string, id: string): Limited => ({
  by: 'browser',
  value: `${userId} ${id}`,
});

export function createKnownBrowsers(database: Database) {
  const known = (from: Pick<Database['db'], 'selectFrom'>, id: string) =>
    from
      .selectFrom('known_browsers')
      .select('id')
      .where('id', '=', id)
      .where('last_used', '>', forgottenUntil(new Date()).toISOString());
  return {
    /** What attempts of the user in that browser count for; undefined: it is not known for them. */
    async allowance(userId: string, token: string | undefined) {
      const id = hashToken(token ?? '');
      const row = await known(database.db, id).where('user_id', '=', userId).executeTakeFirst();
      return row && allowanceOf(userId, row.id);
    },

    /** The user signed in there; returns the token that the browser is to keep. */
    remember(userId: string, token: string | undefined) {
      const another = newToken();
      return database.write(async (trx) => {
        // A token that an attacker may have put there is not taken over.
        const kept =
          token !== undefined && (await known(trx, hashToken(token)).executeTakeFirst())
            ? token
            : another;
        const key = { user_id: userId, id: hashToken(kept) };
        await putRow(trx, 'known_browsers', key, { last_used: new Date().toISOString() });
        const browsers = await trx
          .selectFrom('known_browsers')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('last_used', 'desc')
          .execute();
        for (const { id } of browsers.slice(MOST_BROWSERS))
          await deleteRows(trx, 'known_browsers', { user_id: userId, id });
        return kept;
      });
    },

    /** What attempts in all browsers of the user count for. */
    async allowances(userId: string) {
      const rows = await database.db
        .selectFrom('known_browsers')
        .select('id')
        .where('user_id', '=', userId)
        .execute();
      return rows.map(({ id }) => allowanceOf(userId, id));
    },
  };
}
