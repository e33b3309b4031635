/** Everything about people who log in by face, put together. */
import type { Database } from '../../storage/database.ts';
import type { KeyRing } from '../../storage/key-ring.ts';
import type { ClientRegistry } from '../client.ts';
import { createOAuth, type OAuth } from '../oauth/oauth.ts';
import { sweepRecords } from '../oauth/records.ts';
import { type AttemptLimits, createAttemptLimits } from './attempt-limits.ts';
import { type Consents, createConsents } from './consents.ts';
import { abandonedUsers, eraseUser } from './erase.ts';
import { type AccountLinks, createAccountLinks } from './links.ts';
import type { SendMail } from './mail.ts';
import { type AccountSessions, createAccountSessions } from './sessions.ts';
import { createSignIns, type SignIns } from './sign-ins.ts';
import { createSecondFactors, type SecondFactors } from './totp.ts';
import type { User, UserRegistry } from './user.ts';
import { createUserRegistry } from './users.ts';

export interface Accounts {
  readonly users: UserRegistry;
  readonly consents: Consents;
  readonly sessions: AccountSessions;
  readonly links: AccountLinks;
  readonly secondFactors: SecondFactors;
  readonly signIns: SignIns;
  readonly limits: AttemptLimits;
  readonly oauth: OAuth;
  readonly sendMail: SendMail;
  /** Address by which browsers reach the service; no trailing slash. */
  readonly publicUrl: () => string;
  /** Erases the user and all that is kept about them, except the template. */
  erase(user: User): Promise<void>;
  /** Erases what has expired; returns how many records. */
  sweep(now?: Date): Promise<number>;
}

export interface AccountParts {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clients: Pick<ClientRegistry, 'find' | 'checkSecret'>;
  readonly sendMail: SendMail;
  /** Hears of what broke without anybody being told. */
  readonly warn: (message: string) => void;
  /** Asked when it is needed. */
  readonly publicUrl: () => string;
}

const DAY_MS = 86_400_000;

export function createAccounts(parts: AccountParts): Accounts {
  const { database, keyRing, clients, sendMail, warn, publicUrl } = parts;
  const users = createUserRegistry(database);
  const consents = createConsents(database);
  const signIns = createSignIns(database);
  const limits = createAttemptLimits(database, keyRing);
  const issuer = publicUrl;
  return {
    users,
    consents,
    signIns,
    limits,
    sendMail,
    publicUrl,
    sessions: createAccountSessions(database),
    links: createAccountLinks(database),
    secondFactors: createSecondFactors(database, keyRing),
    oauth: createOAuth({ database, keyRing, clients, users, consents, issuer, warn }),
    erase: (user) => eraseUser(database, limits, user),
    async sweep(now = new Date()) {
      const ended = now.toISOString();
      const erased = await database.write(async (trx) => {
        const results = [
          await trx.deleteFrom('account_sessions').where('expires', '<=', ended).executeTakeFirst(),
          await trx.deleteFrom('account_links').where('expires', '<=', ended).executeTakeFirst(),
          await trx.deleteFrom('sign_ins').where('expires', '<=', ended).executeTakeFirst(),
          await trx
            .deleteFrom('attempt_limits')
            .where('last_failure', '<=', new Date(now.getTime() - DAY_MS).toISOString())
            .executeTakeFirst(),
        ];
        return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
      });
      const abandoned = await abandonedUsers(database, new Date(now.getTime() - DAY_MS));
      for (const id of abandoned) {
        const user = await users.find(id);
        if (user !== undefined) await eraseUser(database, limits, user);
      }
      return erased + abandoned.length + (await sweepRecords(database, now));
    },
  };
}
