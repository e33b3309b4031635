/** Stored sessions: when they end, and what they say. */
import { sql } from 'kysely';
import { ago, MINUTE_MS } from '../../durations.ts';
import type { Schema } from '../../storage/schema.ts';
import { hashToken } from '../one-time.ts';
import type { Position } from './role.ts';

/** An administrator without account, whom an OpenID provider vouches for. */
export interface ProvidedAdministrator {
  /** `oidc:ISSUER#SUBJECT`, the name in the audit trail. No issuer has a fragment. */
  readonly id: string;
  /** For people: it may change, and others may have it. */
  readonly name: string;
  readonly position: Position;
}

/** Without use, a session ends earlier. */
export const IDLE_MS = { user: 30 * MINUTE_MS, administrator: 15 * MINUTE_MS };

export const LAST_SEEN = sql`coalesce(last_seen, created)`;
export const hasEndedBy = (now: Date) =>
  sql`expires <= ${now.toISOString()}
    or ${LAST_SEEN} <= ${ago(now, IDLE_MS.user).toISOString()}`;

export const lastSeen = ({ last_seen, created }: Schema['account_sessions']): Date =>
  new Date(last_seen ?? created);

/** A clock that was set back counts like one that went on. */
export const unusedMs = (row: Schema['account_sessions']): number =>
  Math.abs(Date.now() - lastSeen(row).getTime());

const idleMs = (admin: boolean): number => (admin ? IDLE_MS.administrator : IDLE_MS.user);

export const hasEnded = (row: Schema['account_sessions'], admin: boolean): boolean =>
  row.expires <= new Date().toISOString() || unusedMs(row) >= idleMs(admin);

/** When the session ends if it is not used again. */
export const endOf = (row: Schema['account_sessions'], admin: boolean): Date =>
  new Date(Math.min(Date.parse(row.expires), lastSeen(row).getTime() + idleMs(admin)));

/** Reveals neither the cookie nor the key of the row. */
export const nameOf = (id: string): string => hashToken(`name of ${id}`).slice(0, 16);

export function toSession(row: Omit<Schema['account_sessions'], 'seal'>) {
  return {
    /** Undefined: the administrator has no account. */
    userId: row.user_id ?? undefined,
    administrator: administratorOf(row),
    kind: row.kind,
    /** Whether a second factor was shown as well. */
    secondFactor: row.second_factor === 1,
    created: new Date(row.created),
    expires: new Date(row.expires),
    /** Id of the known browser in which it began. */
    browserId: row.browser_id ?? undefined,
  };
}

const administratorOf = ({ administrator }: Pick<Schema['account_sessions'], 'administrator'>) =>
  administrator === null ? undefined : (JSON.parse(administrator) as ProvidedAdministrator);
