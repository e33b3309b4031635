/** Sessions of the account pages: the user, the method of the sign-in, and its time. */

import { type Kysely, sql, type Transaction } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '../../durations.ts';
import { Unauthenticated } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database, TransactionStep } from '../../storage/database.ts';
import { deleteRows, deleteWhere, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { revokeGrants } from '../oauth/records.ts';
import { hashToken, newToken } from '../one-time.ts';
import { requirePosition } from './role.ts';
import {
  endOf,
  hasEnded,
  hasEndedBy,
  LAST_SEEN,
  lastSeen,
  nameOf,
  type ProvidedAdministrator,
  toSession,
  unusedMs,
} from './session-rows.ts';
import type { User } from './user.ts';
import { requireUser } from './users.ts';

/** How a session began: by face, one-time link, registration, passkey, mailed link or provider. */
export type SessionKind = Schema['account_sessions']['kind'];

export type AccountSession = Readonly<ReturnType<typeof toSession>>;

/** Where a session began. */
export interface SessionOrigin {
  /** Name of the browser, in a few words. */
  readonly browser: string;
  readonly network: string;
}

/** After this time the user has to show the face again. */
export const LIFE_MS: Readonly<Record<SessionKind, number>> = {
  face: 8 * HOUR_MS,
  link: HOUR_MS,
  registration: HOUR_MS,
  passkey: HOUR_MS,
  mail: HOUR_MS,
  provider: HOUR_MS,
};

/** Precision of the recorded last use. */
const SEEN_MS = MINUTE_MS;

/** Sessions of a user at the same time; one more ends the one that was not used for longest. */
export const MOST_SESSIONS = 10;

/** For this long after its start, a session may change and erase. */
export const FRESH_MS = 10 * MINUTE_MS;

/** Whether the sign-in is so recent that the person is presumably still there. */
export const isFresh = ({ created }: AccountSession): boolean =>
  Date.now() - created.getTime() < FRESH_MS;

export function createAccountSessions(database: Database, { rows }: Pick<KeyRing, 'rows'>) {
  const inForce = async (from: Kysely<Schema>, token: string) => {
    const row = await findRow(from, 'account_sessions', { id: hashToken(token) });
    return row && rows.findValid('account_sessions', row);
  };
  const isOver = async (from: Kysely<Schema>, row: Schema['account_sessions']) => {
    if (row.user_id === null) return hasEnded(row, true);
    const user = await findRow(from, 'users', { id: row.user_id });
    return hasEnded(row, user?.admin === 1);
  };
  /** Records a use. What is over ends for good: no clock set back, and no copy, revives it. */
  const use = async (token: string) => {
    const used = await database.write(async (trx) => {
      const row = await inForce(trx, token);
      if (row === undefined) return undefined;
      if (await isOver(trx, row)) {
        await deleteRows(trx, 'account_sessions', { id: row.id });
        return undefined;
      }
      const last_seen = new Date().toISOString();
      await rows.update(trx, 'account_sessions', row, { last_seen });
      return row;
    });
    if (used === undefined) await database.scrub();
    return used;
  };
  /** Makes room for one more. */
  const endUnused = (trx: Transaction<Schema>, userId: string | null) =>
    deleteWhere(
      trx,
      'account_sessions',
      sql`user_id = ${userId} and id not in (select id from account_sessions
        where user_id = ${userId} order by ${LAST_SEEN} desc limit ${MOST_SESSIONS - 1})`,
    );
  return {
    /**
     * Begins a session, and ends the browser's earlier one. `token` is its cookie.
     * @param who id of the user, or an administrator without account
     * @throws NotFound; errors of `step`
     */
    async begin(
      who: string | ProvidedAdministrator,
      kind: SessionKind,
      {
        created = new Date(),
        secondFactor = false,
        step,
        from,
        replaces = '',
        browserId,
      }: {
        /** When the user showed who they are. */
        readonly created?: Date;
        readonly secondFactor?: boolean;
        readonly step?: TransactionStep | undefined;
        readonly from?: SessionOrigin | undefined;
        /** Cookie of the browser's earlier session. */
        readonly replaces?: string | undefined;
        /** Id of the known browser in which it begins. */
        readonly browserId?: string | undefined;
      } = {},
    ) {
      const token = newToken();
      const row = {
        id: hashToken(token),
        ...(typeof who === 'string'
          ? { user_id: who, administrator: null }
          : { user_id: null, administrator: JSON.stringify(who) }),
        kind,
        second_factor: secondFactor ? 1 : null,
        created: created.toISOString(),
        expires: new Date(created.getTime() + LIFE_MS[kind]).toISOString(),
        browser: from?.browser || null,
        network: from?.network || null,
        last_seen: new Date().toISOString(),
        browser_id: browserId ?? null,
      };
      const ended = await database.write(async (trx) => {
        if (typeof who === 'string') await requireUser(trx, who);
        else await requirePosition(trx, who.position);
        await step?.(trx);
        const before = { id: hashToken(replaces) };
        const replaced = await deleteRows(trx, 'account_sessions', before);
        const unused = await endUnused(trx, row.user_id);
        await rows.insert(trx, 'account_sessions', row);
        return replaced + unused;
      });
      if (ended > 0) await database.scrub();
      return { token, session: toSession(row) };
    },

    /** `watching`: a page calls by itself, which is no use. */
    async find(token: string, { watching = false } = {}) {
      const row = await inForce(database.db, token);
      if (row === undefined) return undefined;
      const isSeen = watching || unusedMs(row) < SEEN_MS;
      const current = isSeen && !(await isOver(database.db, row)) ? row : await use(token);
      return current && toSession(current);
    },

    /** Stops a change if its session has ended. @throws Unauthenticated */
    goingOn:
      (token: string): TransactionStep =>
      async (trx) => {
        if ((await inForce(trx, token)) === undefined)
          throw new Unauthenticated('the session has ended');
      },

    /** Sessions of the user, newest first; `current` is the session of `token`. */
    async list({ id, admin }: Pick<User, 'id' | 'admin'>, token: string) {
      const found = await database.db
        .selectFrom('account_sessions')
        .selectAll()
        .where('user_id', '=', id)
        .orderBy('created', 'desc')
        .execute();
      const going = found.filter((row) => !hasEnded(row, admin));
      const valid = rows.filterValid('account_sessions', going);
      return valid.map((row) => ({
        ...toSession(row),
        /** Public name of the session, by which its owner can end it. */
        name: nameOf(row.id),
        browser: row.browser ?? undefined,
        network: row.network ?? undefined,
        lastSeen: lastSeen(row),
        expires: endOf(row, admin),
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

    /** Records that the browser of the session is now known. */
    async rememberBrowser(token: string, browserId: string) {
      await database.write(async (trx) => {
        const row = await inForce(trx, token);
        if (row !== undefined)
          await rows.update(trx, 'account_sessions', row, { browser_id: browserId });
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
        await deleteRows(trx, 'account_sessions', { id: named.id });
        return true;
      }),

    async end(token: string) {
      const id = hashToken(token);
      await database.write((trx) => deleteRows(trx, 'account_sessions', { id }));
      await database.scrub();
    },

    /** Ends all other sessions of the user, and all sign-ins in progress other than `signIn`. */
    async endOthers(userId: string, token: string | undefined, signIn?: string) {
      await database.write((trx) => endOtherSessions(trx, userId, token, signIn));
      await database.scrub();
    },

    /** Erases what has ended by itself. Returns how many. */
    sweep: (now: Date) =>
      database.write((trx) => deleteWhere(trx, 'account_sessions', hasEndedBy(now))),

    /** Ends all sessions of the user, sign-ins in progress, and grants of applications. */
    async endAll(userId: string) {
      await database.write(async (trx) => {
        await endOtherSessions(trx, userId, undefined);
        await revokeGrants(trx, userId);
      });
      await database.scrub();
    },
  };
}

/**
 * Part of a larger change. Also ends sign-ins in progress, whose faces were shown before, and logins
 * that serve further applications.
 */
export async function endOtherSessions(
  trx: Transaction<Schema>,
  userId: string,
  token: string | undefined,
  signIn?: string,
): Promise<void> {
  const kept = token === undefined ? '' : hashToken(token);
  await deleteWhere(trx, 'account_sessions', sql`user_id = ${userId} and id <> ${kept}`);
  await endLogins(trx, userId, signIn);
}

/** Ends sign-ins in progress other than `signIn`, and logins that serve further applications. */
export async function endLogins(
  trx: Transaction<Schema>,
  userId: string,
  signIn?: string,
): Promise<void> {
  const kept = signIn === undefined ? '' : hashToken(signIn);
  await deleteWhere(trx, 'sign_ins', sql`user_id = ${userId} and id <> ${kept}`);
  for (const model of ['Session', 'Interaction'])
    await deleteRows(trx, 'oauth_records', { model, user_id: userId });
}
