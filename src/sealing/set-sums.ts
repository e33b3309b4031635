/**
 * The sum of a set of rows: the exclusive or of a keyed hash of each, encrypted, with a count of
 * changes. A missing, added or restored row gives another sum, in any order of writing. Each change
 * costs one row.
 *
 * The sum stays secret, because it would help to find old rows that add up to nothing.
 */

import { createHmac, createSecretKey } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { findRow, putRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { decrypt, encrypt } from './cipher.ts';
import { SealBroken } from './key-ring.ts';
import { listBytes } from './list-bytes.ts';

const SUM_BYTES = 32;

/** A sum and how often it has changed. */
export interface SetSum {
  readonly changes: number;
  readonly sum: Buffer;
}

export const EMPTY_SUM: SetSum = { changes: 0, sum: Buffer.alloc(SUM_BYTES) };

export type SetSums = ReturnType<typeof createSetSums>;

export function createSetSums(derive: (purpose: string) => Uint8Array) {
  const elementKey = createSecretKey(derive('set elements'));
  const sumKey = createSecretKey(derive('set sums'));
  const binding = (name: string, changes: number) =>
    listBytes(['prosopon set sum 1', name, String(changes)]);
  const write = async (trx: Transaction<Schema>, name: string, changes: number, sum: Buffer) => {
    const row = { changes, body: encrypt(sumKey, sum, binding(name, changes)) };
    await putRow(trx, 'set_sums', { name }, row);
  };
  /** Undefined: there is none. @throws SealBroken */
  const read = async (db: Kysely<Schema>, name: string): Promise<SetSum | undefined> => {
    const row = await findRow(db, 'set_sums', { name });
    if (row === undefined) return undefined;
    const { changes, body } = row;
    return { changes, sum: decrypt(sumKey, body, binding(name, changes)) };
  };
  const opens = (name: string, changes: number, body: Uint8Array) => {
    try {
      decrypt(sumKey, body, binding(name, changes));
      return true;
    } catch (error) {
      if (error instanceof SealBroken) return false;
      throw error;
    }
  };
  return {
    /** Added by exclusive or; adding it again removes it. */
    element: (seal: Uint8Array) => createHmac('sha256', elementKey).update(seal).digest(),
    read,
    /** Changes of each sum by name. Leaves out sums that do not open. */
    async changes(db: Kysely<Schema>): Promise<Readonly<Record<string, number>>> {
      const rows = await db.selectFrom('set_sums').selectAll().orderBy('name').execute();
      const sound = rows.filter(({ name, changes, body }) => opens(name, changes, body));
      return Object.fromEntries(sound.map(({ name, changes }) => [name, changes]));
    },
    /** Adds the elements to the sum, in the transaction that changes the rows. */
    async change(trx: Transaction<Schema>, name: string, elements: readonly Buffer[]) {
      try {
        const { changes, sum } = (await read(trx, name)) ?? EMPTY_SUM;
        await write(trx, name, changes + 1, elements.reduce(join, sum));
      } catch (error) {
        // Leaves it for the verification to find: breaking it must not stop the service.
        if (!(error instanceof SealBroken)) throw error;
      }
    },
    /** Sets the sum, with one more change. */
    async set(trx: Transaction<Schema>, name: string, sum: Buffer) {
      const changes = (await findRow(trx, 'set_sums', { name }))?.changes ?? 0;
      await write(trx, name, changes + 1, sum);
    },
  };
}

/** Exclusive or. */
export function join(a: Uint8Array, b: Uint8Array): Buffer {
  const joined = Buffer.alloc(SUM_BYTES);
  for (let i = 0; i < SUM_BYTES; i++) joined[i] = a[i]! ^ b[i]!;
  return joined;
}
