/** Opens the stored data, for the service and for local commands. */
import { createAccounts } from './access/accounts/accounts.ts';
import { createMailer, sendsMail } from './access/accounts/mail.ts';
import { createProviderLogin } from './access/administrators/provider-login.ts';
import { createClientRegistry } from './access/clients/clients.ts';
import { createLivenessSessions } from './access/liveness-sessions/liveness-sessions.ts';
import { readOperator } from './access/operator/read-operator.ts';
import { createRefusedComparisons } from './access/refused-comparisons.ts';
import { createReplayGuard } from './access/replay.ts';
import { createTaskTokens } from './access/tasks/task-tokens.ts';
import type { Config } from './config/config.ts';
import { createAnchor } from './journal/anchor.ts';
import { createAuditTrail } from './journal/audit-trail.ts';
import { createBookkeeping } from './journal/bookkeeping.ts';
import { reportRefusedRows } from './journal/refused-rows.ts';
import { openKeyRing } from './sealing/keys.ts';
import { createDataDirectory } from './storage/data-directory.ts';
import { inspectDistribution } from './storage/distribution/inspect.ts';
import { openDatabase } from './storage/open-database.ts';
import { createPortableTemplates } from './templates/portable-template.ts';
import { createTemplateStore } from './templates/store.ts';
import { createDestinations } from './webhooks/destination.ts';
import { jobEnded } from './webhooks/event.ts';
import { createOutbox } from './webhooks/outbox.ts';
import { createWebhookRegistry } from './webhooks/registry.ts';

/** The parts on one database; `close` ends them all. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/**
 * Opens database and key ring. Creates both in an empty data directory; several processes may do
 * so.
 * @param warn receives unsafe defaults
 * @throws ConfigError the data directory, the database or the master key is unusable; Unavailable
 * the database does not answer
 */
export async function openStore(config: Config, warn: (message: string) => void) {
  const operator = await readOperator(config.operatorFile);
  await createDataDirectory(config.dataDir);
  const database = await openDatabase(config);
  try {
    const keyRing = await openKeyRing(config, database, warn);
    const audit = createAuditTrail(database, keyRing);
    reportRefusedRows(keyRing, audit, warn);
    const replay = createReplayGuard(database, keyRing);
    const clients = createClientRegistry(database, keyRing);
    const issuer = config.publicUrl;
    const outbox = createOutbox(keyRing);
    const bookkeeping = createBookkeeping(database, (trx, jobs) =>
      outbox.enqueue(trx, jobs.map(jobEnded)),
    );
    const destinations = createDestinations(config);
    const publicUrl = () => config.publicUrl;
    const taskTokens = createTaskTokens({ database, keyRing, issuer, replay });
    return {
      database,
      keyRing,
      clients,
      accounts: createAccounts({
        database,
        keyRing,
        clients,
        operator,
        publicUrl,
        sendMail: createMailer(config, warn),
        canMail: sendsMail(config),
        providerLogin: config.adminLogin && createProviderLogin(config.adminLogin, publicUrl),
        warn,
      }),
      templates: createTemplateStore(database, keyRing),
      portableTemplates: createPortableTemplates(keyRing.derive),
      refusedComparisons: createRefusedComparisons(database),
      bookkeeping,
      audit,
      anchor: createAnchor(config.dataDir, database, keyRing),
      replay,
      taskTokens,
      livenessSessions: createLivenessSessions({ database, keyRing, taskTokens, publicUrl }),
      outbox,
      webhooks: createWebhookRegistry(database, keyRing, destinations),
      destinations,
      /** How the database is distributed; undefined: it is on one machine. */
      distribution: () => inspectDistribution(database),
      async close() {
        await audit.written();
        await bookkeeping.written();
        await database.close();
      },
    };
  } catch (cause) {
    await database.close();
    throw cause;
  }
}
