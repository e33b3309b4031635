/** Webhooks of clients in SQL: their addresses, event types and sealed secrets. */

import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { MemberRefused, NotFound } from '../errors.ts';
import type { KeyRing } from '../sealing/keys.ts';
import { checkOverlap, DEFAULT_OVERLAP_SECONDS } from '../sealing/overlap.ts';
import { bindingOf } from '../sealing/sealed-tables.ts';
import { requireClientRow } from '../storage/client-row.ts';
import type { Database } from '../storage/database.ts';
import { countRows, deleteRows, findRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import type { Destinations } from './destination.ts';
import { EVENT_TYPES, type EventType, isEventType } from './event.ts';
import { writeDisabled } from './health.ts';
import { newWebhookSecret } from './secret.ts';

export type Webhook = Readonly<ReturnType<typeof toWebhook>>;

export interface NewWebhook {
  readonly clientId: string;
  readonly url: string;
  /** At least one. */
  readonly events: readonly string[];
}

export type WebhookChanges = Partial<Pick<NewWebhook, 'url' | 'events'>>;

export type WebhookRegistry = ReturnType<typeof createWebhookRegistry>;

/** Webhooks of a client. */
export const MOST_WEBHOOKS = 10;

/** Contents of the sealed body, newest first; `until`: RFC 3339. */
type Secrets = readonly { readonly secret: string; readonly until?: string }[];

export function createWebhookRegistry(
  database: Database,
  keyRing: KeyRing,
  destinations: Destinations,
) {
  const { db } = database;
  const { rows } = keyRing;
  const existing = async (from: Kysely<Schema>, id: string) => {
    const found = await findRow(from, 'webhooks', { id });
    const row = found && rows.requireValid('webhooks', found);
    if (row === undefined) throw noWebhook(id);
    return row;
  };
  const sealed = async (trx: Transaction<Schema>, row: SecretsKey, secrets: Secrets) =>
    (await keyRing.sealer(trx)).seal(
      bindingOf('webhooks', row),
      Buffer.from(JSON.stringify(secrets)),
    );
  const secretsOf = async (from: Kysely<Schema>, row: Schema['webhooks']): Promise<Secrets> => {
    const now = new Date().toISOString();
    const all = JSON.parse(
      (await keyRing.open(from, bindingOf('webhooks', row), row)).toString('utf8'),
    ) as Secrets;
    return all.filter(({ until }) => until === undefined || until > now);
  };

  return {
    /** @throws NotFound no such client; MemberRefused */
    async create({ clientId, url, events }: NewWebhook) {
      destinations.check(url);
      const types = checkEvents(events);
      const secret = newWebhookSecret();
      const id = randomUUID();
      const created = new Date();
      await database.write(async (trx) => {
        await requireClientRow(trx, clientId);
        if ((await countRows(trx, 'webhooks', { client_id: clientId })) >= MOST_WEBHOOKS)
          throw new MemberRefused(
            'clientId',
            `a client has ${MOST_WEBHOOKS} webhooks at most`,
            'too-many',
          );
        const key = { id, client_id: clientId, rotated: created.toISOString() };
        await rows.insert(trx, 'webhooks', {
          ...key,
          url,
          events: JSON.stringify(types),
          created: created.toISOString(),
          ...(await sealed(trx, key, [{ secret }])),
        });
      });
      return { id, clientId, url, events: types, created, secret };
    },

    /** By client. Leaves out webhooks whose rows were tampered with. */
    async list(clientId?: string): Promise<readonly Webhook[]> {
      let query = db.selectFrom('webhooks').selectAll().orderBy('client_id').orderBy('created');
      if (clientId !== undefined) query = query.where('client_id', '=', clientId);
      const found = rows.filterValid('webhooks', await query.execute());
      const health = await db.selectFrom('webhook_health').selectAll().execute();
      const byId = new Map(health.map((one) => [one.webhook_id, one]));
      return found.map((row) => toWebhook(row, byId.get(row.id)));
    },

    /** @throws NotFound; RecordRefused */
    async find(id: string): Promise<Webhook> {
      const row = await existing(db, id);
      return toWebhook(row, await findRow(db, 'webhook_health', { webhook_id: id }));
    },

    /** Its address and signing secrets. @throws NotFound; RecordRefused; SealBroken */
    async target(id: string) {
      const row = await existing(db, id);
      const secrets = (await secretsOf(db, row)).map(({ secret }) => secret);
      return { url: row.url, secrets };
    },

    /** @throws NotFound; MemberRefused */
    async update(id: string, { url, events }: WebhookChanges) {
      if (url !== undefined) destinations.check(url);
      const change = {
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events: JSON.stringify(checkEvents(events)) }),
      };
      await database.write(async (trx) =>
        rows.update(trx, 'webhooks', await existing(trx, id), change),
      );
    },

    /** Makes a new secret. Earlier ones also sign until the overlap ends. @throws NotFound */
    async rotateSecret(id: string, overlapSeconds = DEFAULT_OVERLAP_SECONDS) {
      checkOverlap(overlapSeconds);
      const secret = newWebhookSecret();
      await database.write(async (trx) => {
        const row = await existing(trx, id);
        const now = Date.now();
        const end = new Date(now + overlapSeconds * 1000).toISOString();
        const older = (await secretsOf(trx, row))
          .map((one) => ({ ...one, until: one.until && one.until < end ? one.until : end }))
          .filter(({ until }) => until > new Date(now).toISOString());
        const rotated = new Date(now).toISOString();
        const body = await sealed(trx, { ...row, rotated }, [{ secret }, ...older]);
        await rows.update(trx, 'webhooks', row, { rotated, ...body });
      });
      return { secret };
    },

    /** Delivers to it again from now on. @throws NotFound */
    enable: (id: string) =>
      database.write(async (trx) => {
        await existing(trx, id);
        await trx.deleteFrom('webhook_health').where('webhook_id', '=', id).execute();
      }),

    /** Stops deliveries to it, and drops its waiting messages. @throws NotFound */
    disable: (id: string, problem: string) =>
      database.write(async (trx) => {
        await existing(trx, id);
        await writeDisabled(trx, id, problem, new Date());
      }),

    /** Deletes it with its waiting messages. @throws NotFound */
    async delete(id: string) {
      const clientId = await database.write(async (trx) => {
        const row = await findRow(trx, 'webhooks', { id });
        if (row === undefined) throw noWebhook(id);
        await deleteRows(trx, 'webhooks', { id });
        return row.client_id;
      });
      await database.scrub();
      return { clientId };
    },
  };
}

