/** Time-based one-time passwords as a second factor (RFC 6238). Secrets are sealed. */

import type { Kysely, Transaction } from 'kysely';
import { InvalidArgument, RecordRefused } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import { bindingOf } from '../../sealing/sealed-tables.ts';
import type { Database, TransactionStep } from '../../storage/database.ts';
import { deleteRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { accountGone, endSignIns, requireFactorLeft, userRow } from './users.ts';

const CODE = /^\d{6}$/;
/** Tolerated difference of a phone's clock, in seconds. */
const TOLERANCE = 30;

/** @param issuer name of the service in authenticator apps */
export function createCodes(database: Database, keyRing: KeyRing, issuer: string) {
  const { db } = database;
  const { rows } = keyRing;
  const rowOf = async (from: Kysely<Schema>, userId: string) => {
    const row = await findRow(from, 'user_totp', { user_id: userId });
    return row && rows.requireValid('user_totp', row);
  };
  const userOf = (from: Kysely<Schema>, userId: string) => userRow(keyRing, from, userId);
  const clear = async (
    trx: Transaction<Schema>,
    userId: string,
    user: Schema['users'] | undefined,
  ) => {
    await deleteRows(trx, 'user_totp', { user_id: userId });
    if (user !== undefined && user.totp_created !== null)
      await rows.update(trx, 'users', user, { totp_created: null });
  };
  const createdOf = async (userId: string) => (await userOf(db, userId))?.totp_created ?? null;
  /** The secret that the user's row names as in force. @throws RecordRefused it is missing */
  const inForce = async (userId: string): Promise<Schema['user_totp'] | undefined> => {
    const created = await createdOf(userId);
    if (created === null) return undefined;
    const row = await rowOf(db, userId);
    if (row?.created === created && row.confirmed === 1) return row;
    // It was removed or set up again between the two reads, which is no fault.
    if ((await createdOf(userId)) !== created) return inForce(userId);
    throw new RecordRefused(`user_totp ${userId}`);
  };

  /** Uses the code up: the time step only moves forward. */
  const use = async (
    row: Schema['user_totp'],
    code: string,
    step?: TransactionStep,
  ): Promise<boolean> => {
    if (!CODE.test(code)) return false;
    const secret = (await keyRing.open(db, bindingOf('user_totp', row), row)).toString('utf8');
    const { verify } = await import('otplib');
    const { last_step: afterTimeStep } = row;
    const result = await verify({ secret, token: code, epochTolerance: TOLERANCE, afterTimeStep });
    if (!result.valid || !('timeStep' in result)) return false;
    return database.write(async (trx) => {
      const known = await rowOf(trx, row.user_id);
      const user = await userOf(trx, row.user_id);
      if (user === undefined || known === undefined || !sameSecret(known, row)) return false;
      if (known.confirmed !== row.confirmed || known.last_step >= result.timeStep) return false;
      await step?.(trx);
      await rows.update(trx, 'user_totp', known, { last_step: result.timeStep, confirmed: 1 });
      if (user.totp_created !== row.created)
        await rows.update(trx, 'users', user, { totp_created: row.created });
      return true;
    });
  };

  return {
    /** Makes a base32 secret; `uri` is for a QR code. @throws InvalidArgument one is in force */
    async setUp(userId: string, name: string) {
      // Loaded with the first use, because most processes never need it.
      const { generateSecret, generateURI } = await import('otplib');
      const secret = generateSecret();
      await database.write(async (trx) => {
        const user = await userOf(trx, userId);
        if (user === undefined) throw accountGone();
        if (user.totp_created !== null)
          throw new InvalidArgument('A second factor is in force: remove it first.');
        const row = { user_id: userId, created: new Date().toISOString() };
        const sealed = (await keyRing.sealer(trx)).seal(
          bindingOf('user_totp', row),
          Buffer.from(secret),
        );
        await deleteRows(trx, 'user_totp', { user_id: userId });
        await rows.insert(trx, 'user_totp', { ...row, confirmed: 0, last_step: 0, ...sealed });
      });
      return { secret, uri: generateURI({ issuer, label: name, secret }) };
    },

    /**
     * Confirms a new secret by its code, and puts it in force. False: wrong code. @throws errors of
     * `step`
     */
    async confirm(userId: string, code: string, step?: TransactionStep) {
      const row = await rowOf(db, userId);
      return row !== undefined && use(row, code, step);
    },

    /** Whether a confirmed secret is in force. */
    async has(userId: string) {
      return (await inForce(userId)) !== undefined;
    },

    /** Whether the code is right. Each code works once, across all processes. */
    async check(userId: string, code: string) {
      const row = await inForce(userId);
      return row !== undefined && use(row, code);
    },

    /** @throws PermissionDenied an administrator has no passkey besides it */
    async remove(userId: string) {
      await database.write(async (trx) => {
        const user = await userOf(trx, userId);
        if (user !== undefined) requireFactorLeft(user, user.passkeys !== null);
        await clear(trx, userId, user);
        await endSignIns(trx, userId);
      });
    },

    /** Removes it even if no other factor is left. */
    async removeAll(userId: string) {
      await database.write(async (trx) => {
        await clear(trx, userId, await userOf(trx, userId));
        await endSignIns(trx, userId);
      });
    },
  };
}

/** Whether the secret was not replaced meanwhile. */
const sameSecret = (a: Schema['user_totp'], b: Schema['user_totp']): boolean =>
  a.created === b.created && Buffer.compare(a.body, b.body) === 0;
