/**
 * The rows in force, recorded apart from them: encrypted lists of their seals, each with a count of
 * changes. A row that ended and was put back is in no list. The seal of an older copy is not the
 * listed seal.
 *
 * A list that was itself put back has fewer changes than this process, or the anchor, knows of.
 */

import { createHash, createSecretKey } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { DAY_MS } from '../durations.ts';
import { afterCommit } from '../storage/after-commit.ts';
import { findRow, putRow } from '../storage/rows.ts';
import type { LiveRowsTable, Schema } from '../storage/schema.ts';
import { type BoundTable, isUnusedIfAbsent, keyText } from './bound-tables.ts';
import { decrypt, encrypt } from './cipher.ts';
import { SealBroken } from './key-ring.ts';
import { listBytes } from './list-bytes.ts';

/** Stored bytes of the hash of a key, and of a seal. */
const TAG_BYTES = 8;
const MEMBER_BYTES = 2 * TAG_BYTES;
/** In place of a tag: there were rows that the list does not know. In place of a seal: since when. */
const LOST = '\0'.repeat(TAG_BYTES);
/** For this long a list remembers that: longer than a row lives whose absence grants something. */
const LOST_MS = DAY_MS;

/** The list of a row: the hash of its key selects one of 256 lists per table. */
interface Place {
  readonly name: string;
  readonly tag: Buffer;
}

/** Seals by the hash of their row's key. */
type Members = Map<string, string>;

/** A change of a row; without a seal it ends. */
interface Change {
  readonly row: object;
  readonly seal?: Uint8Array;
  /** The row was not as the service wrote it: its key may be another row's. */
  readonly forged?: boolean;
}

export type LiveRows = ReturnType<typeof createLiveRows>;

