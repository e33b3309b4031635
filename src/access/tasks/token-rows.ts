/** The row of a task token, made at its first use. Unused tokens leave nothing behind. */
import type { Kysely } from 'kysely';
import type { KeyRing } from '../../sealing/keys.ts';
import { findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import type { TaskGrant } from './task-claims.ts';

/** What is kept of a grant, to count its attempts. */
export type CountedGrant = Pick<TaskGrant, 'tokenId' | 'clientId' | 'expires' | 'maxAttempts'>;

/** The row of a token. Undefined: it was never used. @throws RecordRefused */
export const tokenRows =
  (rows: KeyRing['rows']) => async (from: Kysely<Schema>, tokenId: string) => {
    const row = await findRow(from, 'task_tokens', { token_id: tokenId });
    return row && rows.requireValid('task_tokens', row);
  };

/** The row of an unused token. */
export const firstUse = ({ tokenId, clientId, expires, maxAttempts }: CountedGrant) => ({
  token_id: tokenId,
  client_id: clientId,
  expires: expires.toISOString(),
  max_attempts: maxAttempts,
  attempts_used: 0,
  uploads: 0,
  begun: null,
  result_attempt: null,
  result: null,
});
