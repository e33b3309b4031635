/** Callbacks: what became of a call, sent to an address that it named, also after a restart. */
import type { Transaction } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { noneIf, ResourceExhausted } from '../errors.ts';
import { SealBroken } from '../sealing/key-ring.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { callbackBinding } from '../sealing/sealed-tables.ts';
import { requireClientRow } from '../storage/client-row.ts';
import type { Database } from '../storage/database.ts';
import { findRow, insertRow, updateRows } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import type { CallbacksTable } from '../storage/webhook-tables.ts';
import type { Destinations } from './destination.ts';
import type { Sender } from './send.ts';

/** What is posted, and where. */
export interface CallbackMessage {
  readonly url: string;
  readonly contentType: string;
  readonly body: string;
}

export type CallbackState = CallbacksTable['state'];

export interface CallbackParts {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly sender: Pick<Sender, 'send'>;
  readonly destinations: Pick<Destinations, 'check'>;
  readonly warn: (message: string) => void;
}

export type Callbacks = ReturnType<typeof createCallbacks>;

/** Milliseconds in which a result has to come; a process that has stopped brings none. */
export const RESULT_WITHIN = 10 * MINUTE_MS;
/** Milliseconds to wait after each failed attempt; after the last it is sent only on request. */
export const CALLBACK_DELAYS = [5_000, MINUTE_MS, 10 * MINUTE_MS] as const;
/** Callbacks of a client that may be open at a time. */
export const MOST_OPEN = 200;
/** Milliseconds for which an attempt belongs to its process: longer than any attempt takes. */
const CLAIM = MINUTE_MS;
/** Messages that a process sends for a client at a time. */
const BATCH = 8;
/** Milliseconds for which an ended callback can be asked for. */
const KEPT = DAY_MS;

const OPEN = ['running', 'owed', 'retried'] as const satisfies readonly CallbackState[];

const SENT: CallbackMessage = { url: '', contentType: '', body: '' };

