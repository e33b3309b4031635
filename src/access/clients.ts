/** Registered clients in SQL: their settings, secret and signing keys. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { InvalidArgument, NotFound } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import type { KeyRing } from '../storage/key-ring.ts';
import type { ClientsTable, Schema } from '../storage/schema.ts';
import { recordChanges } from '../templates/changes.ts';
import { checkNewClient, mergeSettings } from './check-client.ts';
import type { Client, ClientRegistry } from './client.ts';
import { hashSecret, newSecret, secretMatches } from './secrets.ts';
import { activeSigningKeys, addSigningKey, expireSigningKeys } from './signing-keys.ts';

/** A day, in which every instance of the client can take over the new key. */
const DEFAULT_OVERLAP_SECONDS = 86_400;

export function createClientRegistry(database: Database, keyRing: KeyRing): ClientRegistry {
  const { db } = database;
  return {
    async create(wanted) {
      checkNewClient(wanted);
      const { id, name, storage, partition, redirectUris = [], allowedOrigins = [] } = wanted;
      const settings = mergeSettings(wanted.settings ?? {});
      const client = { id, name, storage, partition, redirectUris, allowedOrigins, settings };
      const secret = newSecret();
      const { salt, hash } = hashSecret(secret);
      return database.write(async (trx) => {
        if ((await clientRow(trx, id)) !== undefined)
          throw new InvalidArgument(`id: the client ${id} exists already`);
        const created = new Date();
        await trx
          .insertInto('clients')
          .values({
            id,
            name,
            storage,
            partition,
            secret_salt: salt,
            secret_hash: hash,
            settings: JSON.stringify(settings),
            redirect_uris: JSON.stringify(redirectUris),
            allowed_origins: JSON.stringify(allowedOrigins),
            created: created.toISOString(),
          })
          .execute();
        const signingKey = await addSigningKey(trx, keyRing, id);
        return { ...client, created, secret, ...signingKey };
      });
    },

    async find(id) {
      const row = await clientRow(db, id);
      return row === undefined ? undefined : toClient(row);
    },

    async list() {
      const rows = await db.selectFrom('clients').selectAll().orderBy('id').execute();
      return rows.map(toClient);
    },

    signingKeys: (id) => activeSigningKeys(db, keyRing, id),

    async checkSecret(id, secret) {
      const row = await clientRow(db, id);
      const known = row && { salt: row.secret_salt, hash: row.secret_hash };
      return secretMatches(secret, known);
    },

    rotateKey: (id, overlapSeconds = DEFAULT_OVERLAP_SECONDS) =>
      database.write(async (trx) => {
        await existing(trx, id);
        await expireSigningKeys(trx, id, new Date(Date.now() + overlapSeconds * 1000));
        return addSigningKey(trx, keyRing, id);
      }),

    updateSettings: (id, changes) =>
      database.write(async (trx) => {
        const client = toClient(await existing(trx, id));
        const settings = mergeSettings(changes, client.settings);
        await trx
          .updateTable('clients')
          .set({ settings: JSON.stringify(settings) })
          .where('id', '=', id)
          .execute();
        return { ...client, settings };
      }),

    async delete(id, { erase = false } = {}) {
      await database.write(async (trx) => {
        const client = await existing(trx, id);
        await settleTemplates(trx, database.kind, client, erase);
        // What people allowed ends with it: who takes the id later is somebody else.
        for (const table of ['application_consents', 'oauth_records'] as const)
          await trx.deleteFrom(table).where('client_id', '=', id).execute();
        await trx.deleteFrom('clients').where('id', '=', id).execute();
      });
      await database.scrub();
    },
  };
}

function clientRow(from: Kysely<Schema>, id: string): Promise<ClientsTable | undefined> {
  return from.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst();
}

async function existing(from: Kysely<Schema>, id: string): Promise<ClientsTable> {
  const row = await clientRow(from, id);
  if (row === undefined) throw new NotFound(`There is no client ${id}.`);
  return row;
}

function toClient(row: ClientsTable): Client {
  return {
    id: row.id,
    name: row.name,
    storage: row.storage,
    partition: row.partition,
    settings: mergeSettings(JSON.parse(row.settings)),
    redirectUris: JSON.parse(row.redirect_uris),
    allowedOrigins: JSON.parse(row.allowed_origins),
    created: new Date(row.created),
  };
}

/** Templates nobody could reach after `client` is gone are erased, or stop the deletion. */
async function settleTemplates(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  { id, storage, partition }: ClientsTable,
  erase: boolean,
): Promise<void> {
  const sharing = await trx
    .selectFrom('clients')
    .select('id')
    .where('storage', '=', storage)
    .where('partition', '=', partition)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (sharing !== undefined) return;
  if (erase) {
    await recordChanges(trx, kind, { storage, partition }, randomUUID());
    await trx
      .deleteFrom('templates')
      .where('storage', '=', storage)
      .where('partition', '=', partition)
      .execute();
    return;
  }
  const { number } = await trx
    .selectFrom('templates')
    .select(sql<number>`cast(count(*) as integer)`.as('number'))
    .where('storage', '=', storage)
    .where('partition', '=', partition)
    .executeTakeFirstOrThrow();
  if (number > 0)
    throw new InvalidArgument(
      `id: ${number} templates of ${storage}.${partition} would be orphaned; erase them as well`,
    );
}
