/** Opens everything that is kept: what the service and the commands on its data share. */
import { type Accounts, createAccounts } from './access/accounts/accounts.ts';
import { createMailer } from './access/accounts/mail.ts';
import type { ClientRegistry } from './access/client.ts';
import { createClientRegistry } from './access/clients.ts';
import { createReplayGuard, type ReplayGuard } from './access/replay.ts';
import { createTaskTokens, type TaskTokens } from './access/task-tokens.ts';
import type { Config } from './config.ts';
import type { AuditTrail } from './journal/audit.ts';
import { createAuditTrail } from './journal/audit-trail.ts';
import { createBookkeeping } from './journal/bookkeeping.ts';
import type { Bookkeeping } from './journal/job.ts';
import { createDataDirectory } from './storage/data-directory.ts';
import { type Database, openDatabase } from './storage/database.ts';
import { type KeyRing, openKeyRing } from './templates/keys.ts';
import { createTemplateStore } from './templates/store.ts';
import type { TemplateStore } from './templates/template.ts';

/** The parts on one database; `close` ends them all. */
export interface Store {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clients: ClientRegistry;
  readonly accounts: Accounts;
  readonly templates: TemplateStore;
  readonly bookkeeping: Bookkeeping;
  readonly audit: AuditTrail;
  readonly replay: ReplayGuard;
  readonly taskTokens: TaskTokens;
  close(): Promise<void>;
}

/**
 * Opens database and key ring, creating both in an empty data directory; several processes may.
 * @param warn is told of defaults that are unsafe
 * @throws ConfigError the data directory, the database or the master key cannot be used; Unavailable
 *   the database does not answer
 */
export async function openStore(config: Config, warn: (message: string) => void): Promise<Store> {
  await createDataDirectory(config.dataDir);
  const database = await openDatabase(config);
  try {
    const keyRing = await openKeyRing(config, database, warn);
    const replay = createReplayGuard(database, keyRing);
    const clients = createClientRegistry(database, keyRing);
    const issuer = config.publicUrl;
    return {
      database,
      keyRing,
      clients,
      accounts: createAccounts({
        database,
        keyRing,
        clients,
        publicUrl: () => config.publicUrl,
        sendMail: createMailer(config, warn),
        warn,
      }),
      templates: createTemplateStore(database, keyRing),
      bookkeeping: createBookkeeping(database),
      audit: createAuditTrail(database, keyRing),
      replay,
      taskTokens: createTaskTokens({ database, keyRing, issuer, replay }),
      close: () => database.close(),
    };
  } catch (cause) {
    await database.close();
    throw cause;
  }
}
