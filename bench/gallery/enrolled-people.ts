/** Fills a database with enrolled people, sealed as by the service, in large transactions. */
import { randomUUID } from 'node:crypto';
import { createClassRevisions } from '../../src/sealing/classes.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { bindingOf } from '../../src/sealing/sealed-tables.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { encodeRecord } from '../../src/templates/record.ts';
import type { TemplateStore } from '../../src/templates/store.ts';
import { createTemplateStore } from '../../src/templates/store.ts';

export const STORAGE = 'bench';
export const PARTITION = '1';

/** Address of the database, and the key that opens it. */
export interface BenchSource {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly masterKey: string;
  readonly keyFile: string;
  readonly keyFileIsDefault: false;
}

export interface EnrolledPeople {
  readonly database: Database;
  readonly templates: TemplateStore;
}

/** People per transaction, and per statement. */
const AT_ONCE = 2000;
const A_STATEMENT = 100;

/**
 * @param vectorOf feature vector of the person with that number, from 0
 * @param onProgress receives the number of written people
 */
export async function enrolPeople(
  source: BenchSource,
  people: number,
  vectorOf: (person: number) => Float32Array,
  onProgress: (done: number) => void,
): Promise<EnrolledPeople> {
  const database = await openDatabase(source);
  const keyRing = await openKeyRing(source, database);
  const { sealed } = createClassRevisions(keyRing.derive);
  for (let first = 0; first < people; first += AT_ONCE) {
    const last = Math.min(people, first + AT_ONCE);
    await database.write(async (trx) => {
      const sealer = await keyRing.sealer(trx);
      const rows = Array.from({ length: last - first }, (_, i) => {
        const key = {
          storage: STORAGE,
          partition: PARTITION,
          class_id: BigInt(first + i + 1),
          revision: 1,
          encoder_version: 1,
        };
        const now = new Date();
        const values = vectorOf(first + i);
        const record = encodeRecord({
          bcid: { storage: STORAGE, partition: PARTITION, classId: key.class_id },
          encoderVersion: 1,
          features: [{ id: randomUUID(), values, enrolled: now }],
          tags: [],
          enrolled: now,
          updated: now,
        });
        return { ...key, ...sealer.seal(bindingOf('templates', key), record) };
      });
      // The store's work for each person, done for many together.
      const revisions = rows.map(sealed);
      for (let at = 0; at < rows.length; at += A_STATEMENT) {
        const end = at + A_STATEMENT;
        await trx.insertInto('templates').values(rows.slice(at, end)).execute();
        await trx.insertInto('template_revisions').values(revisions.slice(at, end)).execute();
      }
    });
    onProgress(last);
  }
  return { database, templates: createTemplateStore(database, keyRing) };
}
