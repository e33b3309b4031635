/** The seal of a row: HMAC-SHA-256 over its table, columns and values. */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { type AnyRow, coversBody } from './bound-tables.ts';
import { listBytes } from './list-bytes.ts';

const FORMAT = 'prosopon bound row 1';

/** Sealed columns have their own binding, and change when keys are rotated. */
const LEFT_OUT = new Set(['seal', 'kek_id', 'data_key', 'signature']);

export type RowSeal = ReturnType<typeof createRowSeal>;

/** @param derive keys of other purposes from the master key */
export function createRowSeal(derive: (purpose: string) => Uint8Array) {
  const key = createSecretKey(derive('bound rows'));
  const of = (table: string, row: object) =>
    createHmac('sha256', key)
      .update(canonical(table, row as AnyRow))
      .digest();
  return {
    of,
    /** Whether `row.seal` is valid for the row. */
    holds(table: string, row: object) {
      const { seal } = row as AnyRow;
      if (!(seal instanceof Uint8Array) || seal.length !== 32) return false;
      return timingSafeEqual(seal, of(table, row));
    },
  };
}

/** Null means the same as no column, so that columns can be added to sealed rows. */
function canonical(table: string, row: AnyRow): Buffer {
  const texts = [FORMAT, table];
  for (const name of Object.keys(row).sort()) {
    const value = row[name];
    if (value === null || value === undefined || LEFT_OUT.has(name)) continue;
    if (name === 'body' && !coversBody(table)) continue;
    texts.push(name, ...valueTexts(value));
  }
  return listBytes(texts);
}

/** The databases differ in reading an integer as number or bigint. */
function valueTexts(value: unknown): readonly [string, string] {
  if (typeof value === 'string') return ['text', value];
  if (value instanceof Uint8Array) return ['bytes', Buffer.from(value).toString('hex')];
  if (typeof value === 'number' || typeof value === 'bigint') return ['number', String(value)];
  throw new TypeError(`a bound row holds a ${typeof value}`);
}
