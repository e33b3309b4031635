/** Known browsers have their own attempts, which strangers cannot use up (OWASP device cookies). */

import { ago, DAY_MS } from '../../durations.ts';
import type { Database } from '../../storage/database.ts';
import { deleteRows, putRow } from '../../storage/rows.ts';
import { hashToken, newToken } from '../one-time.ts';
import type { Limited } from './attempt-limits.ts';

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

const YEAR_MS = 365 * DAY_MS;
/** Most browsers remembered for a user. A further browser replaces the least recently used. */
const MOST_BROWSERS = 10;

/** Browsers last used at this time or earlier are forgotten. */
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
    /** Scope of the user's attempts in that browser. Undefined: the browser is unknown. */
    async allowance(userId: string, token: string | undefined) {
      const id = hashToken(token ?? '');
      const row = await known(database.db, id).where('user_id', '=', userId).executeTakeFirst();
      return row && allowanceOf(userId, row.id);
    },

    /** Remembers the browser after a sign-in. Returns the token for the browser to keep. */
    remember(userId: string, token: string | undefined) {
      const another = newToken();
      return database.write(async (trx) => {
        // An attacker may have planted this token, so it is not reused.
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

    /** Scopes of the attempts in all browsers of the user. */
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
