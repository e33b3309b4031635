/** Everything that the processes of the proof write, with acknowledgement. */
import { join } from 'node:path';
import { createAccounts } from '../../src/access/accounts/accounts.ts';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import type { Bcid } from '../../src/bcid.ts';
import { createAuditTrail } from '../../src/journal/audit-trail.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { type DatabaseLocation, openDatabase } from '../../src/storage/open-database.ts';
import { createTemplateStore } from '../../src/templates/store.ts';

export interface Place {
  readonly location: DatabaseLocation;
  /** Base64. */
  readonly masterKey: string;
  /** Of the encoder of this round; a newer one than before upgrades what there is. */
  readonly encoderVersion: number;
}

export type Workplace = Awaited<ReturnType<typeof openWorkplace>>;

/** Classes written by all processes, and more that are only upgraded. */
export const CLASSES = 6;
export const ALL_CLASSES = 30;
/** Tag of the others. */
export const OF_OTHERS = 'kept';
export const CLIENT = 'shop';

export const classOf = (number: number): Bcid => ({
  ...{ storage: 'prove', partition: 'kill', classId: BigInt(number) },
});

/** @param masterKey absent: that of its folder, as a service finds or makes it */
export async function openWorkplace({
  location,
  masterKey,
}: Pick<Place, 'location'> & Partial<Place>) {
  const database = await openDatabase(location);
  const keyFile = join(location.dataDir, 'master.key');
  const keys = { masterKey, keyFile, keyFileIsDefault: true };
  const opened = openKeyRing(keys, database, () => undefined);
  const keyRing = await opened.catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const clients = createClientRegistry(database, keyRing);
  const accounts = createAccounts({
    ...{ database, keyRing, clients, publicUrl: () => 'http://prove' },
    ...{ sendMail: async () => undefined, warn: () => undefined },
  });
  const templates = createTemplateStore(database, keyRing);
  const audit = createAuditTrail(database, keyRing);
  return { database, keyRing, clients, accounts, templates, audit };
}
