/** Attempts of task tokens: counted in SQL before any work begins, and how each of them ended. */
import { sql } from 'kysely';
import { bcidText } from '../bcid.ts';
import { PermissionDenied, RecordRefused } from '../errors.ts';
import type { KeyRing } from '../sealing/key-ring.ts';
import { createRowSeal } from '../sealing/row-seal.ts';
import type { Database } from '../storage/database.ts';
import type { TaskTokensTable } from '../storage/schema.ts';
import { requireRegistered } from './clients.ts';
import type { Task, TaskGrant } from './task-claims.ts';

/** How an attempt ended, for the application that requested the token. */
export interface Outcome {
  /** Operation that ran. */
  readonly operation: string;
  readonly jobId: string;
  readonly success: boolean;
  readonly errors: readonly { readonly errorCode: string; readonly message: string }[];
  /** Classes that were identified. */
  readonly classIds: readonly bigint[];
  readonly finished: Date;
}

/** The attempt of a token that counts: the first that succeeded, else the latest that has ended. */
export interface TokenResult extends Outcome {
  readonly tokenId: string;
  readonly task: Task;
  readonly bcid: string | null;
  /** From 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
}

export interface Attempts {
  /**
   * Counts an attempt, atomically across processes, and returns its number from 1.
   * @throws PermissionDenied they are used up; Unauthenticated the client is gone
   */
  begin(grant: TaskGrant): Promise<number>;
  /** Counts nothing. @throws PermissionDenied they are used up */
  requireLeft(grant: TaskGrant): Promise<void>;
  /** Keeps the outcome, unless the token has succeeded or a later attempt has failed already. */
  end(grant: TaskGrant, attempt: number, outcome: Outcome): Promise<void>;
  /** Of a token of that client; undefined: no attempt has ended, or there is no such token. */
  result(clientId: string, tokenId: string): Promise<TokenResult | undefined>;
  /** Counts an upload. @throws PermissionDenied there were too many; Unauthenticated as `begin` */
  countUpload(grant: TaskGrant): Promise<void>;
  /** Erases what is left of tokens that expired before `date`; returns how many. */
  eraseExpired(date: Date): Promise<number>;
}

/** Uploads for each attempt: a challenge takes up to 8 samples, some of which have to be taken again. */
const UPLOADS_PER_ATTEMPT = 24;

export function createAttempts(database: Database, { derive }: Pick<KeyRing, 'derive'>): Attempts {
  const seals = createRowSeal(derive);
  /** Of a result, which an application lets somebody in by. */
  const sealOf = (token_id: string, result_try: number, result: string) =>
    seals.of('task result', { token_id, result_try, result });

  /**
   * Adds one to the column unless that would be more than `most`. A row is made at the first use
   * of a token, so that tokens nobody uses leave nothing behind.
   */
  const count = (grant: TaskGrant, column: 'tries_used' | 'uploads', most: number) =>
    database.write(async (trx) => {
      await requireRegistered({ id: grant.clientId })(trx);
      const name = sql.ref(column);
      const { rows } = await sql<{ value: number }>`
        insert into task_tokens (token_id, client_id, expires, max_tries, tries_used, uploads)
        values (${grant.tokenId}, ${grant.clientId}, ${grant.expires.toISOString()},
          ${grant.maxAttempts}, ${column === 'tries_used' ? 1 : 0}, ${column === 'uploads' ? 1 : 0})
        on conflict (token_id) do update set ${name} = task_tokens.${name} + 1
        where task_tokens.${name} < ${most}
          and (task_tokens.tries_used < task_tokens.max_tries or task_tokens.begun is not null)
        returning ${name} as value`.execute(trx);
      return rows[0]?.value;
    });

  return {
    async begin(grant) {
      const attempt = await count(grant, 'tries_used', grant.maxAttempts);
      if (attempt === undefined) throw usedUp();
      return attempt;
    },

    async requireLeft({ tokenId, maxAttempts }) {
      const row = await database.db
        .selectFrom('task_tokens')
        .select(['tries_used', 'begun'])
        .where('token_id', '=', tokenId)
        .executeTakeFirst();
      // One that has begun, because its challenge was told, is still to be run.
      if (row !== undefined && row.begun === null && row.tries_used >= maxAttempts) throw usedUp();
    },

    async countUpload(grant) {
      const uploads = await count(grant, 'uploads', grant.maxAttempts * UPLOADS_PER_ATTEMPT);
      if (uploads === undefined)
        throw new PermissionDenied('The attempts or the uploads of this token are used up.');
    },

    async end(grant, attempt, outcome) {
      const result = encodeOutcome(grant, outcome);
      const seal = sealOf(grant.tokenId, attempt, result);
      await database.write(async (trx) => {
        const kept = await trx
          .selectFrom('task_tokens')
          .select(['result', 'result_try'])
          .where('token_id', '=', grant.tokenId)
          .executeTakeFirst();
        if (kept !== undefined && standsAgainst(kept, attempt, outcome)) return;
        await trx
          .updateTable('task_tokens')
          .set({ result, result_try: attempt, seal })
          .where('token_id', '=', grant.tokenId)
          .execute();
      });
    },

    async result(clientId, tokenId) {
      const row = await database.db
        .selectFrom('task_tokens')
        .select(['result', 'result_try', 'max_tries', 'seal'])
        .where('token_id', '=', tokenId)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      if (row === undefined || row.result === null || row.result_try === null) return undefined;
      const { result, result_try: attempt, max_tries: maxAttempts, seal } = row;
      const bound = { token_id: tokenId, result_try: attempt, result, seal };
      if (!seals.holds('task result', bound)) throw new RecordRefused(`task_tokens ${tokenId}`);
      return { ...decodeOutcome(result), tokenId, attempt, maxAttempts };
    },

    async eraseExpired(date) {
      const expired = await database.db
        .selectFrom('task_tokens')
        .select('token_id')
        .where('expires', '<', date.toISOString())
        .limit(1)
        .executeTakeFirst();
      if (expired === undefined) return 0;
      const { numDeletedRows } = await database.write((trx) =>
        trx
          .deleteFrom('task_tokens')
          .where('expires', '<', date.toISOString())
          .executeTakeFirstOrThrow(),
      );
      return Number(numDeletedRows);
    },
  };
}

const usedUp = () => new PermissionDenied('The attempts of this token are used up.');

/** A success stands; a failure stands against the failure of an earlier attempt. */
function standsAgainst(
  kept: Pick<TaskTokensTable, 'result' | 'result_try'>,
  attempt: number,
  { success }: Outcome,
): boolean {
  if (kept.result === null || kept.result_try === null) return false;
  return decodeOutcome(kept.result).success || (!success && kept.result_try > attempt);
}

/** What is kept of an attempt: its outcome, and what the token was for. */
type KeptOutcome = Omit<TokenResult, 'tokenId' | 'attempt' | 'maxAttempts'>;

/** JSON, in which class ids are text, because its numbers are not exact enough. */
function encodeOutcome({ task, bcid }: TaskGrant, outcome: Outcome): string {
  const classIds = outcome.classIds.map(String);
  return JSON.stringify({ task, bcid: bcid ? bcidText(bcid) : null, ...outcome, classIds });
}

function decodeOutcome(json: string): KeptOutcome {
  const { finished, classIds, ...rest } = JSON.parse(json);
  return { ...rest, classIds: classIds.map(BigInt), finished: new Date(finished) };
}
