/** Uploaded samples: sealed rows that wait for their token's task, which erases them. */

import type { Kysely, Transaction } from 'kysely';
import { InvalidArgument, Unauthenticated } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import { bindingOf } from '../../sealing/sealed-tables.ts';
import type { Database } from '../../storage/database.ts';
import { deleteRows, insertRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { requireWaitingRoom } from '../waiting-bytes.ts';
import { MOST_DIRECTIONS } from './challenges.ts';
import { usedUp } from './no-attempt.ts';
import { isSame, packed, type Sample, unpacked, withEvidenceOf } from './sample.ts';
import type { TaskGrant } from './task-claims.ts';
import { tokenRows } from './token-rows.ts';

/** The longest challenge takes one sample more than it has directions. */
export const MOST_SAMPLES = MOST_DIRECTIONS + 1;
const MOST_BYTES = 32 * 1024 * 1024;

export function createSamples(database: Database, keyRing: KeyRing) {
  const waitingOf = async (reader: Kysely<Schema>, tokenId: string) => {
    const rows = await reader
      .selectFrom('task_samples')
      .selectAll()
      .where('token_id', '=', tokenId)
      .orderBy('sample_index')
      .execute();
    const samples: (Sample & { readonly index: number })[] = [];
    for (const row of rows) {
      const bytes = await keyRing.open(reader, bindingOf('task_samples', row), row);
      samples.push({ ...unpacked(row.tags, bytes), index: row.sample_index });
    }
    return samples;
  };

  const put = async (
    trx: Transaction<Schema>,
    { tokenId, clientId }: TaskGrant,
    sample: Sample,
    index: number | undefined,
  ) => {
    await requireAttemptsLeft(trx, keyRing.rows, tokenId);
    const { bytes, tags } = packed(sample);
    const waiting = await trx
      .selectFrom('task_samples')
      .select(['sample_index', 'size'])
      .where('token_id', '=', tokenId)
      .execute();
    const next = Math.max(-1, ...waiting.map((row) => row.sample_index)) + 1;
    const position = index ?? next;
    if (position >= MOST_SAMPLES)
      throw new InvalidArgument(`index: at most ${MOST_SAMPLES} samples can wait for a task`);
    const others = waiting.filter((row) => row.sample_index !== position);
    const size = bytes.length;
    if (others.reduce((sum, row) => sum + row.size, size) > MOST_BYTES)
      throw new InvalidArgument(
        `image: the samples of a token together are larger than ${MOST_BYTES / 1024 / 1024} MB`,
      );
    await requireWaitingRoom(trx, clientId, size);
    const key = { token_id: tokenId, sample_index: position, tags };
    const sealed = (await keyRing.sealer(trx)).seal(bindingOf('task_samples', key), bytes);
    await deleteRows(trx, 'task_samples', { token_id: tokenId, sample_index: position });
    await insertRow(trx, 'task_samples', { ...key, size, ...sealed });
  };

  return {
    /**
     * Stores the sample until the task takes it or the token expires. The upload is already
     * counted.
     * @param index position whose sample it replaces; undefined: after the last
     * @param refused whether not to store it, decided in the same transaction
     * @returns whether it was stored
     * @throws PermissionDenied no attempts are left; Unauthenticated the client is gone;
     *   InvalidArgument too many samples, or too large together; ResourceExhausted those of the
     *   client fill its room
     */
    add: (
      grant: TaskGrant,
      sample: Sample,
      index: number | undefined,
      refused: (trx: Transaction<Schema>) => Promise<boolean>,
    ) =>
      database.write(async (trx) => {
        if (await refused(trx)) return false;
        await put(trx, grant, sample, index);
        return true;
      }),

    /**
     * Whether the image already waits, at that position or, without `index`, at any. What surrounds it
     * is then that of `sample`. Evidence against the camera remains. @throws as `add`
     */
    async renew(grant: TaskGrant, sample: Sample, index?: number) {
      const earlierIn = async (reader: Kysely<Schema>) =>
        (await waitingOf(reader, grant.tokenId)).find(
          (waiting) =>
            (index === undefined || waiting.index === index) &&
            Buffer.compare(waiting.bytes, sample.bytes) === 0,
        );
      // Usually it is new, and this check takes no lock.
      if ((await earlierIn(database.db)) === undefined) return false;
      return database.write(async (trx) => {
        const earlier = await earlierIn(trx);
        if (earlier === undefined) return false;
        const renewed = withEvidenceOf(earlier, sample);
        if (!isSame(earlier, renewed)) await put(trx, grant, renewed, earlier.index);
        return true;
      });
    },

    /**
     * Returns all samples in order and erases them, so that no caller gets them twice. The database
     * is scrubbed after the transaction.
     */
    async take(trx: Transaction<Schema>, { tokenId }: TaskGrant) {
      const taken = await waitingOf(trx, tokenId);
      await eraseSamples(trx, tokenId);
      return taken;
    },

    /** Erases samples whose token has expired. Returns how many. */
    async eraseExpired(now: Date) {
      const expired = (from: Kysely<Schema>) =>
        from
          .selectFrom('task_samples')
          .innerJoin('task_tokens', 'task_tokens.token_id', 'task_samples.token_id')
          .select('task_samples.token_id')
          .where('task_tokens.expires', '<=', now.toISOString());
      // Usually there are none, and this check takes no lock.
      if ((await expired(database.db).limit(1).execute()).length === 0) return 0;
      const { numDeletedRows } = await database.write((trx) =>
        trx
          .deleteFrom('task_samples')
          .where('token_id', 'in', expired(trx))
          .executeTakeFirstOrThrow(),
      );
      await database.scrub();
      return Number(numDeletedRows);
    },
  };
}

/** The database is scrubbed after the transaction. */
export const eraseSamples = (trx: Kysely<Schema>, tokenId: string) =>
  deleteRows(trx, 'task_samples', { token_id: tokenId });

/** Runs in the transaction that stores the sample. No task takes it after the last attempt. */
async function requireAttemptsLeft(
  trx: Kysely<Schema>,
  rows: KeyRing['rows'],
  tokenId: string,
): Promise<void> {
  const token = await tokenRows(rows)(trx, tokenId);
  if (token === undefined) throw new Unauthenticated('the client of the token was deleted');
  if (token.begun === null && token.attempts_used >= token.max_attempts) throw usedUp();
}
