/** Sessions of the account pages: the user, the method of the sign-in, and its time. */

import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '../../durations.ts';
import { Unauthenticated } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { AccountSessionsTable } from '../../storage/account-tables.ts';
import type { Alongside, Database } from '../../storage/database.ts';
import { findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { revokeGrants } from '../oauth/records.ts';
import { hashToken, newToken } from '../one-time.ts';
import { requireUser } from './users.ts';

/** How a session began: by face, one-time link, registration, passkey or mailed link. */
export type SessionKind = AccountSessionsTable['kind'];

export type AccountSession = Readonly<ReturnType<typeof toSession>>;

/** Where a session began. */
export interface Place {
  /** Name of the browser, in a few words. */
  readonly browser: string;
  readonly network: string;
}

/** After this time the user has to show the face again. */
const LIFE_MS: Readonly<Record<SessionKind, number>> = {
  face: 8 * HOUR_MS,
  link: HOUR_MS,
  registration: HOUR_MS,
  passkey: HOUR_MS,
  mail: HOUR_MS,
};

/** Precision of the recorded last use. */
const SEEN_MS = 5 * MINUTE_MS;

/** For this long after its start, a session may change and erase. */
export const FRESH_MS = 10 * MINUTE_MS;

/** Whether the sign-in is so recent that the person is presumably still there. */
export const isFresh = ({ created }: AccountSession, now = Date.now()): boolean =>
  now - created.getTime() < FRESH_MS;

export function createAccountSessions(database: Database, { rows }: Pick<KeyRing, 'rows'>) {
  const inForce = async (from: Kysely<Schema>, token: string) => {
    const row = await findRow(from, 'account_sessions', { id: hashToken(token) });
    return row && rows.inForce(from, 'account_sessions', row);
  };
  /** Losing this write does no harm: a concurrent writer saw the session too. */
  const see = (id: string) =>
    database.write(async (trx) => {
      const row = await findRow(trx, 'account_sessions', { id });
      if (row !== undefined && (await rows.inForce(trx, 'account_sessions', row)) !== undefined)
        await rows.update(trx, 'account_sessions', row, { last_seen: new Date().toISOString() });
    });
  return {
    /** Begins a session. `token` is its cookie. @throws NotFound; errors of `alongside` */
    async begin(
      userId: string,
      kind: SessionKind,
      {
        secondFactor = false,
        alongside,
        from,
      }: {
        readonly secondFactor?: boolean;
        readonly alongside?: Alongside | undefined;
        readonly from?: Place | undefined;
      } = {},
    ) {
      const token = newToken();
      const created = new Date();
      const expires = new Date(created.getTime() + LIFE_MS[kind]);
      await database.write(async (trx) => {
        await requireUser(trx, userId);
        await alongside?.(trx);
        await rows.insert(trx, 'account_sessions', {
          id: hashToken(token),
          user_id: userId,
          kind,
          second_factor: secondFactor ? 1 : null,
          created: created.toISOString(),
          expires: expires.toISOString(),
          browser: from?.browser || null,
          network: from?.network || null,
          last_seen: created.toISOString(),
        });
      });
      return { token, session: { userId, kind, secondFactor, created, expires } };
    },

    async find(token: string) {
      const row = await inForce(database.db, token);
      if (row === undefined || row.expires <= new Date().toISOString()) return undefined;
      if (Date.now() - lastSeen(row).getTime() >= SEEN_MS) await see(row.id);
      return toSession(row);
    },

    /** Stops a change if its session has ended. @throws Unauthenticated */
    goingOn:
      (token: string): Alongside =>
      async (trx) => {
        if ((await inForce(trx, token)) === undefined)
          throw new Unauthenticated('the session has ended');
      },

    /** Sessions of the user, newest first; `current` is the session of `token`. */
    async list(userId: string, token: string) {
      const found = await database.db
        .selectFrom('account_sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires', '>', new Date().toISOString())
        .orderBy('created', 'desc')
        .execute();
      const sound = await rows.sound(database.db, 'account_sessions', found);
      return sound.map((row) => ({
        ...toSession(row),
        /** Public name of the session, by which its owner can end it. */
        name: nameOf(row.id),
        browser: row.browser ?? undefined,
        network: row.network ?? undefined,
        lastSeen: lastSeen(row),
        current: row.id === hashToken(token),
      }));
    },

    /** Records that the user gave a second factor in the session. */
    async passSecondFactor(token: string) {
      await database.write(async (trx) => {
        const row = await inForce(trx, token);
        if (row !== undefined)
          await rows.update(trx, 'account_sessions', row, { second_factor: 1 });
      });
    },

    /** Ends the session of that name. False: the user has none. */
    endNamed: (userId: string, name: string) =>
      database.write(async (trx) => {
        const found = await trx
          .selectFrom('account_sessions')
          .select('id')
          .where('user_id', '=', userId)
          .execute();
        const named = found.find(({ id }) => nameOf(id) === name);
        if (named === undefined) return false;
        await rows.deleteAll(trx, 'account_sessions', { id: named.id });
        return true;
      }),

    async end(token: string) {
      const id = hashToken(token);
      await database.write((trx) => rows.deleteAll(trx, 'account_sessions', { id }));
      await database.scrub();
    },

    /** Ends all other sessions of the user, and all sign-ins in progress other than `signIn`. */
    async endOthers(userId: string, token: string | undefined, signIn?: string) {
      await database.write((trx) => endOtherSessions(trx, rows, userId, token, signIn));
      await database.scrub();
    },

    /** Ends all sessions of the user, sign-ins in progress, and grants of applications. */
    async endAll(userId: string) {
      await database.write(async (trx) => {
        await endOtherSessions(trx, rows, userId, undefined);
        await revokeGrants(trx, rows, userId);
      });
      await database.scrub();
    },
  };
}

const lastSeen = ({ last_seen, created }: AccountSessionsTable): Date =>
  new Date(last_seen ?? created);

/** Reveals neither the cookie nor the key of the row. */
const nameOf = (id: string): string => hashToken(`name of ${id}`).slice(0, 16);

function toSession(row: AccountSessionsTable) {
  return {
    userId: row.user_id,
    kind: row.kind,
    /** Whether a second factor was shown as well. */
    secondFactor: row.second_factor === 1,
    created: new Date(row.created),
    expires: new Date(row.expires),
  };
}

/** Part of a larger change. Also ends sign-ins in progress, whose faces were shown before. */
export async function endOtherSessions(
  trx: Transaction<Schema>,
  rows: KeyRing['rows'],
  userId: string,
  token: string | undefined,
  signIn?: string,
): Promise<void> {
  const kept = (key: string | undefined) => (key === undefined ? '' : hashToken(key));
  const others = (id: string) => sql<SqlBool>`user_id = ${userId} and id <> ${id}`;
  await rows.deleteWhere(trx, 'account_sessions', others(kept(token)));
  await rows.deleteWhere(trx, 'sign_ins', others(kept(signIn)));
}