type SecretsKey = Pick<Schema['webhooks'], 'id' | 'client_id' | 'rotated'>;

/** Each type once. @throws MemberRefused */
function checkEvents(events: readonly string[]): readonly EventType[] {
  const types = [...new Set(events)];
  const wrong = types.find((type) => !isEventType(type));
  if (wrong !== undefined || types.length === 0)
    throw new MemberRefused(
      'events',
      `${wrong === undefined ? 'none is given' : `there is no event ${wrong}`}; ` +
        `there are ${Object.keys(EVENT_TYPES).join(', ')}`,
    );
  return types.filter(isEventType);
}

function toWebhook(row: Schema['webhooks'], health: Schema['webhook_health'] | undefined) {
  const { id, client_id: clientId, url, created } = row;
  const events: readonly EventType[] = JSON.parse(row.events);
  return {
    ...{ id, clientId, url, events, created: new Date(created) },
    health: {
      /** When it accepted the latest event; null: none yet. */
      delivered: dateOf(health?.delivered),
      /** Null: it accepted the latest event. */
      failingSince: dateOf(health?.failing_since),
      /** The latest failure. */
      problem: health?.problem ?? null,
      /** Since when it is disabled; null: it is not. */
      disabled: dateOf(health?.disabled),
      /** Events lost since it was made or enabled. */
      lost: health?.lost ?? 0,
    },
  };
}

const dateOf = (text: string | null | undefined): Date | null =>
  text === null || text === undefined ? null : new Date(text);

const noWebhook = (id: string) => new NotFound(`There is no webhook ${id}.`);