export function createCallbacks(parts: CallbackParts) {
  const { database, keyRing, destinations, warn } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  /** Clients for which this process is sending. */
  const running = new Map<string, Promise<void>>();

  const sealed = async (trx: Transaction<Schema>, row: BoundKey, message: CallbackMessage) =>
    (await keyRing.sealer(trx)).seal(callbackBinding(row), Buffer.from(JSON.stringify(message)));

  const post = (id: string, bytes: Buffer) => {
    const { url, ...message } = JSON.parse(bytes.toString('utf8')) as CallbackMessage;
    return parts.sender.send({ url, secrets: [] }, { id, ...message }, signal);
  };

  const attempt = async (row: CallbacksTable): Promise<void> => {
    const { id, due_ms, attempts } = row;
    const bytes = await keyRing
      .open(database.db, callbackBinding(row), row)
      .catch(noneIf(SealBroken));
    if (bytes === undefined) warn(`Callback ${id} failed: its record was changed`);
    const { outcome } = bytes === undefined ? { outcome: 'gone' } : await post(id, bytes);
    const kept = BigInt(Date.parse(row.created) + KEPT);
    const delay = row.state === 'retried' ? undefined : CALLBACK_DELAYS[attempts];
    const next = (wait: number) => BigInt(Date.now() + wait);
    await database.write(async (trx) => {
      const change =
        outcome === 'taken'
          ? { state: 'taken' as const, due_ms: kept, ...(await sealed(trx, row, SENT)) }
          : outcome === 'aborted'
            ? { due_ms: next(0) }
            : outcome === 'gone' || delay === undefined
              ? { state: 'failed' as const, due_ms: kept }
              : { attempts: attempts + 1, due_ms: next(delay) };
      await updateRows(trx, 'callbacks', { id, due_ms }, change);
    });
  };

  const sendAll = async (clientId: string, now: number) => {
    for (let claimed = BATCH; claimed === BATCH && !signal.aborted; ) {
      const rows = await claim(database, clientId, now);
      claimed = rows.length;
      await Promise.all(rows.map(attempt));
    }
  };

  return {
    check: destinations.check,

    /**
     * From now on `failure` is owed, at its deadline, unless a result comes before.
     * @throws ResourceExhausted too many are open; NotFound the client is gone
     */
    async open(id: string, clientId: string, failure: CallbackMessage): Promise<void> {
      await database.write(async (trx) => {
        await requireClientRow(trx, clientId);
        const open = await trx
          .selectFrom('callbacks')
          .select('id')
          .where('client_id', '=', clientId)
          .where('state', 'in', OPEN)
          .limit(MOST_OPEN)
          .execute();
        if (open.length === MOST_OPEN)
          throw new ResourceExhausted(
            `${MOST_OPEN} callbacks of this client are open: wait until some are delivered.`,
            60,
          );
        const row = { id, client_id: clientId, created: new Date().toISOString() };
        await insertRow(trx, 'callbacks', {
          ...row,
          state: 'running',
          attempts: 0,
          due_ms: BigInt(Date.now() + RESULT_WITHIN),
          ...(await sealed(trx, row, failure)),
        });
      });
    },

    /** Owes the result at once. Does nothing where its deadline is over. */
    async settle(id: string, result: CallbackMessage): Promise<void> {
      await database.write(async (trx) => {
        const row = await findRow(trx, 'callbacks', { id, state: 'running' });
        if (row === undefined) return;
        const due_ms = BigInt(Date.now());
        const change = { state: 'owed' as const, due_ms, ...(await sealed(trx, row, result)) };
        await updateRows(trx, 'callbacks', { id, state: 'running' }, change);
      });
    },

    /** Undefined: the client has none of that id, or it has been erased. */
    async state(id: string, clientId: string): Promise<CallbackState | undefined> {
      return (await findRow(database.db, 'callbacks', { id, client_id: clientId }))?.state;
    },

    /** Sends the result once more, if there is one that was not taken. */
    async redeliver(id: string): Promise<void> {
      await database.write(async (trx) => {
        const change = { state: 'retried' as const, due_ms: BigInt(Date.now()) };
        await updateRows(trx, 'callbacks', { id, state: 'failed' }, change);
      });
    },

    /** Starts sending what is due. Returns soon, while it is sent. */
    async look(now = Date.now()): Promise<void> {
      if (signal.aborted) return;
      for (const clientId of await due(database, now)) {
        if (signal.aborted || running.has(clientId)) continue;
        const work = sendAll(clientId, now)
          .catch((error: unknown) => {
            if (!signal.aborted) warn(`Callbacks of ${clientId}: ${String(error)}`);
          })
          .finally(() => running.delete(clientId));
        running.set(clientId, work);
      }
    },

    /** Erases those that ended a day ago. */
    async sweep(now = Date.now()): Promise<void> {
      await database.write(async (trx) => {
        await trx
          .deleteFrom('callbacks')
          .where('state', 'in', ['taken', 'failed'])
          .where('due_ms', '<=', BigInt(now))
          .execute();
      });
    },

    /** Aborts what is being sent. Another process sends it. */
    async close(): Promise<void> {
      ending.abort();
      await Promise.all(running.values());
    },
  };
}

type BoundKey = Pick<CallbacksTable, 'id' | 'client_id' | 'created'>;

/** Clients with something to send, longest waiting first. */
async function due({ db }: Database, now: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('callbacks')
    .select('client_id')
    .where('state', 'in', OPEN)
    .where('due_ms', '<=', BigInt(now))
    .groupBy('client_id')
    .orderBy(({ fn }) => fn.min('due_ms'))
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** Compares and swaps the due time, so that each goes to only one process. What runs no more is owed. */
function claim(
  database: Database,
  clientId: string,
  now: number,
): Promise<readonly CallbacksTable[]> {
  return database.write(async (trx) => {
    const rows = await trx
      .selectFrom('callbacks')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('state', 'in', OPEN)
      .where('due_ms', '<=', BigInt(now))
      .orderBy('due_ms')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const claimed: CallbacksTable[] = [];
    for (const row of rows) {
      const change = {
        // Earlier batches may have taken as long as a claim lasts.
        due_ms: BigInt(Date.now() + CLAIM),
        state: row.state === 'running' ? ('owed' as const) : row.state,
      };
      const asRead = { id: row.id, due_ms: row.due_ms };
      if ((await updateRows(trx, 'callbacks', asRead, change)) === 1)
        claimed.push({ ...row, ...change });
    }
    return claimed;
  });
}
