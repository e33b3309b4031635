/** Puts together everything about people who log in by face. */

import { sql } from 'kysely';
import { ago, DAY_MS } from '../../durations.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database, TransactionStep } from '../../storage/database.ts';
import { eraseUntil } from '../../storage/erase-until.ts';
import { deleteWhere } from '../../storage/rows.ts';
import type { ProviderLogin } from '../administrators/provider-login.ts';
import type { ClientRegistry } from '../clients/clients.ts';
import { createOAuth } from '../oauth/oauth.ts';
import { NO_OPERATOR, type Operator } from '../operator/operator.ts';
import { createQuotas } from '../quotas.ts';
import type { DrawTurns } from '../tasks/challenges.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { createConsents, type OwnFace, ownFaceEnrolled } from './consents.ts';
import { eraseAbandoned, eraseRows, eraseUser, forgetAttempts } from './erase.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { createAccountLinks } from './links.ts';
import type { SendMail } from './mail.ts';
import { limitMail } from './mail.ts';
import { createPositions } from './positions.ts';
import { createReceipts } from './receipts.ts';
import { createSecondFactors } from './second-factors.ts';
import { createAccountSessions, LIFE_MS } from './sessions.ts';
import { createSignIns } from './sign-ins.ts';
import type { User } from './user.ts';
import { createUserRegistry } from './users.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/** Where people may use passkeys: nowhere, after the face, or alone in their own profile. */
export type PasskeyUse = 'none' | 'second-factor' | 'sign-in';

/** Tables whose rows expire. */
type Expiring = 'account_links' | 'sign_ins' | 'oauth_records';

export interface AccountParts {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clients: Pick<ClientRegistry, 'find' | 'checkSecret'>;
  readonly sendMail: SendMail;
  /** False: `sendMail` cannot send mail. Default: true. */
  readonly canMail?: boolean;
  /** Absent: the operator has not named itself. */
  readonly operator?: Operator;
  /** Receives failures that no caller hears of. */
  readonly warn: (message: string) => void;
  /** Absent: all administrators have accounts. */
  readonly providerLogin?: ProviderLogin | undefined;
  /** Replaces the challenges of logins. Default: as drawn at random. */
  readonly draw?: DrawTurns;
  /** Called when the address is needed. */
  readonly publicUrl: () => string;
}

export function createAccounts(parts: AccountParts) {
  const { database, keyRing, sendMail, canMail = true, warn, publicUrl } = parts;
  const { operator = NO_OPERATOR } = parts;
  const users = createUserRegistry(database, keyRing);
  const consents = createConsents(database, keyRing);
  const limits = createAttemptLimits(database, keyRing);
  const signIns = createSignIns(database, keyRing, parts.draw);
  const browsers = createKnownBrowsers(database, keyRing);
  const secondFactors = createSecondFactors(database, keyRing, publicUrl, operator.name);
  const quotas = createQuotas(database, keyRing);
  const passkeyUse = (): PasskeyUse => {
    if (!secondFactors.passkeys.available()) return 'none';
    return operator.passkeySignIn === false ? 'second-factor' : 'sign-in';
  };
  const sessions = createAccountSessions(database, keyRing);
  const issuer = publicUrl;
  const eraseExpired = (table: Expiring, now: Date) =>
    database.write((trx) => deleteWhere(trx, table, sql`expires <= ${now.toISOString()}`));
  const sweepBegun = async (now = new Date()): Promise<number> =>
    (await eraseExpired('sign_ins', now)) +
    (await eraseExpired('oauth_records', now)) +
    (await eraseUntil(database, 'quotas', 'ends', now));
  return {
    users,
    consents,
    /** Who runs this service. */
    operator,
    signIns,
    limits,
    browsers,
    sendMail: limitMail(quotas, sendMail),
    /** Receives failures that no caller hears of. */
    warn,
    passkeyUse,
    /** Login of administrators at an OpenID provider. Undefined: there is none. */
    providerLogin: parts.providerLogin,
    canMail,
    /** Whether a link by mail replaces the face for opening a profile. */
    mailSignIn: canMail && operator.mailSignIn === true,
    /** Address by which browsers reach the service; no trailing slash. */
    publicUrl,
    sessions,
    receipts: createReceipts(database, keyRing, publicUrl),
    positions: createPositions(database, keyRing),
    links: createAccountLinks(database, keyRing),
    secondFactors,
    oauth: createOAuth({ ...parts, users, consents, issuer }),
    /** Rows to write with the template of a user who shows their own face. */
    ownFaceEnrolled: (face: OwnFace) => ownFaceEnrolled(keyRing, face),
    /** Rows to erase with the template of the user. */
    erasing:
      (user: User): TransactionStep =>
      (trx) =>
        eraseRows(trx, user),
    /** Forgets wrong attempts counted for a user who is about to be erased. */
    forgetAttempts: (user: User) => forgetAttempts({ limits, browsers }, user),
    /** Erases the user and all that is kept about them, except the template. */
    erase: (user: User) => eraseUser(parts, { limits, browsers }, user),
    /**
     * Erases what has expired; returns how many records.
     * @param enqueueErased what is told of an account that is erased
     */
    async sweep(enqueueErased: (user: User) => Promise<TransactionStep>, now = new Date()) {
      const dayAgo = ago(now, DAY_MS);
      const begun = ago(now, LIFE_MS.registration);
      return (
        (await sessions.sweep(now)) +
        (await eraseExpired('account_links', now)) +
        (await browsers.sweep(now)) +
        (await eraseUntil(database, 'attempt_limits', 'last_failure', dayAgo)) +
        (await eraseAbandoned(parts, { limits, browsers }, users.find, begun, enqueueErased)) +
        (await sweepBegun(now))
      );
    },
    /** Erases records that anyone can create without an account. Runs every minute. */
    sweepBegun,
  };
}
