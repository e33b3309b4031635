/** Attempts of task tokens, counted in SQL before any work begins, and their outcomes. */

import { createHash, createHmac, createSecretKey } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { bcidText } from '../../bcid.ts';
import { Aborted, type ErrorCode, PermissionDenied } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import { deleteWhere } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { requireRegistered } from '../clients/clients.ts';
import { usedUp } from './no-attempt.ts';
import { packed, type Sample } from './sample.ts';
import type { Task, TaskGrant } from './task-claims.ts';
import { type CountedGrant, firstUse, tokenRows } from './token-rows.ts';

/** The end of an attempt, for the application that requested the token. */
export interface Outcome {
  /** The operation that ran. */
  readonly operation: string;
  readonly jobId: string;
  readonly success: boolean;
  readonly errors: readonly { readonly errorCode: string; readonly message: string }[];
  /** Identified classes. */
  readonly classIds: readonly bigint[];
  readonly finished: Date;
}

/** The end of the last attempt, for callers who lost the answer. */
export interface Answered extends Pick<Outcome, 'success' | 'errors'> {
  /** From 1. */
  readonly attempt: number;
}

/** The attempt that counts for a token: the first success, or else the latest to end. */
export interface TokenResult extends Outcome {
  readonly tokenId: string;
  readonly task: Task;
  readonly bcid: string | null;
  /** From 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
}

/** Uploads for each attempt: a challenge takes up to 8 samples, and some are taken again. */
const UPLOADS_PER_ATTEMPT = 24;

/** Errors for which the samples are not to blame. The task may run again with the same samples. */
const PASSING: ReadonlySet<string> = new Set<ErrorCode>([
  'Cancelled',
  'DeadlineExceeded',
  'ResourceExhausted',
  'Aborted',
  'Internal',
  'Unavailable',
]);

export function createAttempts(
  database: Database,
  { derive, rows }: Pick<KeyRing, 'derive' | 'rows'>,
) {
  const rowOf = tokenRows(rows);
  const sampleKey = createSecretKey(derive('task samples'));
  /** Keyed, so that it does not reveal the images. */
  const digestOf = (samples: readonly Sample[]): string => {
    const digest = createHmac('sha256', sampleKey);
    for (const { bytes, tags } of samples.map(packed))
      digest.update(createHash('sha256').update(bytes).digest()).update(tags);
    return digest.digest('hex');
  };
  /** Adds one to the column, up to `most`. */
  const count = async (
    trx: Transaction<Schema>,
    grant: TaskGrant,
    column: 'attempts_used' | 'uploads',
    most: number,
  ) => {
    await requireRegistered({ id: grant.clientId })(trx);
    const row = await rowOf(trx, grant.tokenId);
    if (row === undefined) {
      const used = { attempts_used: 0, uploads: 0, [column]: 1 };
      await rows.insert(trx, 'task_tokens', { ...firstUse(grant), ...used });
      return 1;
    }
    const left = row.attempts_used < row.max_attempts || row.begun !== null;
    if (!left || row[column] >= most) return undefined;
    const change = { [column]: row[column] + 1 };
    await rows.update(trx, 'task_tokens', row, change);
    return change[column];
  };

  const keptOf = async (reader: Kysely<Schema>, tokenId: string) => {
    const row = await rowOf(reader, tokenId);
    if (row === undefined || row.result === null || row.result_attempt === null)
      return { row, kept: undefined };
    return { row, kept: { ...decodeOutcome(row.result), attempt: row.result_attempt } };
  };

  return {
    /**
     * Counts an attempt and returns its number, from 1. Undefined: none are left.
     * @throws Unauthenticated the client is gone
     */
    begin: (trx: Transaction<Schema>, grant: TaskGrant) =>
      count(trx, grant, 'attempts_used', grant.maxAttempts),

    /** Counts nothing. @throws PermissionDenied no attempts are left */
    async requireLeft({ tokenId, maxAttempts }: TaskGrant) {
      const row = await rowOf(database.db, tokenId);
      // An attempt with a told challenge has begun, and may still run.
      if (row !== undefined && row.begun === null && row.attempts_used >= maxAttempts)
        throw usedUp();
    },

    /** Counts an upload. @throws PermissionDenied there were too many; Unauthenticated */
    async countUpload(grant: TaskGrant) {
      const most = grant.maxAttempts * UPLOADS_PER_ATTEMPT;
      const uploads = await database.write((trx) => count(trx, grant, 'uploads', most));
      if (uploads === undefined)
        throw new PermissionDenied('The attempts or the uploads of this token are used up.');
    },

    /**
     * Stores the outcome for callers who ask again. It becomes the result unless the token has
     * succeeded or a later attempt has failed.
     * @param samples the uploaded samples it ran on
     */
    async end(grant: TaskGrant, attempt: number, outcome: Outcome, samples?: readonly Sample[]) {
      const { tokenId } = grant;
      const { success, errors } = outcome;
      const passing = errors.some(({ errorCode }) => PASSING.has(errorCode));
      const ran = samples === undefined || passing ? {} : { samples: digestOf(samples) };
      const latest = { attempt, success, errors, ...ran };
      await database.write(async (trx) => {
        const { row, kept } = await keptOf(trx, tokenId);
        if (row === undefined) return;
        const stands = kept !== undefined && standsAgainst(kept, attempt, outcome);
        if (stands && kept.latest.attempt > attempt) return;
        const result_attempt = stands ? kept.attempt : attempt;
        const result = encodeOutcome(grant, stands ? kept : outcome, latest);
        await rows.update(trx, 'task_tokens', row, { result, result_attempt });
      });
    },

    /**
     * The end of the last attempt, if it ran on these samples, or on uploaded samples with none
     * uploaded since. @throws Aborted no samples were uploaded, and the attempt still runs
     */
    async answered(trx: Transaction<Schema>, { tokenId }: TaskGrant, samples: readonly Sample[]) {
      const { row, kept } = await keptOf(trx, tokenId);
      if (
        samples.length === 0 &&
        row?.begun === null &&
        row.attempts_used > (kept?.latest.attempt ?? 0)
      )
        throw new Aborted('The task is running: ask again, or upload new samples.');
      if (kept?.latest.samples === undefined) return undefined;
      const { samples: digest, ...answer } = kept.latest;
      return samples.length === 0 || digest === digestOf(samples) ? answer : undefined;
    },

    /** Result of a token of that client. Undefined: no attempt has ended, or no such token. */
    async result(clientId: string, tokenId: string) {
      const { row, kept } = await keptOf(database.db, tokenId);
      if (row?.client_id !== clientId || kept === undefined) return undefined;
      const { latest: _, ...result } = kept;
      return { ...result, tokenId, maxAttempts: row.max_attempts };
    },

    /** Number of attempts begun with the token. */
    async used(tokenId: string) {
      return (await rowOf(database.db, tokenId))?.attempts_used ?? 0;
    },

    /** Leaves no attempts, not even one whose challenge was told. */
    async useUp(trx: Transaction<Schema>, grant: CountedGrant) {
      const row = await rowOf(trx, grant.tokenId);
      const used = { attempts_used: grant.maxAttempts, begun: null };
      if (row !== undefined) await rows.update(trx, 'task_tokens', row, used);
      else if (grant.expires > new Date())
        await rows.insert(trx, 'task_tokens', { ...firstUse(grant), ...used });
    },

    /** Erases the rows of tokens that expired before `date`. Returns how many. */
    async eraseExpired(date: Date) {
      const expired = await database.db
        .selectFrom('task_tokens')
        .select('token_id')
        .where('expires', '<', date.toISOString())
        .limit(1)
        .executeTakeFirst();
      if (expired === undefined) return 0;
      return database.write((trx) =>
        deleteWhere(trx, 'task_tokens', sql`expires <= ${date.toISOString()}`),
      );
    },
  };
}

/** A success stands. A failure gives way to the failure of a later attempt. */
const standsAgainst = (
  kept: Pick<TokenResult, 'success' | 'attempt'>,
  attempt: number,
  { success }: Outcome,
): boolean => kept.success || (!success && kept.attempt > attempt);

/** The stored outcome: the attempt that counts, the token's purpose, the last attempt's end. */
interface KeptOutcome extends Omit<TokenResult, 'tokenId' | 'attempt' | 'maxAttempts'> {
  readonly latest: Answered & { readonly samples?: string };
}

/** JSON with class ids as text, because its numbers are not exact enough. */
function encodeOutcome(
  { task, bcid }: TaskGrant,
  { operation, jobId, success, errors, classIds: ids, finished }: Outcome,
  latest: KeptOutcome['latest'],
): string {
  const outcome = { operation, jobId, success, errors, classIds: ids.map(String), finished };
  return JSON.stringify({ task, bcid: bcid ? bcidText(bcid) : null, ...outcome, latest });
}

function decodeOutcome(json: string): KeptOutcome {
  const { finished, classIds, ...rest } = JSON.parse(json);
  return { ...rest, classIds: classIds.map(BigInt), finished: new Date(finished) };
}
