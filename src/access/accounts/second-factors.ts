/** Second factors: codes of an authenticator app, or a passkey. */
import { Aborted } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database, TransactionStep } from '../../storage/database.ts';
import { createPasskeys } from './passkeys.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createCodes } from './totp.ts';
import { userRow } from './users.ts';

export type SecondFactor = 'code' | 'passkey';

/** A way to show more than a face. */
export type Way = SecondFactor | 'recovery' | 'mail';

/** Any of the factors will do. @param publicUrl address for browsers @param name of the service */
export function createSecondFactors(
  database: Database,
  keyRing: KeyRing,
  publicUrl: () => string,
  name: string,
) {
  const codes = createCodes(database, keyRing, name);
  const passkeys = createPasskeys(database, keyRing, publicUrl, name);
  const recovery = createRecoveryCodes(database, keyRing);
  return {
    ...codes,
    passkeys,
    recovery,

    /** The kinds in force. */
    async kinds(userId: string): Promise<readonly SecondFactor[]> {
      const [passkey, code] = await Promise.all([passkeys.has(userId), codes.has(userId)]);
      return [...(passkey ? (['passkey'] as const) : []), ...(code ? (['code'] as const) : [])];
    },

    /** Whether any is in force. */
    has: async (userId: string) => (await codes.has(userId)) || passkeys.has(userId),

    /** The negation, as a condition of a change. @throws Aborted the user has a second factor */
    whileNone:
      (userId: string, step: TransactionStep): TransactionStep =>
      async (trx) => {
        await step(trx);
        const user = await userRow(keyRing, trx, userId);
        if (user && (user.totp_created !== null || user.passkeys !== null))
          throw new Aborted('A second factor has been set up meanwhile: start again.');
      },

    /** Removes all, and the recovery codes, for a user who lost them. */
    async removeAll(userId: string) {
      await codes.removeAll(userId);
      await passkeys.removeAll(userId);
      await recovery.removeAll(userId);
    },
  };
}
