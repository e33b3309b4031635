/** Wrong sign-in attempts: counted in SQL, before the outcome is known, with growing delays. */

import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { DAY_MS } from '../../durations.ts';
import { ResourceExhausted } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import { deleteRows, findRow, putRow, updateRows } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { addressPrefix } from '../address-prefix.ts';
import { createServiceKeys } from '../service-keys.ts';

/** The subject of a count: a user, a typed name or address, a browser, or a network. */
export type LimitedBy =
  | 'user'
  | 'code'
  | 'enrolment'
  | 'mail'
  | 'identifier'
  | 'mail-link'
  | 'browser'
  | 'address'
  | 'registration'
  | 'mail-network';

export interface Limited {
  readonly by: LimitedBy;
  readonly value: string;
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

const SECOND_MS = 1000;
/** Free wrong attempts. Many people may share an address. */
const FREE: Readonly<Record<LimitedBy, number>> = {
  user: 5,
  code: 5,
  enrolment: 5,
  mail: 5,
  identifier: 5,
  'mail-link': 5,
  browser: 5,
  address: 30,
  registration: 30,
  'mail-network': 30,
};
/** Attempts that are counted by network, not by address. */
const BY_NETWORK: ReadonlySet<LimitedBy> = new Set(['address', 'registration', 'mail-network']);
/** The delay doubles with each further wrong attempt, up to the longest delay. */
const FIRST_DELAY_MS = 5 * SECOND_MS;
const LONGEST_DELAY_MS = 900 * SECOND_MS;
/** Wrong attempts are forgotten after this time without another. */
const MEMORY_MS = DAY_MS;

/** Milliseconds to wait after so many wrong attempts. */
export function delayAfter(failures: number, by: LimitedBy): number {
  const beyond = failures - FREE[by];
  return beyond <= 0 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (beyond - 1));
}

/**
 * Counts an attempt as wrong until `limits` learn better. @throws ResourceExhausted there were too
 * many
 */
export async function countAttempt(
  limits: Pick<AttemptLimits, 'begin'>,
  ...limited: readonly Limited[]
): Promise<void> {
  const wait = await limits.begin(...limited);
  if (wait <= 0) return;
  const free = Math.min(...limited.map(({ by }) => FREE[by]));
  throw new ResourceExhausted(
    `Too many attempts: after ${free} wrong ones each next has to wait longer; wait ${wait} seconds.`,
    wait,
  );
}

const hasFaded = ({ last_failure }: { readonly last_failure: string }, now: number) =>
  now - Date.parse(last_failure) >= MEMORY_MS;

/** Names and addresses are kept as keyed hashes only. */
export function createAttemptLimits(database: Database, keyRing: KeyRing) {
  const keys = createServiceKeys(database, keyRing, 'login attempt');
  const scopeOf = async ({ by, value }: Limited): Promise<string> => {
    const { secret } = await keys.current();
    const counted = BY_NETWORK.has(by) ? addressPrefix(value) : value;
    return `${by} ${createHmac('sha256', secret).update(counted).digest('hex')}`;
  };
  const remove = (trx: Kysely<Schema>, scope: string) =>
    deleteRows(trx, 'attempt_limits', { scope });

  const scopesOf = (limited: readonly Limited[]) =>
    Promise.all(limited.map(async (one) => ({ ...one, scope: await scopeOf(one) })));
  const count = async (trx: Kysely<Schema>, scope: string, by: LimitedBy, now: number) => {
    const known = await findRow(trx, 'attempt_limits', { scope });
    const failures = (known === undefined || hasFaded(known, now) ? 0 : known.failures) + 1;
    const change = {
      failures,
      last_failure: new Date(now).toISOString(),
      locked_until: new Date(now + delayAfter(failures, by)).toISOString(),
    };
    await putRow(trx, 'attempt_limits', { scope }, change);
  };
  const countDown = async (trx: Kysely<Schema>, scope: string) => {
    const known = await findRow(trx, 'attempt_limits', { scope });
    if (known === undefined || known.failures === 1) return remove(trx, scope);
    const change = { failures: known.failures - 1, locked_until: known.last_failure };
    return updateRows(trx, 'attempt_limits', { scope }, change);
  };

  return {
    /** Attempts counted now. */
    async failures(limited: Limited) {
      const known = await findRow(database.db, 'attempt_limits', { scope: await scopeOf(limited) });
      return known === undefined || hasFaded(known, Date.now()) ? 0 : known.failures;
    },

    /** Counts an attempt as wrong until it proves right. Returns the seconds to wait; 0: go on. */
    async begin(...limited: readonly Limited[]) {
      const scopes = await scopesOf(limited);
      return database.write(async (trx) => {
        const now = Date.now();
        const names = scopes.map(({ scope }) => scope);
        const locks = await trx
          .selectFrom('attempt_limits')
          .select('locked_until')
          .where('scope', 'in', names)
          .execute();
        const waits = locks.map(({ locked_until }) => Date.parse(locked_until) - now);
        const wait = Math.max(0, ...waits);
        if (wait > 0) return Math.ceil(wait / SECOND_MS);
        for (const { scope, by } of scopes) await count(trx, scope, by, now);
        return 0;
      });
    },

    /** The attempt was right: forgets the wrong ones. For a network, undoes only this count. */
    async right(...limited: readonly Limited[]) {
      const scopes = await scopesOf(limited);
      await database.write(async (trx) => {
        // Otherwise attackers could clear a network's count by signing in to their own account.
        for (const { scope, by } of scopes)
          await (BY_NETWORK.has(by) ? countDown(trx, scope) : remove(trx, scope));
      });
    },

    /** The attempt failed through no fault of the person, so it does not count. */
    async undo(...limited: readonly Limited[]) {
      const scopes = await scopesOf(limited);
      await database.write(async (trx) => {
        for (const { scope } of scopes) await countDown(trx, scope);
      });
    },

    /** Forgets all wrong attempts of the subject. */
    async forget(limited: Limited) {
      const scope = await scopeOf(limited);
      await database.write((trx) => remove(trx, scope));
    },
  };
}
