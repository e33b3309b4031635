/** One-time links. They confirm an e-mail address, or let a user without a face enrol. */

import { DAY_MS } from '../../durations.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import { deleteRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { hashToken, newToken } from '../one-time.ts';
import { requireUser } from './users.ts';

export type LinkPurpose = Schema['account_links']['purpose'];

const LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  'confirm-email': DAY_MS,
  enrol: 7 * DAY_MS,
};

export function createAccountLinks(database: Database, { rows }: Pick<KeyRing, 'rows'>) {
  return {
    /** Returns the token and its expiry. `email` is the address to confirm. @throws NotFound */
    async create(userId: string, purpose: LinkPurpose, email?: string) {
      const token = newToken();
      const expires = new Date(Date.now() + LIFE_MS[purpose]);
      await database.write(async (trx) => {
        await requireUser(trx, userId);
        // A newer link replaces the older one.
        await deleteRows(trx, 'account_links', { user_id: userId, purpose });
        await rows.insert(trx, 'account_links', {
          id: hashToken(token),
          user_id: userId,
          purpose,
          email: email ?? null,
          expires: expires.toISOString(),
        });
      });
      return { token, expires };
    },

    /** Redeems the link. Undefined: it does not exist, has expired or was used. */
    redeem: (token: string) =>
      database.write(async (trx) => {
        const found = await findRow(trx, 'account_links', { id: hashToken(token) });
        if (found === undefined || found.expires <= new Date().toISOString()) return undefined;
        const row = rows.findValid('account_links', found);
        if (row === undefined) return undefined;
        await deleteRows(trx, 'account_links', { id: row.id });
        return { userId: row.user_id, purpose: row.purpose, email: row.email ?? undefined };
      }),
  };
}
