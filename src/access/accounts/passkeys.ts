/** Passkeys of users (WebAuthn). Public keys are sealed. Seals cover each row and their number. */

import type { Kysely } from 'kysely';
import { InvalidArgument, RecordRefused } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import { bindingOf } from '../../sealing/sealed-tables.ts';
import type { Database, TransactionStep } from '../../storage/database.ts';
import { deleteRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { hashToken } from '../one-time.ts';
import { accountGone, endSignIns, requireFactorLeft, userRow } from './users.ts';
import { type Credential, createWebAuthn, type PasskeyResponse } from './webauthn.ts';

export type Passkey = Awaited<ReturnType<Passkeys['list']>>[number];

/** The sealed body. */
interface Body {
  readonly credential: string;
  readonly publicKey: string;
  readonly transports: readonly string[];
  readonly madeIn: string;
}

/** Most passkeys of a user. */
const MOST_PASSKEYS = 10;

export type Passkeys = ReturnType<typeof createPasskeys>;

/** @param publicUrl address for browsers @param name of the service */
export function createPasskeys(
  database: Database,
  keyRing: KeyRing,
  publicUrl: () => string,
  name: string,
) {
  const { db } = database;
  const { rows } = keyRing;
  const webAuthn = createWebAuthn(publicUrl, name);
  const userOf = (from: Kysely<Schema>, userId: string) => userRow(keyRing, from, userId);
  const rowsOf = async (from: Kysely<Schema>, userId: string) => {
    const found = await from
      .selectFrom('user_passkeys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created')
      .execute();
    const now = found.map((row) => rows.requireValid('user_passkeys', row));
    return now.filter((row) => row !== undefined);
  };
  const countOf = async (userId: string) => (await userOf(db, userId))?.passkeys ?? 0;
  /** The passkeys counted in the user's row. @throws RecordRefused some are missing */
  const inForce = async (userId: string): Promise<readonly Schema['user_passkeys'][]> => {
    const count = await countOf(userId);
    const found = await rowsOf(db, userId);
    if (found.length === count) return found;
    // A passkey was added or removed between the two reads, which is no fault.
    if ((await countOf(userId)) !== count) return inForce(userId);
    throw new RecordRefused(`user_passkeys ${userId}`);
  };
  const bodyOf = async (row: Schema['user_passkeys']): Promise<Body> =>
    JSON.parse((await keyRing.open(db, bindingOf('user_passkeys', row), row)).toString('utf8'));
  const credentials = async (userId: string) =>
    Promise.all((await inForce(userId)).map(async (row) => credentialOf(row, await bodyOf(row))));

  return {
    available: webAuthn.available,

    /** Whether the user has any. */
    has: async (userId: string) => (await countOf(userId)) > 0,

    async list(userId: string) {
      return Promise.all(
        (await inForce(userId)).map(async (row) => ({
          id: row.id,
          /** Browser and system that made it. */
          madeIn: (await bodyOf(row)).madeIn,
          /** Whether a provider syncs it to several devices. */
          synced: row.synced === 1,
          created: new Date(row.created),
          lastUsed: row.last_used === null ? undefined : new Date(row.last_used),
        })),
      );
    },

    /** Options for a browser to create a passkey. @throws PermissionDenied */
    creation: async (user: { readonly id: string; readonly name: string }, challenge: string) =>
      webAuthn.creation(user, challenge, await credentials(user.id)),

    /** Options for a browser to use the user's or any passkey. @throws PermissionDenied */
    use: async (challenge: string, userId?: string) =>
      webAuthn.use(challenge, userId === undefined ? [] : await credentials(userId)),

    /**
     * Stores a passkey made for the challenge. @throws InvalidArgument; NotFound; of `step`
     */
    async add(
      userId: string,
      response: PasskeyResponse,
      challenge: string,
      madeIn: string,
      step?: TransactionStep,
    ) {
      const made = await webAuthn.created(response, challenge);
      if (made === undefined)
        throw new InvalidArgument('passkey: not made for this service, or too late');
      const { credential, synced } = made;
      await database.write(async (trx) => {
        const user = await userOf(trx, userId);
        if (user === undefined) throw accountGone();
        await step?.(trx);
        const count = user.passkeys ?? 0;
        if (count >= MOST_PASSKEYS)
          throw new InvalidArgument(`passkey: at most ${MOST_PASSKEYS}; remove one first`);
        const id = hashToken(credential.id);
        if ((await findRow(trx, 'user_passkeys', { id })) !== undefined)
          throw new InvalidArgument('passkey: already registered');
        const row = { id, user_id: userId, created: new Date().toISOString() };
        const body: Body = {
          credential: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          transports: credential.transports,
          madeIn,
        };
        const sealer = await keyRing.sealer(trx);
        await rows.insert(trx, 'user_passkeys', {
          ...row,
          last_used: null,
          counter: BigInt(credential.counter),
          synced: synced ? 1 : 0,
          ...sealer.seal(bindingOf('user_passkeys', row), Buffer.from(JSON.stringify(body))),
        });
        await rows.update(trx, 'users', user, { passkeys: count + 1 });
      });
    },

    /** The owner of a passkey. Undefined: the passkey is unknown. */
    async ownerOf({ id }: PasskeyResponse) {
      return (await findRow(db, 'user_passkeys', { id: hashToken(id) }))?.user_id;
    },

    /**
     * The kind of the user's passkey that answers the challenge. Undefined: none does. Advances its
     * counter.
     */
    async check(
      userId: string,
      response: PasskeyResponse,
      challenge: string,
    ): Promise<'passkey' | 'synced-passkey' | undefined> {
      const row = (await inForce(userId)).find(({ id }) => id === hashToken(response.id));
      const { userHandle } = response.response;
      if (row === undefined || (userHandle !== undefined && !names(userHandle, userId)))
        return undefined;
      const used = await webAuthn.used(response, challenge, credentialOf(row, await bodyOf(row)));
      if (used === undefined) return undefined;
      return database.write(async (trx) => {
        const now = (await rowsOf(trx, userId)).find(({ id }) => id === row.id);
        if (now === undefined || BigInt(now.counter) !== BigInt(row.counter)) return undefined;
        await rows.update(trx, 'user_passkeys', now, {
          counter: BigInt(used.counter),
          synced: used.synced ? 1 : 0,
          last_used: new Date().toISOString(),
        });
        return used.synced ? 'synced-passkey' : 'passkey';
      });
    },

    /** False: the user has none such. @throws PermissionDenied an administrator's last factor */
    remove: (userId: string, id: string) =>
      database.write(async (trx) => {
        const user = await userOf(trx, userId);
        const row = (await rowsOf(trx, userId)).find((one) => one.id === id);
        if (user === undefined || row === undefined) return false;
        const left = (user.passkeys ?? 0) - 1;
        requireFactorLeft(user, left > 0 || user.totp_created !== null);
        await deleteRows(trx, 'user_passkeys', { id: row.id });
        await rows.update(trx, 'users', user, { passkeys: left > 0 ? left : null });
        await endSignIns(trx, userId);
        return true;
      }),

    async removeAll(userId: string) {
      await database.write(async (trx) => {
        await deleteRows(trx, 'user_passkeys', { user_id: userId });
        const user = await userOf(trx, userId);
        if (user !== undefined && user.passkeys !== null)
          await rows.update(trx, 'users', user, { passkeys: null });
        await endSignIns(trx, userId);
      });
    },
  };
}

const credentialOf = (row: Schema['user_passkeys'], body: Body): Credential => ({
  id: body.credential,
  publicKey: new Uint8Array(Buffer.from(body.publicKey, 'base64url')),
  transports: body.transports,
  counter: Number(row.counter),
});

/** Whether the passkey was made for that user. */
const names = (userHandle: string, userId: string): boolean =>
  Buffer.from(userHandle, 'base64url').toString('utf8') === userId;
