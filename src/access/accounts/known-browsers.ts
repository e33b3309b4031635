/**
 * Known browsers of users. Each has a key that it cannot export, and signs every attempt with it:
 * a login rests on the browser and the face.
 */

import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { ago, DAY_MS } from '../../durations.ts';
import { InvalidArgument } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import { deleteRows, deleteWhere, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { hashToken, newToken } from '../one-time.ts';
import type { Limited } from './attempt-limits.ts';
import { endLogins } from './sessions.ts';
import { requireUser } from './users.ts';

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/** Coordinates of a public key on P-256, base64url. */
const Coordinate = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });
export const BrowserKey = Type.Object({ x: Coordinate, y: Coordinate });
export type BrowserKey = Static<typeof BrowserKey>;

/** A browser and what its user knows it by. */
export interface Browser {
  /** Value of the cookie. Undefined: it has none. */
  readonly token: string | undefined;
  /** Product and system, in a few words. */
  readonly name: string;
}

/** A known browser, and the value of its cookie. */
export interface RememberedBrowser {
  readonly id: string;
  readonly token: string;
}

/** A browser to remember. */
export interface NewBrowser extends Browser {
  /** Absent: the user does not want it to be remembered. */
  readonly key?: BrowserKey | undefined;
}

/** An upload, as the browser vouches for it. */
export interface SignedUpload {
  /** SHA-256 of the bytes that arrived, base64url. */
  readonly digest: string;
  /** ECDSA with SHA-256 in the form of WebCrypto, base64url. Undefined: the browser has no key. */
  readonly signature: string | undefined;
}

const YEAR_MS = 365 * DAY_MS;
/** Most known browsers of a user. One more replaces the one that was not used for longest. */
export const MOST_BROWSERS = 20;

/** Browsers last used at this time or earlier are forgotten. */
export const forgottenUntil = (now: Date): Date => ago(now, YEAR_MS);

/** What a browser signs: it fits no other attempt, no other upload, and no other purpose. */
export const signedText = (attempt: string, digest: string): string =>
  `prosopon face login\n${attempt}\n${digest}`;

/** Reveals neither the cookie nor the key of the row. */
const publicName = (id: string): string => hashToken(`name of browser ${id}`).slice(0, 16);

