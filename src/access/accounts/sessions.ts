/** Sessions of the account pages: who is signed in, how and since when. */
import type { Database } from '../../storage/database.ts';
import { hashToken, newToken } from './one-time.ts';

/** How a session began: by face (and code), by a one-time link, by registering. */
export type SessionKind = 'face' | 'link' | 'registration';

export interface AccountSession {
  readonly userId: string;
  readonly kind: SessionKind;
  readonly created: Date;
  readonly expires: Date;
}

export interface AccountSessions {
  /** Begins a session; `token` is the value of its cookie. */
  begin(
    userId: string,
    kind: SessionKind,
  ): Promise<{ readonly token: string; readonly session: AccountSession }>;
  find(token: string): Promise<AccountSession | undefined>;
  end(token: string): Promise<void>;
  /** Ends all sessions of the user but the one given. */
  endOthers(userId: string, token: string | undefined): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** After this long somebody has to show the face again. */
const LIFE_MS: Readonly<Record<SessionKind, number>> = {
  face: 8 * HOUR_MS,
  link: HOUR_MS,
  registration: HOUR_MS,
};

/** So long after its beginning a session may change and erase. */
const RECENT_MS = 15 * 60_000;

export const isRecent = ({ created }: AccountSession, now = Date.now()): boolean =>
  now - created.getTime() < RECENT_MS;

export function createAccountSessions(database: Database): AccountSessions {
  return {
    async begin(userId, kind) {
      const token = newToken();
      const created = new Date();
      const expires = new Date(created.getTime() + LIFE_MS[kind]);
      await database.write((trx) =>
        trx
          .insertInto('account_sessions')
          .values({
            id: hashToken(token),
            user_id: userId,
            kind,
            created: created.toISOString(),
            expires: expires.toISOString(),
          })
          .execute(),
      );
      return { token, session: { userId, kind, created, expires } };
    },

    async find(token) {
      const row = await database.db
        .selectFrom('account_sessions')
        .selectAll()
        .where('id', '=', hashToken(token))
        .where('expires', '>', new Date().toISOString())
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return {
        userId: row.user_id,
        kind: row.kind,
        created: new Date(row.created),
        expires: new Date(row.expires),
      };
    },

    async end(token) {
      await database.write((trx) =>
        trx.deleteFrom('account_sessions').where('id', '=', hashToken(token)).execute(),
      );
    },

    async endOthers(userId, token) {
      await database.write((trx) =>
        trx
          .deleteFrom('account_sessions')
          .where('user_id', '=', userId)
          .where('id', '<>', token === undefined ? '' : hashToken(token))
          .execute(),
      );
    },
  };
}
