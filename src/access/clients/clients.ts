/** Stores registered clients in SQL: settings, secrets and signing keys. */

import type { Kysely, Transaction } from 'kysely';
import { InvalidArgument, MemberRefused, Unauthenticated } from '../../errors.ts';
import { type ClassRevisions, createClassRevisions } from '../../sealing/classes.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import { isOf } from '../../storage/class-key.ts';
import { requireClientRow } from '../../storage/client-row.ts';
import { readClock } from '../../storage/clock.ts';
import type { Database, TransactionStep } from '../../storage/database.ts';
import { countRows, deleteRows, findRow } from '../../storage/rows.ts';
import type { Schema } from '../../storage/schema.ts';
import { excludeWritersOfPeople } from '../../storage/writers-of-people.ts';
import { recordChanges } from '../../templates/changes.ts';
import { dismissAdministrators } from '../accounts/positions.ts';
import { checkNewClient } from './check-client.ts';
import type { Client, ClientChanges, CreatedClient, NewClient } from './client.ts';
import { createClientCredentials, isSecretOf } from './client-credentials.ts';
import { requireRevision } from './client-revision.ts';
import { mergeSettings, readSettings, type SettingChanges } from './client-settings.ts';
import { countDependentRows } from './dependent-rows.ts';
import { checkGivenSecret, readGivenKey } from './given-credentials.ts';
import { readPublicKeys } from './public-keys.ts';
import { sandboxStorage } from './sandbox.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { activeSigningKeys, addSigningKey } from './signing-keys.ts';

export type ClientRegistry = ReturnType<typeof createClientRegistry>;

/** Returns keys and secrets once. */
export function createClientRegistry(database: Database, keyRing: KeyRing) {
  const { db } = database;
  const { rows } = keyRing;
  const classes = createClassRevisions(keyRing.derive);
  const existing = async (from: Kysely<Schema>, id: string): Promise<Schema['clients']> => {
    const row = rows.requireValid('clients', await requireClientRow(from, id));
    return row ?? requireClientRow(from, id);
  };
  return {
    ...createClientCredentials(database, keyRing, existing),

    /** @throws MemberRefused bad name, a secret or key that can be guessed, or the id is taken */
    async create(wanted: NewClient): Promise<CreatedClient> {
      const { id, name, partition } = wanted;
      const storage = wanted.settings?.sandbox ? sandboxStorage(wanted.storage) : wanted.storage;
      checkNewClient({ ...wanted, storage });
      const { redirectUris = [], postLogoutRedirectUris = [], allowedOrigins = [] } = wanted;
      const addresses = { redirectUris, postLogoutRedirectUris, allowedOrigins };
      const publicKeys = readPublicKeys(wanted.publicKeys ?? []);
      const settings = mergeSettings(wanted.settings ?? {});
      const client = { id, name, storage, partition, ...addresses, publicKeys, settings };
      if (wanted.secret !== undefined) checkGivenSecret(wanted.secret);
      const givenKey = wanted.key === undefined ? undefined : readGivenKey(wanted.key);
      const secret = wanted.secret ?? newSecret();
      const { salt, hash } = hashSecret(secret);
      return database.write(async (trx) => {
        if ((await findRow(trx, 'clients', { id })) !== undefined)
          throw new MemberRefused('id', `the client ${id} exists already`, 'taken');
        const created = new Date();
        await rows.insert(trx, 'clients', {
          id,
          name,
          storage,
          partition,
          secret_salt: salt,
          secret_hash: hash,
          secret_created: null,
          older_secret_salt: null,
          older_secret_hash: null,
          older_secret_ends: null,
          settings: JSON.stringify(settings),
          ...addressColumns(client),
          created: created.toISOString(),
        });
        const signingKey = await addSigningKey(trx, keyRing, id, givenKey);
        return { ...client, created, secret, ...signingKey };
      });
    },

    async find(id: string) {
      const row = await findRow(db, 'clients', { id });
      const now = row && rows.requireValid('clients', row);
      return now && toClient(now);
    },

    /** @throws NotFound */
    get: async (id: string) => toClient(await existing(db, id)),

    async list() {
      const clients = await db.selectFrom('clients').selectAll().orderBy('id').execute();
      return rows.filterValid('clients', clients).map(toClient);
    },

    /** Active HMAC keys of the client, newest first; empty when there is no such client. */
    signingKeys: (id: string) => activeSigningKeys(db, keyRing, id),

    /** True if `secret` belongs to the client (Basic authentication). Takes constant time. */
    async checkSecret(id: string, secret: string) {
      const row = await findRow(db, 'clients', { id });
      return isSecretOf(row && rows.requireValid('clients', row), secret);
    },

    /** @param seen revision that the change is based on @throws NotFound; MemberRefused; Aborted */
    updateSettings: (id: string, changes: SettingChanges, seen?: string): Promise<Client> =>
      database.write(async (trx) => {
        const row = await existing(trx, id);
        const client = toClient(row);
        requireRevision(client, seen);
        const settings = mergeSettings(changes, client.settings);
        // The stored data are those of a sandbox, or they are not.
        if (settings.sandbox !== client.settings.sandbox)
          throw new MemberRefused('settings.sandbox', 'only set when a client is created');
        await rows.update(trx, 'clients', row, { settings: JSON.stringify(settings) });
        return { ...client, settings };
      }),

    /** Keeps absent members. @throws NotFound; MemberRefused; Aborted as `updateSettings` */
    update: (id: string, changes: ClientChanges, seen?: string): Promise<Client> =>
      database.write(async (trx) => {
        const row = await existing(trx, id);
        const client = toClient(row);
        requireRevision(client, seen);
        const publicKeys = readPublicKeys(changes.publicKeys ?? client.publicKeys);
        const changed = { ...client, ...changes, publicKeys };
        checkNewClient(changed);
        const { name } = changed;
        await rows.update(trx, 'clients', row, { name, ...addressColumns(changed) });
        return changed;
      }),

    /** The data that a deletion would delete too. @throws NotFound */
    async dependentRows(id: string) {
      const { storage, partition } = await existing(db, id);
      return countDependentRows(db, { id, storage, partition });
    },

    /**
     * Returns when, by the clock of the database.
     * @throws NotFound; InvalidArgument templates would be orphaned, and `erase` is false
     */
    async delete(id: string, { erase = false }: { readonly erase?: boolean } = {}) {
      const deleted = await database.write(async (trx) => {
        // No enrolment may follow unseen, for a client that is gone.
        await excludeWritersOfPeople(trx, database.kind);
        const client = await existing(trx, id);
        await settleTemplates(trx, database.kind, classes, client, erase);
        // Consents end with the client, because a later client of that id is another application.
        await deleteRows(trx, 'application_consents', { client_id: id });
        await deleteRows(trx, 'oauth_records', { client_id: id });
        await deleteRows(trx, 'task_tokens', { client_id: id });
        await deleteRows(trx, 'liveness_sessions', { client_id: id });
        await deleteRows(trx, 'webhooks', { client_id: id });
        await dismissAdministrators(trx, keyRing, id);
        await deleteRows(trx, 'client_keys', { client_id: id });
        await deleteRows(trx, 'clients', { id });
        return new Date(await readClock(trx, database.kind));
      });
      await database.scrub();
      return deleted;
    },
  };
}

