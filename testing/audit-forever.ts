/** A process for tests: appends to the audit trail, printing the number of each entry once it is in. */
import { createAuditTrail } from '../src/journal/audit-trail.ts';
import { openKeyRing } from '../src/sealing/keys.ts';
import { openDatabase } from '../src/storage/open-database.ts';

interface Job {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly masterKey: string;
  readonly name: string;
  /** Ends after so many; absent: never. */
  readonly entries?: number;
}

/** Calls in flight at once. */
const LANES = 4;

const job = JSON.parse(process.argv[2]!) as Job;
const database = await openDatabase({ dataDir: job.dataDir, databaseUrl: job.databaseUrl });
const keys = { masterKey: job.masterKey, keyFile: '/nowhere', keyFileIsDefault: false };
const audit = createAuditTrail(database, await openKeyRing(keys, database));

let next = 0;
const lane = async () => {
  for (let n = ++next; n <= (job.entries ?? Number.POSITIVE_INFINITY); n = ++next) {
    const transactionId = `${job.name}-${n}`;
    await audit.append({ event: 'search', actor: job.name, transactionId, details: {} });
    process.stdout.write(`${transactionId}\n`);
  }
};
await Promise.all(Array.from({ length: LANES }, lane));
await database.close();
