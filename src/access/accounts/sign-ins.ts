/** Logins and enrolments in progress: the user, the next step, and the methods passed. */

import { expressionBuilder, type Transaction } from 'kysely';
import { isDirection, type Place } from '../../directions.ts';
import { Aborted } from '../../errors.ts';
import type { Path } from '../../followed-point.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Alongside, Database } from '../../storage/database.ts';
import { findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Method } from '../oauth/levels.ts';
import { hashToken, newToken } from '../one-time.ts';
import { drawDemand } from '../tasks/paths.ts';
import type { Limited } from './attempt-limits.ts';
import { identifierKey } from './check-user.ts';
import type { PathDraw } from './drawn-paths.ts';
import { requireUser } from './users.ts';

export interface SignIn {
  /** Random. Drawn again each time a user is named. */
  readonly nonce: string;
  /** The typed name or address. */
  readonly identifier: string;
  /** Undefined: there is no such user. Callers never learn this. */
  readonly userId: string | undefined;
  /**
   * The demand of the next attempt. One place: move the head in that direction. Several places:
   * follow a point along them. Empty: any movement will do.
   */
  readonly challenge: readonly Place[];
  readonly attempts: number;
  /** Methods passed so far. */
  readonly methods: readonly Method[];
  readonly expires: Date;
}

export interface NewSignIn extends Pick<SignIn, 'identifier' | 'userId'> {
  readonly challenged: boolean;
  /** What attempts to follow a point are counted for. Absent: the head moves once. */
  readonly follows?: Limited | undefined;
  readonly expires: Date;
}

/** What a sign-in counts for: its user, or one who never existed, so that nothing tells them apart. */
export const accountIdOf = ({ userId, identifier }: Pick<SignIn, 'userId' | 'identifier'>) =>
  userId ?? `nobody ${identifierKey(identifier)}`;

/** The demand as told to pages: the tags of the second image, and the point to follow. */
export const toldDemand = ({ challenge }: Pick<SignIn, 'challenge'> = { challenge: [] }) => ({
  challenge: challenge.slice(-1).filter(isDirection),
  path: challenge.length > 1 ? challenge : [],
});

/**
 * Sign-ins are keyed by a secret of the browser: the uid of an interaction, or a cookie. For an
 * enrolment it is the session's cookie. Steps receive the sign-in as read. They change it only if
 * user, nonce, attempts and methods are still the same.
 * @param drawPath the path of an attempt
 * @param draw the challenge of an attempt, given its path
 */
export function createSignIns(
  database: Database,
  { rows }: Pick<KeyRing, 'rows'>,
  drawPath: (of: PathDraw) => Promise<Path>,
  draw = drawDemand,
) {
  const pathOf = (named: Pick<SignIn, 'userId' | 'identifier'>, limited: Limited) =>
    drawPath({ accountId: accountIdOf(named), limited });
  const unchanged = async (trx: Transaction<Schema>, key: string, signIn: SignIn) => {
    const row = await trx
      .selectFrom('sign_ins')
      .selectAll()
      .where(asRead(key, signIn))
      .executeTakeFirst();
    return row && rows.inForce(trx, 'sign_ins', row);
  };
  const endIfUnchanged = async (trx: Transaction<Schema>, key: string, signIn: SignIn) => {
    const row = await unchanged(trx, key, signIn);
    if (row !== undefined) await rows.delete(trx, 'sign_ins', row);
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
    const row = found && (await rows.inForce(database.db, 'sign_ins', found));
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
      const { identifier, userId, challenged, follows, expires } = begun;
      const challenge = challenged ? draw([], follows && (await pathOf(begun, follows))) : [];
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
        await rows.deleteAll(trx, 'sign_ins', { id });
        await rows.insert(trx, 'sign_ins', { id, ...change });
      });
      return { nonce, identifier, userId, challenge, attempts: 0, methods: [], expires };
    },

    find,

    /**
     * Counts an attempt and draws the next challenge. Undefined: another request was faster.
     * @param follows as in `NewSignIn`
     */
    async countAttempt(key: string, signIn: SignIn, follows?: Limited) {
      const { challenge, attempts } = signIn;
      const path = challenge.length > 1 && follows ? await pathOf(signIn, follows) : undefined;
      const next = challenge.length === 0 ? [] : draw(challenge, path);
      return swap(key, signIn, { challenge: next, attempts: attempts + 1 });
    },

    /** Asks for that challenge again. The attempt was not examined, but stays counted. */
    askAgain: (key: string, counted: SignIn, challenge: readonly Place[]) =>
      swap(key, counted, { challenge }),

    /** Records the passed method, and when it expires. Undefined: the sign-in has changed. */
    pass: (key: string, signIn: SignIn, methods: readonly Method[], expires = signIn.expires) =>
      swap(key, signIn, { methods, expires }),

    /** Stops a change if its sign-in has changed. @throws Aborted */
    goingOn:
      (key: string, signIn: SignIn): Alongside =>
      async (trx) => {
        if ((await unchanged(trx, key, signIn)) === undefined) throw overtaken();
      },

    /** Ends the sign-in once, together with the effect. @throws Aborted it has changed */
    ending:
      (key: string, signIn: SignIn): Alongside =>
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
      await database.write((trx) => rows.deleteAll(trx, 'sign_ins', { id }));
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