const addressColumns = (client: Required<Omit<ClientChanges, 'name'>>) => ({
  redirect_uris: JSON.stringify(client.redirectUris),
  logout_uris: orNull(client.postLogoutRedirectUris),
  allowed_origins: JSON.stringify(client.allowedOrigins),
  public_keys: orNull(client.publicKeys),
});

const orNull = (list: readonly unknown[]) => (list.length === 0 ? null : JSON.stringify(list));

/** Stops a change if its client is gone. @throws Unauthenticated */
export function requireRegistered(
  client: Pick<Client, 'id'> & Partial<Pick<Client, 'created'>>,
): TransactionStep {
  return async (trx) => {
    if (!(await isRegistered(trx, client))) throw new Unauthenticated('the client was deleted');
  };
}

/** Whether the client still exists, and is not a new client under the same id. */
export async function isRegistered(
  from: Kysely<Schema>,
  { id, created }: Pick<Client, 'id'> & Partial<Pick<Client, 'created'>>,
): Promise<boolean> {
  const row = await findRow(from, 'clients', { id });
  return row !== undefined && (created === undefined || row.created === created.toISOString());
}

const toClient = (row: Schema['clients']): Client => ({
  id: row.id,
  name: row.name,
  storage: row.storage,
  partition: row.partition,
  settings: readSettings(row.settings),
  redirectUris: JSON.parse(row.redirect_uris),
  postLogoutRedirectUris: JSON.parse(row.logout_uris ?? '[]'),
  allowedOrigins: JSON.parse(row.allowed_origins),
  publicKeys: JSON.parse(row.public_keys ?? '[]'),
  created: new Date(row.created),
});

/** Erases templates that no other client can reach, or refuses the deletion because of them. */
async function settleTemplates(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  classes: ClassRevisions,
  { id, storage, partition }: Schema['clients'],
  erase: boolean,
): Promise<void> {
  const sharing = await trx
    .selectFrom('clients')
    .select('id')
    .where(isOf({ storage, partition }))
    .where('id', '<>', id)
    .executeTakeFirst();
  if (sharing !== undefined) return;
  if (erase) {
    await recordChanges(trx, kind, { storage, partition }, async () => {
      for (const table of ['templates', 'refused_comparisons'] as const)
        await trx.deleteFrom(table).where(isOf({ storage, partition })).execute();
      await classes.removeAll(trx, { storage, partition });
    });
    return;
  }
  const number = await countRows(trx, 'templates', { storage, partition });
  if (number > 0)
    throw new InvalidArgument(
      `id: ${number} templates of ${storage}.${partition} would be orphaned; erase them as well`,
    );
}
