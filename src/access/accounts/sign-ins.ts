/** Logins and enrolments in progress: the user, the next step, and the methods passed. */

import { expressionBuilder, type Transaction } from 'kysely';
import type { Direction } from '../../directions.ts';
import { Aborted } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database, TransactionStep } from '../../storage/database.ts';
import { deleteRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Method } from '../oauth/levels.ts';
import { hashToken, newToken } from '../one-time.ts';
import { drawTurns } from '../tasks/challenges.ts';
import { identifierKey } from './check-user.ts';
import { requireUser } from './users.ts';

export interface SignIn {
  /** Random. Drawn again each time a user is named. */
  readonly nonce: string;
  /** The typed name or address. */
  readonly identifier: string;
  /** Undefined: there is no such user. Callers never learn this. */
  readonly userId: string | undefined;
  /** Turns of the next attempt, in order. Empty: any movement will do. */
  readonly challenge: readonly Direction[];
  readonly attempts: number;
  /** Methods passed so far. */
  readonly methods: readonly Method[];
  readonly expires: Date;
}

export interface NewSignIn extends Pick<SignIn, 'identifier' | 'userId'> {
  readonly challenged: boolean;
  readonly expires: Date;
}

/** What a sign-in counts for: its user, or one who never existed, so that nothing tells them apart. */
export const accountIdOf = ({ userId, identifier }: Pick<SignIn, 'userId' | 'identifier'>) =>
  userId ?? `nobody ${identifierKey(identifier)}`;

/** What a known browser signs, beside the upload: the attempt, which counts once. */
export const attemptOf = ({ nonce, attempts }: Pick<SignIn, 'nonce' | 'attempts'>): string =>
  `${nonce}.${attempts}`;

/** The demand for pages: the attempt, and its turns. Undefined: none is due. */
export const attemptDemand = (signIn: SignIn | undefined) => ({
  attempt: signIn === undefined ? null : attemptOf(signIn),
  challenge: signIn?.challenge ?? [],
});

/**
 * Sign-ins are keyed by a secret of the browser: the uid of an interaction, or a cookie. For an
 * enrolment it is the session's cookie. Steps receive the sign-in as read. They change it only if
 * user, nonce, attempts and methods are still the same.
 * @param draw the challenge of an attempt
 */
export function createSignIns(
  database: Database,
  { rows }: Pick<KeyRing, 'rows'>,
  draw = drawTurns,
) {
  const unchanged = async (trx: Transaction<Schema>, key: string, signIn: SignIn) => {
    const row = await trx
      .selectFrom('sign_ins')
      .selectAll()
      .where(asRead(key, signIn))
      .executeTakeFirst();
    return row && rows.findValid('sign_ins', row);
  };
  const endIfUnchanged = async (trx: Transaction<Schema>, key: string, signIn: SignIn) => {
    const row = await unchanged(trx, key, signIn);
    if (row !== undefined) await deleteRows(trx, 'sign_ins', { id: row.id });
    return row !== undefined;
  };
  /** Changes the sign-in if it has not changed since it was read. */
  const swap = async (
    key: string,
    signIn: SignIn,
    change: Partial<Pick<SignIn, 'challenge' | 'attempts' | 'methods' | 'expires'>>,
  ): Promise<SignIn | undefined> => {
    const changed = { ...signIn, ...change };
    return database.write(async (trx) => {
      const row = await unchanged(trx, key, signIn);
      if (row === undefined) return undefined;
      await rows.update(trx, 'sign_ins', row, {
        challenge: JSON.stringify(changed.challenge),
        attempts: changed.attempts,
        methods: JSON.stringify(changed.methods),
        expires: changed.expires.toISOString(),
      });
      return changed;
    });
  };

  const find = async (key: string): Promise<SignIn | undefined> => {
    const found = await findRow(database.db, 'sign_ins', { id: hashToken(key) });
    const row = found && rows.findValid('sign_ins', found);
    if (row === undefined || row.expires <= new Date().toISOString()) return undefined;
    return {
      nonce: row.nonce,
      identifier: row.identifier,
      userId: row.user_id ?? undefined,
      challenge: JSON.parse(row.challenge),
      attempts: row.attempts,
      methods: JSON.parse(row.methods),
      expires: new Date(row.expires),
    };
  };

  return {
    /** Begins a sign-in. Replaces another under that key, whose running attempt is lost. */
    async begin(key: string, begun: NewSignIn) {
      const { identifier, userId, challenged, expires } = begun;
      const challenge = challenged ? draw(1) : [];
      const nonce = newToken();
      const change = {
        nonce,
        identifier,
        user_id: userId ?? null,
        challenge: JSON.stringify(challenge),
        attempts: 0,
        methods: '[]',
        expires: expires.toISOString(),
      };
      await database.write(async (trx) => {
        if (userId !== undefined) await requireUser(trx, userId);
        const id = hashToken(key);
        await deleteRows(trx, 'sign_ins', { id });
        await rows.insert(trx, 'sign_ins', { id, ...change });
      });
      return { nonce, identifier, userId, challenge, attempts: 0, methods: [], expires };
    },

    find,

    /** Counts an attempt and draws the next challenge. Undefined: another request was faster. */
    countAttempt(key: string, signIn: SignIn) {
      const attempts = signIn.attempts + 1;
      const challenge = signIn.challenge.length === 0 ? [] : draw(attempts + 1);
      return swap(key, signIn, { challenge, attempts });
    },

    /** Asks for the attempt again, which was not examined. */
    askAgain: (key: string, counted: SignIn, challenge: readonly Direction[]) =>
      swap(key, counted, { challenge, attempts: counted.attempts - 1 }),

    /** Records the passed method, and when it expires. Undefined: the sign-in has changed. */
    pass: (key: string, signIn: SignIn, methods: readonly Method[], expires = signIn.expires) =>
      swap(key, signIn, { methods, expires }),

    /** Stops a change if its sign-in has changed. @throws Aborted */
    goingOn:
      (key: string, signIn: SignIn): TransactionStep =>
      async (trx) => {
        if ((await unchanged(trx, key, signIn)) === undefined) throw overtaken();
      },

    /** Ends the sign-in once, together with the effect. @throws Aborted it has changed */
    ending:
      (key: string, signIn: SignIn): TransactionStep =>
      async (trx) => {
        if (!(await endIfUnchanged(trx, key, signIn))) throw overtaken();
      },

    /** Ends the sign-in and returns it. Undefined: it has already ended. */
    async take(key: string) {
      const found = await find(key);
      if (found === undefined) return undefined;
      const ended = await database.write((trx) => endIfUnchanged(trx, key, found));
      return ended ? found : undefined;
    },

    /** Ends any sign-in under the key. */
    async cancel(key: string) {
      const id = hashToken(key);
      await database.write((trx) => deleteRows(trx, 'sign_ins', { id }));
    },
  };
}

/** The error for a step that came too late. */
export const overtaken = () =>
  new Aborted('This login was changed by another request: start again.');

/** The row, if it has neither changed since it was read nor expired. */
function asRead(key: string, { nonce, userId, attempts, methods }: SignIn) {
  const eb = expressionBuilder<Schema, 'sign_ins'>();
  return eb.and([
    eb('id', '=', hashToken(key)),
    eb('nonce', '=', nonce),
    eb('user_id', 'is not distinct from', userId ?? null),
    eb('attempts', '=', attempts),
    eb('methods', '=', JSON.stringify(methods)),
    eb('expires', '>', new Date().toISOString()),
  ]);
}
