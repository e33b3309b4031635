/** Stores liveness sessions: sealed rows that end once, and are erased at their deadline. */
import type { Kysely } from 'kysely';
import { noneIf } from '../../errors.ts';
import { SealBroken } from '../../sealing/key-ring.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import { bindingOf } from '../../sealing/sealed-tables.ts';
import type { Database, TransactionStep } from '../../storage/database.ts';
import { deleteRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { createReceipts } from '../accounts/receipts.ts';
import type { Client } from '../clients/client.ts';
import { requireRegistered } from '../clients/clients.ts';
import type { TaskTokens } from '../tasks/task-tokens.ts';
import { requireWaitingRoom } from '../waiting-bytes.ts';
import { createResults } from './results.ts';
import { fromBody, type LivenessSession, type SessionEnding, toBody } from './session.ts';

export interface LivenessSessionParts {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly taskTokens: Pick<TaskTokens, 'issue' | 'attemptsUsed' | 'useUp'>;
  /** Address of the service; no trailing slash. */
  readonly publicUrl: () => string;
}

export type LivenessSessions = ReturnType<typeof createLivenessSessions>;

export function createLivenessSessions(parts: LivenessSessionParts) {
  const { database, keyRing, taskTokens, publicUrl } = parts;
  const { rows } = keyRing;

  const opened = async (
    from: Kysely<Schema>,
    row: Schema['liveness_sessions'],
  ): Promise<LivenessSession | undefined> => {
    const bytes = await keyRing
      .open(from, bindingOf('liveness_sessions', row), row)
      .catch(noneIf(SealBroken));
    return (
      bytes && {
        ...fromBody(bytes),
        id: row.id,
        clientId: row.client_id,
        created: new Date(row.created),
        expires: new Date(row.expires),
        readableUntil: new Date(row.readable_until),
        ...(row.ended !== null && { ended: row.ended }),
      }
    );
  };
  const inForce = async (from: Kysely<Schema>, id: string) => {
    const found = await findRow(from, 'liveness_sessions', { id });
    return found && rows.findValid('liveness_sessions', found);
  };

  return {
    publicUrl,
    taskTokens,
    results: createResults(database, keyRing, publicUrl),
    receipts: createReceipts(database, keyRing, publicUrl),

    /** @throws Unauthenticated the client is gone; ResourceExhausted its sessions fill its room */
    async create(session: LivenessSession, client: Pick<Client, 'id' | 'created'>) {
      const row = {
        id: session.id,
        client_id: session.clientId,
        created: session.created.toISOString(),
        expires: session.expires.toISOString(),
        readable_until: session.readableUntil.toISOString(),
        ended: null,
      };
      await database.write(async (trx) => {
        await requireRegistered(client)(trx);
        const body = toBody(session);
        await requireWaitingRoom(trx, client.id, body.length);
        const sealed = (await keyRing.sealer(trx)).seal(bindingOf('liveness_sessions', row), body);
        await rows.insert(trx, 'liveness_sessions', { ...row, ...sealed });
      });
    },

    /** Undefined: no such session, or its deadline has passed. */
    async find(id: string, now = new Date()) {
      const row = await inForce(database.db, id);
      if (row === undefined || row.readable_until <= now.toISOString()) return undefined;
      return opened(database.db, row);
    },

    /**
     * Ends the session once, and erases the reference photo. Returns false, and does nothing, if
     * the session has ended, expired or been erased before.
     * @param options.expired ends only an expired one
     */
    async end(id: string, ending: SessionEnding, step: TransactionStep, { expired = false } = {}) {
      const ended = await database.write(async (trx) => {
        const row = await inForce(trx, id);
        const session = row && (await opened(trx, row));
        if (row === undefined || session === undefined) return false;
        const isExpired = row.expires <= new Date().toISOString();
        if (row.ended !== null || isExpired !== expired) return false;
        const match = session.match?.with === 'photo' ? undefined : session.match;
        const body = toBody({ ...session, ...ending, match });
        const sealed = (await keyRing.sealer(trx)).seal(bindingOf('liveness_sessions', row), body);
        const change = { ended: ending.ended, ...sealed };
        await rows.update(trx, 'liveness_sessions', row, change);
        await step(trx);
        return true;
      });
      if (ended) await database.scrub();
      return ended;
    },

    /** With the samples of its token, which is used up. Returns false if there was none. */
    async erase(id: string, step: TransactionStep) {
      const erased = await database.write(async (trx) => {
        const row = await inForce(trx, id);
        const session = row && (await opened(trx, row));
        const number = await deleteRows(trx, 'liveness_sessions', { id });
        if (number === 0) return false;
        if (session !== undefined) await taskTokens.useUp(trx, { ...session, tokenId: id });
        await step(trx);
        return true;
      });
      if (erased) await database.scrub();
      return erased;
    },

    /** Ids of expired sessions that never ended, although no attempt is left. */
    async brokenOff(most: number, now = new Date()): Promise<readonly string[]> {
      const rows = await database.db
        .selectFrom('liveness_sessions')
        .innerJoin('task_tokens', 'task_tokens.token_id', 'liveness_sessions.id')
        .select('id')
        .where('ended', 'is', null)
        .where('liveness_sessions.expires', '<=', now.toISOString())
        .where('readable_until', '>', now.toISOString())
        .whereRef('attempts_used', '>=', 'max_attempts')
        .limit(most)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Sessions past their deadline, oldest first. */
    async overdue(most: number, now = new Date()) {
      const due = await database.db
        .selectFrom('liveness_sessions')
        .select(['id', 'client_id as clientId', 'created', 'ended'])
        .where('readable_until', '<=', now.toISOString())
        .orderBy('readable_until')
        .limit(most)
        .execute();
      return due;
    },
  };
}