export function createLiveRows(derive: (purpose: string) => Uint8Array) {
  const key = createSecretKey(derive('live rows'));
  /** Changes of each list that this process knows of. */
  const seen = new Map<string, number>();
  const seenOf = (name: string) => seen.get(name) ?? 0;
  const note = (name: string, changes: number) => {
    if (changes > seenOf(name)) seen.set(name, changes);
  };
  const binding = (name: string, changes: number) =>
    listBytes(['prosopon live rows 1', name, String(changes)]);

  /** @param least changes known before the list was read. @throws SealBroken */
  const open = (
    name: string,
    list: Omit<LiveRowsTable, 'name'> | undefined,
    least = seenOf(name),
  ): Members => {
    if ((list?.changes ?? 0) < least)
      throw new SealBroken(`the list ${name} was put back as it once was`);
    if (list === undefined) return new Map();
    return withoutOldLoss(toMembers(decrypt(key, list.body, binding(name, list.changes))));
  };
  const write = async (
    trx: Transaction<Schema>,
    name: string,
    changes: number,
    members: Members,
  ) => {
    const body = encrypt(key, toBytes(members), binding(name, changes));
    await putRow(trx, 'live_rows', { name }, { changes, body });
    afterCommit(trx, () => note(name, changes));
  };
  /**
   * A list that does not open starts anew. Breaking it only ends the rows it held, except where the
   * absence of a row grants something: there the list remembers the loss.
   */
  const openOrRestart = (
    table: BoundTable,
    name: string,
    list: LiveRowsTable | undefined,
  ): Members => {
    try {
      return open(name, list);
    } catch (error) {
      if (error instanceof SealBroken)
        return isUnusedIfAbsent(table) ? new Map([[LOST, timeText(Date.now())]]) : new Map();
      throw error;
    }
  };

  return {
    /** Name of the row's list. */
    nameOf: (table: BoundTable, row: object) => placeOf(table, row).name,
    /** Changes of the list that this process knows of. */
    seenOf,
    open,

    /** Whether the list has that row with that seal. */
    lists(members: Members, table: BoundTable, row: object, seal: Uint8Array) {
      return members.get(tagText(placeOf(table, row).tag)) === tagText(seal);
    },

    /** Removes the row from the list. Says whether it was there; `otherwise`: with another seal. */
    take(members: Members | undefined, table: BoundTable, row: { readonly seal?: unknown }) {
      const tag = tagText(placeOf(table, row).tag);
      const listed = members?.get(tag);
      members?.delete(tag);
      if (listed === undefined) return 'no';
      return row.seal instanceof Uint8Array && listed === tagText(row.seal) ? 'yes' : 'otherwise';
    },

    /** Whether the list has, or may have lost, a row of that key, with any seal. */
    async knows(trx: Transaction<Schema>, table: BoundTable, row: object) {
      const { name, tag } = placeOf(table, row);
      const members = openOrRestart(table, name, await findRow(trx, 'live_rows', { name }));
      return members.has(tagText(tag)) || members.has(LOST);
    },

    /** Lists, ends or replaces rows of the table, in the transaction that writes them. */
    async change(trx: Transaction<Schema>, table: BoundTable, changes: readonly Change[]) {
      const placed = changes.map(({ row, ...change }) => ({ ...placeOf(table, row), ...change }));
      for (const [name, group] of Map.groupBy(placed, (one) => one.name)) {
        const list = await findRow(trx, 'live_rows', { name });
        const members = openOrRestart(table, name, list);
        for (const { tag, seal, forged } of group) {
          if (seal === undefined) members.delete(tagText(tag));
          else members.set(tagText(tag), tagText(seal));
          if (forged && isUnusedIfAbsent(table)) members.set(LOST, timeText(Date.now()));
        }
        const before = Math.max(list?.changes ?? 0, seenOf(name));
        await write(trx, name, before + 1, members);
      }
    },

    /** Changes of each list by name. Leaves out lists that do not open. */
    async changes(db: Kysely<Schema>): Promise<Readonly<Record<string, number>>> {
      const sound = (await this.all(db)).filter(({ members }) => members !== undefined);
      return Object.fromEntries(sound.map(({ name, changes }) => [name, changes]));
    },

    /** Every list with its contents; undefined: it does not open. */
    async all(db: Kysely<Schema>) {
      const rows = await db.selectFrom('live_rows').selectAll().orderBy('name').execute();
      return rows.map((list) => {
        const { name, changes } = list;
        try {
          return { name, changes, members: open(name, list) };
        } catch (error) {
          if (error instanceof SealBroken) return { name, changes, members: undefined };
          throw error;
        }
      });
    },
  };
}

function placeOf(table: BoundTable, row: object): Place {
  const hash = createHash('sha256').update(keyText(table, row)).digest();
  const name = `${table} ${hash.toString('hex', 0, 1)}`;
  return { name, tag: hash.subarray(1, 1 + TAG_BYTES) };
}

const tagText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, TAG_BYTES).toString('latin1');

function toMembers(bytes: Buffer): Members {
  const members: Members = new Map();
  for (let at = 0; at < bytes.length; at += MEMBER_BYTES)
    members.set(
      bytes.toString('latin1', at, at + TAG_BYTES),
      bytes.toString('latin1', at + TAG_BYTES, at + MEMBER_BYTES),
    );
  return members;
}

function withoutOldLoss(members: Members): Members {
  const since = members.get(LOST);
  if (since !== undefined && timeOf(since) < Date.now() - LOST_MS) members.delete(LOST);
  return members;
}

function timeText(milliseconds: number): string {
  const bytes = Buffer.alloc(TAG_BYTES);
  bytes.writeBigUInt64BE(BigInt(milliseconds));
  return bytes.toString('latin1');
}

const timeOf = (text: string): number => Number(Buffer.from(text, 'latin1').readBigUInt64BE());

const toBytes = (members: Members): Buffer =>
  Buffer.from([...members].map(([tag, seal]) => tag + seal).join(''), 'latin1');
