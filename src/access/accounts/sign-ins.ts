/** Logins under way: whom somebody says to be, what the next try has to show, what was passed. */
import { randomInt } from 'node:crypto';
import type { Database } from '../../storage/database.ts';
import type { Method } from '../oauth/levels.ts';
import { hashToken } from './one-time.ts';

export interface SignIn {
  /** What was typed. */
  readonly identifier: string;
  /** Undefined: there is no such user, which nobody is told. */
  readonly userId: string | undefined;
  /** Directions that the next try demands; empty: any movement will do. */
  readonly challenge: readonly string[];
  readonly tries: number;
  /** Methods passed so far. */
  readonly methods: readonly Method[];
}

export interface NewSignIn extends Pick<SignIn, 'identifier' | 'userId'> {
  readonly challenged: boolean;
  readonly expires: Date;
}

/** Keyed by the secret that the browser holds: the uid of an interaction, or a cookie. */
export interface SignIns {
  /** Begins, or begins anew with another identifier. */
  begin(key: string, signIn: NewSignIn): Promise<SignIn>;
  find(key: string): Promise<SignIn | undefined>;
  /**
   * Counts a try and draws the next challenge, so that each is good for one try. False: another
   * request with the same challenge was faster.
   */
  countTry(key: string, signIn: SignIn): Promise<boolean>;
  pass(key: string, methods: readonly Method[]): Promise<void>;
  end(key: string): Promise<void>;
}

const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

/** One direction, another one than at the try before. */
function drawChallenge(before: readonly string[] = []): readonly string[] {
  const others = DIRECTIONS.filter((direction) => !before.includes(direction));
  return [others[randomInt(others.length)]!];
}

export function createSignIns(database: Database): SignIns {
  return {
    async begin(key, { identifier, userId, challenged, expires }) {
      const challenge = challenged ? drawChallenge() : [];
      const change = {
        identifier,
        user_id: userId ?? null,
        challenge: JSON.stringify(challenge),
        tries: 0,
        methods: '[]',
        expires: expires.toISOString(),
      };
      await database.write((trx) =>
        trx
          .insertInto('sign_ins')
          .values({ id: hashToken(key), ...change })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
          .execute(),
      );
      return { identifier, userId, challenge, tries: 0, methods: [] };
    },

    async find(key) {
      const row = await database.db
        .selectFrom('sign_ins')
        .selectAll()
        .where('id', '=', hashToken(key))
        .where('expires', '>', new Date().toISOString())
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return {
        identifier: row.identifier,
        userId: row.user_id ?? undefined,
        challenge: JSON.parse(row.challenge),
        tries: row.tries,
        methods: JSON.parse(row.methods),
      };
    },

    async countTry(key, { challenge, tries }) {
      const next = challenge.length === 0 ? [] : drawChallenge(challenge);
      const { numUpdatedRows } = await database.write((trx) =>
        trx
          .updateTable('sign_ins')
          .set({ challenge: JSON.stringify(next), tries: tries + 1 })
          .where('id', '=', hashToken(key))
          .where('tries', '=', tries)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    async pass(key, methods) {
      await database.write((trx) =>
        trx
          .updateTable('sign_ins')
          .set({ methods: JSON.stringify(methods) })
          .where('id', '=', hashToken(key))
          .execute(),
      );
    },

    async end(key) {
      await database.write((trx) =>
        trx.deleteFrom('sign_ins').where('id', '=', hashToken(key)).execute(),
      );
    },
  };
}
