/** The service's own keys for signing and hashing: sealed, shared by processes, for one purpose. */

import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ago } from '../durations.ts';
import { SealBroken } from '../sealing/key-ring.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { bindingOf } from '../sealing/sealed-tables.ts';
import type { Database } from '../storage/database.ts';
import { insertRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';

export interface ServiceKey {
  readonly id: string;
  readonly created: Date;
  /** An object keeps its bytes out of heaps and logs. */
  readonly secret: KeyObject;
}

export interface ServiceKeyOptions {
  /** Makes the bytes of a new key. Default: `SIGNING_KEY_BYTES` random bytes. */
  readonly make?: () => Promise<Uint8Array>;
  /** True: a key that does not open is an error. False: a new key replaces it. */
  readonly irreplaceable?: boolean;
}

/** 512 bits, enough for HS512, the longest algorithm with a shared key. */
export const SIGNING_KEY_BYTES = 64;
/** Milliseconds until all processes use another process's key, or stop using an erased key. */
export const SERVICE_KEY_LIFE_IN_CACHE = 10_000;

/** The keys of one purpose, shared by all processes on the database. */
export function createServiceKeys(
  database: Database,
  keyRing: KeyRing,
  purpose: string,
  {
    make = async () => randomBytes(SIGNING_KEY_BYTES),
    irreplaceable = false,
  }: ServiceKeyOptions = {},
) {
  const { db } = database;
  const kept = new LRUCache<'keys', readonly ServiceKey[]>({
    max: 1,
    ttl: SERVICE_KEY_LIFE_IN_CACHE,
  });
  /** Ids of keys that do not open. */
  const unusable = new Set<string>();

  const keyRows = (from: Pick<typeof db, 'selectFrom'>) =>
    from
      .selectFrom('service_keys')
      .selectAll()
      .where('purpose', '=', purpose)
      .orderBy('created', 'desc')
      .orderBy('id');

  const load = async (): Promise<readonly ServiceKey[]> => {
    const keys: ServiceKey[] = [];
    for (const row of await keyRows(db).execute())
      try {
        const secret = await keyRing.open(db, bindingOf('service_keys', row), row);
        keys.push({
          id: row.id,
          created: new Date(row.created),
          secret: createSecretKey(secret),
        });
        secret.fill(0);
      } catch (error) {
        if (irreplaceable || !(error instanceof SealBroken)) throw error;
        unusable.add(row.id);
      }
    kept.set('keys', keys);
    return keys;
  };

  const keys = async () => kept.get('keys') ?? load();

  /** Adds a key unless `suffices` accepts the newest. */
  const add = async (
    suffices: (newest: Schema['service_keys']) => boolean,
    now = new Date(),
  ): Promise<void> => {
    // Outside the transaction, which may run more than once.
    const secret = await make();
    await database.write(async (trx) => {
      const newest = await keyRows(trx).limit(1).executeTakeFirst();
      if (newest !== undefined && suffices(newest)) return;
      const row = { id: randomUUID(), purpose, created: now.toISOString() };
      const sealed = (await keyRing.sealer(trx)).seal(bindingOf('service_keys', row), secret);
      await insertRow(trx, 'service_keys', { ...row, ...sealed });
    });
  };

  /** All keys that open, newest first. Makes a key if there is none. */
  const all = async (): Promise<readonly [ServiceKey, ...ServiceKey[]]> => {
    for (let found = await keys(), made = false; ; found = await load(), made = true) {
      const [newest, ...older] = found;
      if (newest !== undefined) return [newest, ...older];
      if (made) throw new SealBroken(`no key opens for the purpose ${purpose}`);
      // Another process may have made the first key meanwhile. Then both use that key.
      await add(({ id }) => !unusable.has(id));
    }
  };

  return {
    all,

    /** The key to use now: the newest. */
    current: async () => (await all())[0],

    async find(id: string) {
      const known = (await keys()).find((key) => key.id === id);
      return known ?? (await load()).find((key) => key.id === id);
    },

    /** Adds a key if the newest is `age` ms old. Erases keys replaced `overlap` ms ago. */
    async rotate({ age, overlap }: { readonly age: number; readonly overlap: number }, now: Date) {
      const before = (milliseconds: number) => ago(now, milliseconds).toISOString();
      const rows = await keyRows(db).execute();
      const outdated = rows.slice(1).filter((_, i) => rows[i]!.created < before(overlap));
      if (outdated.length > 0)
        await database.write(async (trx) => {
          for (const { id } of outdated)
            await trx.deleteFrom('service_keys').where('id', '=', id).execute();
        });
      const [newest] = rows;
      const due = newest !== undefined && newest.created < before(age);
      if (due) await add(({ created }) => created !== newest.created, now);
      // This or another process may have changed the keys.
      kept.clear();
    },
  };
}
