/** Attempts that began when their challenge was told, and wait for the task to be run. */
import { sql } from 'kysely';
import { MINUTE_MS } from '../../durations.ts';
import { PermissionDenied } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import { requireRegistered } from '../clients/clients.ts';
import type { TaskGrant } from './task-claims.ts';
import { usedUp } from './used-up.ts';

/** Time for seven turns of the head and their upload, and too little to make pictures of them. */
export const ANSWER_WITHIN_MS = 2 * MINUTE_MS;

export function createBegunAttempts(database: Database) {
  const cutoff = () => new Date(Date.now() - ANSWER_WITHIN_MS).toISOString();
  return {
    /**
     * Counts an attempt and lets it wait, or finds the one that waits: asking again costs nothing
     * and tells nothing new. The task has to be run before `until`.
     * @throws PermissionDenied the attempts are used up; Unauthenticated the client is gone
     */
    begin: (grant: TaskGrant) =>
      database.write(async (trx) => {
        await requireRegistered({ id: grant.clientId })(trx);
        const now = new Date();
        const counted = await sql<{ number: number }>`
          insert into task_tokens (token_id, client_id, expires, max_attempts, attempts_used, uploads,
            begun)
          values (${grant.tokenId}, ${grant.clientId}, ${grant.expires.toISOString()},
            ${grant.maxAttempts}, 1, 0, ${now.toISOString()})
          on conflict (token_id) do update
            set attempts_used = task_tokens.attempts_used + 1, begun = excluded.begun
            where task_tokens.attempts_used < task_tokens.max_attempts
              and (task_tokens.begun is null or task_tokens.begun <= ${cutoff()})
          returning attempts_used as number`.execute(trx);
        const [fresh] = counted.rows;
        if (fresh !== undefined) return { ...fresh, until: untilOf(grant, now), isNew: true };
        const waiting = await trx
          .selectFrom('task_tokens')
          .select(['attempts_used', 'begun'])
          .where('token_id', '=', grant.tokenId)
          .where('begun', '>', cutoff())
          .executeTakeFirst();
        if (!waiting?.begun) throw usedUp();
        const until = untilOf(grant, new Date(waiting.begun));
        return { number: waiting.attempts_used, until, isNew: false };
      }),

    /** The number of the attempt that waits, run by this. @throws PermissionDenied none waits */
    async run({ tokenId }: TaskGrant) {
      const taken = await database.write((trx) =>
        trx
          .updateTable('task_tokens')
          .set({ begun: null })
          .where('token_id', '=', tokenId)
          .where('begun', '>', cutoff())
          .returning('attempts_used')
          .executeTakeFirst(),
      );
      if (taken === undefined)
        throw new PermissionDenied(
          'Ask for the challenge of this attempt first: none was told, or it has run out.',
        );
      return taken.attempts_used;
    },
  };
}

const untilOf = ({ expires }: TaskGrant, begun: Date): Date =>
  new Date(Math.min(begun.getTime() + ANSWER_WITHIN_MS, expires.getTime()));
