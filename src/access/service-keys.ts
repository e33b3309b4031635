/** Keys the service signs and hashes with itself: random, sealed in SQL, one purpose each. */
import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { type KeyRing, SealBroken } from '../sealing/key-ring.ts';
import { serviceKeyBinding } from '../sealing/sealed-tables.ts';
import type { Database } from '../storage/database.ts';
import type { ServiceKeysTable } from '../storage/schema.ts';

export interface ServiceKey {
  readonly id: string;
  /** 64 random bytes, as an object, which libraries prepare for signing only once. */
  readonly secret: KeyObject;
}

const KEY_BYTES = 64;
/** Milliseconds after which a key that another process made is used, and an erased one is not. */
export const SERVICE_KEY_LIFE_IN_CACHE = 10_000;

/** The keys of one purpose, shared by all processes on the database. */
export function createServiceKeys(database: Database, keyRing: KeyRing, purpose: string) {
  const { db } = database;
  let kept: readonly ServiceKey[] = [];
  /** Ids of keys that do not open. */
  const unusable = new Set<string>();
  let keptUntil = 0;

  const keyRows = (from: Pick<typeof db, 'selectFrom'>) =>
    from
      .selectFrom('service_keys')
      .selectAll()
      .where('purpose', '=', purpose)
      .orderBy('created', 'desc')
      .orderBy('id');

  /** All keys, newest first. One that does not open is not used. */
  const load = async (): Promise<readonly ServiceKey[]> => {
    const keys: ServiceKey[] = [];
    for (const row of await keyRows(db).execute())
      try {
        const secret = await keyRing.open(db, serviceKeyBinding(row), row);
        keys.push({ id: row.id, secret: createSecretKey(secret) });
        secret.fill(0);
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        unusable.add(row.id);
      }
    keptUntil = performance.now() + SERVICE_KEY_LIFE_IN_CACHE;
    kept = keys;
    return keys;
  };

  const keys = async () => (performance.now() < keptUntil ? kept : load());

  /** Adds a key unless `suffices` says that the newest one will do. */
  const add = async (
    suffices: (newest: ServiceKeysTable) => boolean,
    now = new Date(),
  ): Promise<void> => {
    await database.write(async (trx) => {
      const newest = await keyRows(trx).limit(1).executeTakeFirst();
      if (newest !== undefined && suffices(newest)) return;
      const row = { id: randomUUID(), purpose, created: now.toISOString() };
      const sealed = (await keyRing.sealer(trx)).seal(
        serviceKeyBinding(row),
        randomBytes(KEY_BYTES),
      );
      await trx
        .insertInto('service_keys')
        .values({ ...row, ...sealed })
        .execute();
    });
  };

  return {
    /** The key to use now: the newest one; made when there is none. */
    async current() {
      const [newest] = await keys();
      if (newest !== undefined) return newest;
      // Another process may make the first one meanwhile: then that is the key of both.
      await add(({ id }) => !unusable.has(id));
      const [made] = await load();
      if (made === undefined) throw new SealBroken(`no key opens for the purpose ${purpose}`);
      return made;
    },

    async find(id: string) {
      const known = (await keys()).find((key) => key.id === id);
      return known ?? (await load()).find((key) => key.id === id);
    },

    /**
     * Adds a key when the newest one is `age` milliseconds old at `now`, and erases those whose
     * successor has been there for `overlap` milliseconds: until then they are still found.
     */
    async rotate({ age, overlap }: { readonly age: number; readonly overlap: number }, now: Date) {
      const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
      const rows = await keyRows(db).execute();
      const outdated = rows.slice(1).filter((_, i) => rows[i]!.created < ago(overlap));
      if (outdated.length > 0)
        await database.write(async (trx) => {
          for (const { id } of outdated)
            await trx.deleteFrom('service_keys').where('id', '=', id).execute();
        });
      const [newest] = rows;
      const due = newest !== undefined && newest.created < ago(age);
      if (due) await add(({ created }) => created !== newest.created, now);
      if (due || outdated.length > 0) keptUntil = 0;
    },
  };
}
