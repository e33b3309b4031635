/** Keys of the OAuth provider: sealed in SQL, shared by all processes, rotated with overlap. */
import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Kysely } from 'kysely';
import type { KeyRing } from '../../sealing/key-ring.ts';
import { oauthKeyBinding } from '../../sealing/sealed-tables.ts';
import type { OauthKeysTable } from '../../storage/account-tables.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';

type Purpose = OauthKeysTable['purpose'];

export interface ProviderKeys {
  /** Changes whenever one of the keys does. */
  readonly version: string;
  /** Private JWKs, RS256; the first one signs. */
  readonly signature: readonly JWK[];
  /** The first one signs cookies. */
  readonly cookie: readonly string[];
  /** Never rotated: subject identifiers are derived from it. */
  readonly pairwise: Uint8Array;
}

const DAY_MS = 86_400_000;
/** A key signs for this long. */
const ROTATION_MS = 90 * DAY_MS;
/** It is published for this long after that: tokens and cookies it signed live no longer. */
const OVERLAP_MS = 30 * DAY_MS;
/** A new key is published this long before it signs, for clients that keep the key set. */
const ANNOUNCED_MS = DAY_MS;

/**
 * The keys as they are to be used now; missing and outdated ones are made, expired ones erased.
 * Several processes may call it at once and end up with the same keys.
 */
export async function providerKeys(
  database: Database,
  keyRing: KeyRing,
  now = new Date(),
): Promise<ProviderKeys> {
  let rows = await keyRows(database.db);
  const wanted = (['signature', 'cookie', 'pairwise'] as const).filter((purpose) =>
    needsKey(rows, purpose, now),
  );
  const expired = rows.filter((row) => isExpired(row, now));
  if (wanted.length > 0 || expired.length > 0) {
    // Made outside the transaction, which may run more than once; an RSA key takes a while.
    const made = await Promise.all(
      wanted.map(async (purpose) => ({ purpose, key: await newKey(purpose) })),
    );
    await database.write(async (trx) => {
      const present = await keyRows(trx);
      const sealer = await keyRing.sealer(trx);
      for (const { purpose, key } of made) {
        if (!needsKey(present, purpose, now)) continue;
        const row = { id: randomUUID(), purpose, created: now.toISOString() };
        const sealed = sealer.seal(oauthKeyBinding(row), key);
        await trx
          .insertInto('oauth_keys')
          .values({ ...row, ...sealed })
          .execute();
      }
      for (const { id } of expired)
        await trx.deleteFrom('oauth_keys').where('id', '=', id).execute();
    });
    rows = await keyRows(database.db);
  }
  return openKeys(database.db, keyRing, rows, now);
}

function keyRows(db: Kysely<Schema>): Promise<OauthKeysTable[]> {
  return db.selectFrom('oauth_keys').selectAll().orderBy('created').orderBy('id').execute();
}

const age = (row: OauthKeysTable, now: Date) => now.getTime() - Date.parse(row.created);

function needsKey(rows: readonly OauthKeysTable[], purpose: Purpose, now: Date): boolean {
  const newest = rows.findLast((row) => row.purpose === purpose);
  if (newest === undefined) return true;
  return purpose !== 'pairwise' && age(newest, now) > ROTATION_MS - ANNOUNCED_MS;
}

const isExpired = (row: OauthKeysTable, now: Date) =>
  row.purpose !== 'pairwise' && age(row, now) > ROTATION_MS + OVERLAP_MS;

async function newKey(purpose: Purpose): Promise<Uint8Array> {
  if (purpose !== 'signature') return randomBytes(32);
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return Buffer.from(JSON.stringify(await exportJWK(privateKey)));
}

async function openKeys(
  db: Kysely<Schema>,
  keyRing: KeyRing,
  rows: readonly OauthKeysTable[],
  now: Date,
): Promise<ProviderKeys> {
  const opened = async (purpose: Purpose) => {
    const own = rows.filter((row) => row.purpose === purpose);
    const announced = own.filter((row) => age(row, now) < ANNOUNCED_MS);
    const active = own.filter((row) => !announced.includes(row)).reverse();
    // The very first key has no older one that could sign until it is announced.
    const ordered = active.length > 0 ? [...active, ...announced] : announced;
    return Promise.all(
      ordered.map(async (row) => ({
        id: row.id,
        bytes: await keyRing.open(db, oauthKeyBinding(row), row),
      })),
    );
  };
  const [signature, cookie, pairwise] = await Promise.all([
    opened('signature'),
    opened('cookie'),
    opened('pairwise'),
  ]);
  return {
    version: [...signature, ...cookie].map(({ id }) => id).join(' '),
    signature: signature.map(({ id, bytes }) => ({
      ...(JSON.parse(bytes.toString('utf8')) as JWK),
      kid: id,
      alg: 'RS256',
      use: 'sig',
    })),
    cookie: cookie.map(({ bytes }) => bytes.toString('base64url')),
    pairwise: pairwise[0]?.bytes ?? Buffer.alloc(0),
  };
}
