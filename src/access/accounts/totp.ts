/** Second factors: time-based one-time passwords (RFC 6238), their secrets sealed. */
import { InvalidArgument } from '../../errors.ts';
import type { UserTotpTable } from '../../storage/account-tables.ts';
import type { Database } from '../../storage/database.ts';
import type { KeyRing } from '../../storage/key-ring.ts';
import { totpBinding } from '../../storage/sealed-tables.ts';

export interface NewTotp {
  /** Base32. */
  readonly secret: string;
  /** `otpauth://totp/…`, to be shown as a QR code. */
  readonly uri: string;
}

export interface SecondFactors {
  /** Makes a secret in place of one that was never confirmed. @throws InvalidArgument one is in force */
  setUp(userId: string, name: string): Promise<NewTotp>;
  /** Takes the code of a new secret, which is in force from then on. False: it is wrong. */
  confirm(userId: string, code: string): Promise<boolean>;
  /** Whether a confirmed one is in force. */
  has(userId: string): Promise<boolean>;
  /** Whether the code is right; each one is taken once, at one of many processes. */
  check(userId: string, code: string): Promise<boolean>;
  remove(userId: string): Promise<void>;
}

const ISSUER = 'Prosopon';
const CODE = /^\d{6}$/;
/** Seconds by which the clock of a phone may be off. */
const TOLERANCE = 30;

export function createSecondFactors(database: Database, keyRing: KeyRing): SecondFactors {
  const { db } = database;
  const rowOf = (userId: string) =>
    db.selectFrom('user_totp').selectAll().where('user_id', '=', userId).executeTakeFirst();

  /** Uses the code up: the time step moves on only once. */
  const use = async (row: UserTotpTable, code: string): Promise<boolean> => {
    if (!CODE.test(code)) return false;
    const secret = (await keyRing.open(db, totpBinding(row), row)).toString('utf8');
    const { verify } = await import('otplib');
    const { last_step: afterTimeStep } = row;
    const result = await verify({ secret, token: code, epochTolerance: TOLERANCE, afterTimeStep });
    if (!result.valid || !('timeStep' in result)) return false;
    const { numUpdatedRows } = await database.write((trx) =>
      trx
        .updateTable('user_totp')
        .set({ last_step: result.timeStep, confirmed: 1 })
        .where('user_id', '=', row.user_id)
        .where('last_step', '<', result.timeStep)
        .executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  };

  return {
    async setUp(userId, name) {
      // Loaded with the first use, because most processes never need it.
      const { generateSecret, generateURI } = await import('otplib');
      const secret = generateSecret();
      await database.write(async (trx) => {
        const known = await trx
          .selectFrom('user_totp')
          .select('confirmed')
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (known?.confirmed === 1)
          throw new InvalidArgument('A second factor is in force: remove it first.');
        const row = { user_id: userId, created: new Date().toISOString() };
        const sealed = (await keyRing.sealer(trx)).seal(totpBinding(row), Buffer.from(secret));
        await trx.deleteFrom('user_totp').where('user_id', '=', userId).execute();
        await trx
          .insertInto('user_totp')
          .values({ ...row, confirmed: 0, last_step: 0, ...sealed })
          .execute();
      });
      return { secret, uri: generateURI({ issuer: ISSUER, label: name, secret }) };
    },

    async confirm(userId, code) {
      const row = await rowOf(userId);
      return row !== undefined && use(row, code);
    },

    async has(userId) {
      return (await rowOf(userId))?.confirmed === 1;
    },

    async check(userId, code) {
      const row = await rowOf(userId);
      return row?.confirmed === 1 && use(row, code);
    },

    async remove(userId) {
      await database.write((trx) =>
        trx.deleteFrom('user_totp').where('user_id', '=', userId).execute(),
      );
    },
  };
}