export function createKnownBrowsers(database: Database, { rows }: Pick<KeyRing, 'rows'>) {
  const { db } = database;
  const rowsOf = async (from: Kysely<Schema>, userId: string) => {
    const found = await from
      .selectFrom('known_browsers')
      .selectAll()
      .where('user_id', '=', userId)
      .where('last_used', '>', forgottenUntil(new Date()).toISOString())
      .orderBy('last_used', 'desc')
      .execute();
    return rows.filterValid('known_browsers', found);
  };
  const rowOf = async (from: Kysely<Schema>, userId: string, id: string) => {
    const row = await findRow(from, 'known_browsers', { user_id: userId, id });
    if (row === undefined || row.last_used <= forgottenUntil(new Date()).toISOString())
      return undefined;
    return rows.findValid('known_browsers', row);
  };
  const forget = async (trx: Transaction<Schema>, { user_id, id }: Schema['known_browsers']) => {
    await deleteRows(trx, 'known_browsers', { user_id, id });
    await deleteRows(trx, 'account_sessions', { user_id, browser_id: id });
  };
  return {
    /** The id of the user's known browser with that cookie. Undefined: it is not known. */
    async find(userId: string, token: string | undefined): Promise<string | undefined> {
      return token === undefined ? undefined : (await rowOf(db, userId, hashToken(token)))?.id;
    },

    /** Whether the session's browser is still known. */
    has: async (userId: string, id: string | undefined): Promise<boolean> =>
      id !== undefined && (await rowOf(db, userId, id)) !== undefined,

    /** Whether any user knows a browser with that cookie. */
    async holdsCookie(token: string | undefined): Promise<boolean> {
      if (token === undefined) return false;
      return (await findRow(db, 'known_browsers', { id: hashToken(token) })) !== undefined;
    },

    /** Whether the browser signed the upload of this attempt. */
    async vouches(
      userId: string,
      id: string,
      attempt: string,
      { digest, signature }: SignedUpload,
    ): Promise<boolean> {
      const row = await rowOf(db, userId, id);
      if (row === undefined || signature === undefined) return false;
      return verify(
        'sha256',
        Buffer.from(signedText(attempt, digest)),
        { key: publicKeyOf(JSON.parse(row.public_key)), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      );
    },

    /** Records a login with the browser. */
    used: (userId: string, id: string) =>
      database.write(async (trx) => {
        const row = await rowOf(trx, userId, id);
        const last_used = new Date().toISOString();
        if (row !== undefined) await rows.update(trx, 'known_browsers', row, { last_used });
      }),

    /**
     * Makes the browser known. Returns the value of its cookie, and its id.
     * @throws InvalidArgument not a key; NotFound, PermissionDenied of the user
     */
    async remember(userId: string, { token, name }: Browser, key: BrowserKey) {
      publicKeyOf(key);
      const public_key = JSON.stringify({ x: key.x, y: key.y });
      return database.write(async (trx) => {
        await requireUser(trx, userId);
        // Users of one browser share its cookie and key. A cookie without that key may be planted.
        const shared =
          token !== undefined &&
          (await findRow(trx, 'known_browsers', { id: hashToken(token), public_key })) !==
            undefined;
        const kept = shared ? token : newToken();
        const id = hashToken(kept);
        const now = new Date().toISOString();
        await deleteRows(trx, 'known_browsers', { user_id: userId, id });
        const known = await rowsOf(trx, userId);
        for (const row of known.slice(MOST_BROWSERS - 1)) await forget(trx, row);
        await rows.insert(trx, 'known_browsers', {
          ...{ user_id: userId, id, public_key },
          ...{ browser: name || null, created: now, last_used: now },
        });
        return { token: kept, id };
      });
    },

    /** Most recently used first. `current` is the browser with that cookie. */
    async list(userId: string, token?: string) {
      const current = token === undefined ? undefined : hashToken(token);
      return (await rowsOf(db, userId)).map((row) => ({
        name: publicName(row.id),
        browser: row.browser ?? undefined,
        created: new Date(row.created),
        lastUsed: new Date(row.last_used),
        current: row.id === current,
      }));
    },

    /** Ends the browser's key and its sessions, and all logins in progress. Returns its id. */
    async forget(userId: string, name: string) {
      const known = await database.write(async (trx) => {
        const row = (await rowsOf(trx, userId)).find(({ id }) => publicName(id) === name);
        if (row === undefined) return undefined;
        await forget(trx, row);
        // Which of them rest on this browser is not known.
        await endLogins(trx, userId);
        return row.id;
      });
      if (known !== undefined) await database.scrub();
      return known;
    },

    /** Ends all browsers of the user. */
    forgetAll: (userId: string) =>
      database.write((trx) => deleteRows(trx, 'known_browsers', { user_id: userId })),

    /** Erases browsers that were not used for a year. Returns how many. */
    sweep: (now: Date) =>
      database.write((trx) =>
        deleteWhere(trx, 'known_browsers', sql`last_used <= ${forgottenUntil(now).toISOString()}`),
      ),

    /** Scopes of the attempts in all browsers of the user. */
    async allowances(userId: string): Promise<readonly Limited[]> {
      const found = await db
        .selectFrom('known_browsers')
        .select('id')
        .where('user_id', '=', userId)
        .execute();
      return found.map(({ id }) => allowanceOf(userId, id));
    },
  };
}

/** Attempts in a known browser count for it alone, so strangers cannot use them up. */
export const allowanceOf = (userId: string, id: string): Limited => ({
  by: 'browser',
  value: `${userId} ${id}`,
});

/** Attempts to show a further way. Those who passed the face elsewhere make no known browser wait. */
export const furtherWayLimit = (userId: string, browserId: string | undefined): Limited =>
  browserId === undefined ? { by: 'code', value: userId } : allowanceOf(userId, browserId);

/** @throws InvalidArgument the point is not on the curve */
function publicKeyOf({ x, y }: BrowserKey) {
  const key: JsonWebKey = { kty: 'EC', crv: 'P-256', x, y };
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    throw new InvalidArgument('browserKey: expected a public key on P-256');
  }
}
