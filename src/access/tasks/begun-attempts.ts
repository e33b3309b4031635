/** Attempts whose challenge was told and that wait for their task. */

import type { Transaction } from 'kysely';
import { MINUTE_MS } from '../../durations.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { requireRegistered } from '../clients/clients.ts';
import { usedUp } from './no-attempt.ts';
import type { TaskGrant } from './task-claims.ts';
import { firstUse, tokenRows } from './token-rows.ts';

/** Time for seven turns of the head and their upload, but too short to fabricate images. */
export const ANSWER_WITHIN_MS = 2 * MINUTE_MS;

export function createBegunAttempts(database: Database, { rows }: Pick<KeyRing, 'rows'>) {
  const rowOf = tokenRows(rows);
  const isWaiting = (begun: string | null): begun is string =>
    begun !== null && Date.parse(begun) > Date.now() - ANSWER_WITHIN_MS;
  return {
    /**
     * Counts an attempt and lets it wait, or finds the waiting attempt. Asking again costs nothing
     * and reveals nothing new. The task has to run before `until`.
     * @throws PermissionDenied no attempts are left; Unauthenticated the client is gone
     */
    begin: (grant: TaskGrant) =>
      database.write(async (trx) => {
        await requireRegistered({ id: grant.clientId })(trx);
        const now = new Date();
        const begun = now.toISOString();
        const row = await rowOf(trx, grant.tokenId);
        if (row !== undefined && isWaiting(row.begun)) {
          const until = untilOf(grant, new Date(row.begun));
          return { number: row.attempts_used, until, isNew: false };
        }
        const number = (row?.attempts_used ?? 0) + 1;
        if (number > (row?.max_attempts ?? grant.maxAttempts)) throw usedUp();
        const change = { attempts_used: number, begun };
        await (row === undefined
          ? rows.insert(trx, 'task_tokens', { ...firstUse(grant), ...change })
          : rows.update(trx, 'task_tokens', row, change));
        return { number, until: untilOf(grant, now), isNew: true };
      }),

    /** The number of the waiting attempt, which now runs. Undefined: none waits. */
    async run(trx: Transaction<Schema>, { tokenId }: TaskGrant) {
      const row = await rowOf(trx, tokenId);
      if (row === undefined || !isWaiting(row.begun)) return undefined;
      await rows.update(trx, 'task_tokens', row, { begun: null });
      return row.attempts_used;
    },
  };
}

const untilOf = ({ expires }: TaskGrant, begun: Date): Date =>
  new Date(Math.min(begun.getTime() + ANSWER_WITHIN_MS, expires.getTime()));
