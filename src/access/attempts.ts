/** Tries of task tokens: counted in SQL before any work begins, and how each of them ended. */
import { sql } from 'kysely';
import { PermissionDenied } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import { bcidText, type Task, type TaskGrant } from './task-claims.ts';

/** How a try ended, for the application that requested the token. */
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

/** The latest try of a token that has ended. */
export interface TokenResult extends Outcome {
  readonly tokenId: string;
  readonly task: Task;
  readonly bcid: string | null;
  /** From 1. */
  readonly attempt: number;
  readonly maxTries: number;
}

export interface Attempts {
  /**
   * Counts a try, atomically across processes, and returns its number from 1.
   * @throws PermissionDenied they are used up
   */
  begin(grant: TaskGrant): Promise<number>;
  /** Keeps the outcome unless a later try has ended already. */
  end(grant: TaskGrant, attempt: number, outcome: Outcome): Promise<void>;
  /** Of a token of that client; undefined: no try has ended, or there is no such token. */
  result(clientId: string, tokenId: string): Promise<TokenResult | undefined>;
  /** Counts an upload. @throws PermissionDenied there were too many */
  countUpload(grant: TaskGrant): Promise<void>;
  /** Erases what is left of tokens that expired before `date`; returns how many. */
  eraseExpired(date: Date): Promise<number>;
}

/** Uploads for each try: a challenge takes up to 8 samples, some of which have to be taken again. */
const UPLOADS_PER_TRY = 24;

export function createAttempts(database: Database): Attempts {
  /**
   * Adds one to the column unless that would be more than `most`. A row is made at the first use
   * of a token, so that tokens nobody uses leave nothing behind.
   */
  const count = (grant: TaskGrant, column: 'tries_used' | 'uploads', most: number) =>
    database.write(async (trx) => {
      const name = sql.ref(column);
      const { rows } = await sql<{ value: number }>`
        insert into task_tokens (token_id, client_id, expires, max_tries, tries_used, uploads)
        values (${grant.tokenId}, ${grant.clientId}, ${grant.expires.toISOString()},
          ${grant.maxTries}, ${column === 'tries_used' ? 1 : 0}, ${column === 'uploads' ? 1 : 0})
        on conflict (token_id) do update set ${name} = task_tokens.${name} + 1
        where task_tokens.${name} < ${most}
          and task_tokens.tries_used < task_tokens.max_tries
        returning ${name} as value`.execute(trx);
      return rows[0]?.value;
    });

  return {
    async begin(grant) {
      const attempt = await count(grant, 'tries_used', grant.maxTries);
      if (attempt === undefined) throw new PermissionDenied('The tries of this token are used up.');
      return attempt;
    },

    async countUpload(grant) {
      const uploads = await count(grant, 'uploads', grant.maxTries * UPLOADS_PER_TRY);
      if (uploads === undefined)
        throw new PermissionDenied('The tries or the uploads of this token are used up.');
    },

    async end(grant, attempt, outcome) {
      await database.write((trx) =>
        trx
          .updateTable('task_tokens')
          .set({ result: encodeOutcome(grant, outcome), result_try: attempt })
          .where('token_id', '=', grant.tokenId)
          .where((where) =>
            where.or([where('result_try', 'is', null), where('result_try', '<', attempt)]),
          )
          .execute(),
      );
    },

    async result(clientId, tokenId) {
      const row = await database.db
        .selectFrom('task_tokens')
        .select(['result', 'result_try', 'max_tries'])
        .where('token_id', '=', tokenId)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      if (row === undefined || row.result === null || row.result_try === null) return undefined;
      const { result, result_try: attempt, max_tries: maxTries } = row;
      return { ...decodeOutcome(result), tokenId, attempt, maxTries };
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

/** What is kept of a try: its outcome, and what the token was for. */
type KeptOutcome = Omit<TokenResult, 'tokenId' | 'attempt' | 'maxTries'>;

/** JSON, in which class ids are text, because its numbers are not exact enough. */
function encodeOutcome({ task, bcid }: TaskGrant, outcome: Outcome): string {
  const classIds = outcome.classIds.map(String);
  return JSON.stringify({ task, bcid: bcid ? bcidText(bcid) : null, ...outcome, classIds });
}

function decodeOutcome(json: string): KeptOutcome {
  const { finished, classIds, ...rest } = JSON.parse(json);
  return { ...rest, classIds: classIds.map(BigInt), finished: new Date(finished) };
}
