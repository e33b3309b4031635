/** Recovery codes: shown once, each used once, stored as hashes. */

import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { RecordRefused } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database, TransactionStep } from '../../storage/database.ts';
import { deleteRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { hashToken } from '../one-time.ts';
import { accountGone, userRow } from './users.ts';

/** Codes made at once. */
const CODES = 8;
/** Characters of a code: 80 random bits, so that a fast hash suffices. */
const CHARACTERS = 16;
/** Crockford's base 32: no letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const newCode = (): string =>
  Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** As people read it. */
const grouped = (code: string): string => code.match(/.{4}/g)!.join('-');

/** The code that was typed, as it was made. Undefined: it cannot be a recovery code. */
function typedCode(typed: string): string | undefined {
  const code = typed
    .toLowerCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return code.length === CHARACTERS ? code : undefined;
}

const hashOf = (userId: string, code: string): string => hashToken(`recovery ${userId} ${code}`);

export function createRecoveryCodes(database: Database, keyRing: KeyRing) {
  const { rows } = keyRing;
  /** The hashes that the user's row counts. @throws RecordRefused there are others */
  const hashesOf = async (from: Kysely<Schema>, userId: string) => {
    const user = await userRow(keyRing, from, userId);
    const count = user?.recovery_codes ?? 0;
    const found = await findRow(from, 'user_recovery_codes', { user_id: userId });
    const row = found && rows.requireValid('user_recovery_codes', found);
    const hashes: readonly string[] = row === undefined ? [] : JSON.parse(row.hashes);
    if (count > 0 && hashes.length !== count)
      throw new RecordRefused(`user_recovery_codes ${userId}`);
    return { user, row, hashes: count > 0 ? hashes : [] };
  };
  const clear = async (trx: Transaction<Schema>, userId: string) => {
    await deleteRows(trx, 'user_recovery_codes', { user_id: userId });
    const user = await userRow(keyRing, trx, userId);
    if (user !== undefined && user.recovery_codes !== null)
      await rows.update(trx, 'users', user, { recovery_codes: null });
  };
  return {
    /** Makes new codes in place of the earlier ones. @throws NotFound; errors of `step` */
    async make(userId: string, step?: TransactionStep): Promise<readonly string[]> {
      const codes = Array.from({ length: CODES }, newCode);
      const hashes = JSON.stringify(codes.map((code) => hashOf(userId, code)));
      await database.write(async (trx) => {
        await step?.(trx);
        await deleteRows(trx, 'user_recovery_codes', { user_id: userId });
        const user = await userRow(keyRing, trx, userId);
        if (user === undefined) throw accountGone();
        const created = new Date().toISOString();
        await rows.insert(trx, 'user_recovery_codes', { user_id: userId, created, hashes });
        await rows.update(trx, 'users', user, { recovery_codes: CODES });
      });
      return codes.map(grouped);
    },

    /** How many are unused. */
    left: async (userId: string): Promise<number> =>
      (await userRow(keyRing, database.db, userId))?.recovery_codes ?? 0,

    /** Whether it is an unused code of the user. Uses it up. */
    use(userId: string, typed: string): Promise<boolean> {
      const code = typedCode(typed);
      if (code === undefined) return Promise.resolve(false);
      return database.write(async (trx) => {
        const { user, row, hashes } = await hashesOf(trx, userId);
        const left = hashes.filter((hash) => hash !== hashOf(userId, code));
        if (user === undefined || row === undefined || left.length === hashes.length) return false;
        if (left.length === 0) await clear(trx, userId);
        else {
          const change = { hashes: JSON.stringify(left) };
          await rows.update(trx, 'user_recovery_codes', row, change);
          await rows.update(trx, 'users', user, { recovery_codes: left.length });
        }
        return true;
      });
    },

    removeAll: (userId: string) => database.write((trx) => clear(trx, userId)),
  };
}
