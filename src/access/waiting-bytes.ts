/** Bounds what a client makes the service keep until its tasks and sessions end. */
import { type Kysely, sql } from 'kysely';
import { ResourceExhausted } from '../errors.ts';
import type { Schema } from '../storage/schema.ts';

/** Bytes of the samples of a client's tokens and of its sessions, with their photos. */
export const MOST_WAITING_BYTES = 1024 * 1024 * 1024;
/** Seconds after which some tokens have expired. */
const RETRY_AFTER = 60;

/** Runs in the transaction that stores the bytes. @throws ResourceExhausted there is no room */
export async function requireWaitingRoom(
  trx: Kysely<Schema>,
  clientId: string,
  bytes: number,
): Promise<void> {
  const { samples } = await trx
    .selectFrom('task_samples')
    .innerJoin('task_tokens', 'task_tokens.token_id', 'task_samples.token_id')
    .where('client_id', '=', clientId)
    .select(({ fn }) => fn.sum('size').as('samples'))
    .executeTakeFirstOrThrow();
  const { sessions } = await trx
    .selectFrom('liveness_sessions')
    .where('client_id', '=', clientId)
    .select(sql<unknown>`sum(octet_length(body))`.as('sessions'))
    .executeTakeFirstOrThrow();
  if (Number(samples ?? 0) + Number(sessions ?? 0) + bytes <= MOST_WAITING_BYTES) return;
  throw new ResourceExhausted(
    `Samples and photos of client ${clientId} that wait fill the ${MOST_WAITING_BYTES / 1024 / 1024} MB for them; ` +
      'run the tasks, erase sessions, or wait until they expire.',
    RETRY_AFTER,
  );
}
