/** Webhooks from the change that is told of to the receiver, on real databases and real servers. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientRegistry, createClientRegistry } from '../../src/access/clients/clients.ts';
import { checkWebhooks } from '../../src/cli/doctor/webhook-checks.ts';
import { parseConfig } from '../../src/config/config.ts';
import { NotFound } from '../../src/errors.ts';
import { type KeyRing, openKeyRing } from '../../src/sealing/keys.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import type { Database } from '../../src/storage/database.ts';
import { countRows } from '../../src/storage/rows.ts';
import { createDeliveries, type Deliveries } from '../../src/webhooks/deliveries.ts';
import { createDestinations } from '../../src/webhooks/destination.ts';
import { KEPT_MS, MOST_KEPT } from '../../src/webhooks/ended-messages.ts';
import type { EventType, WebhookEvent } from '../../src/webhooks/event.ts';
import { DISABLED_AFTER } from '../../src/webhooks/health.ts';
import { createOutbox, type Outbox } from '../../src/webhooks/outbox.ts';
import { LONGEST_LIFE, RETRY_DELAYS } from '../../src/webhooks/queue.ts';
import {
  createWebhookRegistry,
  MOST_WEBHOOKS,
  type WebhookRegistry,
} from '../../src/webhooks/registry.ts';
import { createSender, type Sender } from '../../src/webhooks/send.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';
import { type Receiver, startReceiver, verified } from '../../testing/webhook-receiver.ts';

const HOUR = 3_600_000;
const NOTHING = '00000000-0000-0000-0000-000000000000';

interface Process {
  readonly outbox: Outbox;
  readonly webhooks: WebhookRegistry;
  readonly deliveries: Deliveries;
}

describe.each(await databaseKinds())('on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let keyRing: KeyRing;
  let clients: ClientRegistry;
  let receiver: Receiver;
  let sender: Sender;
  let here: Process;
  let there: Process;
  let warnings: string[];
  let hook: { readonly id: string; readonly secret: string };

  const processOn = (opened: Database, ring: KeyRing, by = sender): Process => {
    const webhooks = createWebhookRegistry(opened, ring, createDestinations(parseConfig({})));
    const warn = (message: string) => void warnings.push(message);
    const parts = { database: opened, keyRing: ring, webhooks, sender: by, warn };
    return { outbox: createOutbox(ring), webhooks, deliveries: createDeliveries(parts) };
  };

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    const key = masterKey();
    keyRing = await openKeyRing(key, database);
    clients = createClientRegistry(database, keyRing);
    for (const [id, storage] of [
      ['shop', 'people'],
      ['desk', 'people'],
      ['other', 'others'],
    ] as const)
      await clients.create({ id, name: id, storage, partition: '1' });
    receiver = await startReceiver();
    sender = createSender(createDestinations(parseConfig({})));
    here = processOn(database, keyRing);
    const second = await test.open();
    there = processOn(second, await openKeyRing(key, second));
  });
  afterAll(async () => {
    await sender?.close();
    await receiver?.close();
    await test.drop();
  });
  beforeEach(async () => {
    warnings = [];
    receiver.answers(204);
    for (const { id } of await here.webhooks.list()) await here.webhooks.delete(id);
    hook = await create('shop', 'face.deleted');
  });

  const create = (clientId: string, ...events: readonly EventType[]) =>
    here.webhooks.create({ clientId, url: receiver.url, events });
  const deleted = (classId: bigint, storage = 'people'): WebhookEvent => ({
    type: 'face.deleted',
    audience: { storage, partition: '1' },
    data: { classId: classId.toString() },
  });
  const tell = (...events: readonly WebhookEvent[]) =>
    database.write((trx) => here.outbox.enqueue(trx, events));
  const look = async (process = here) => {
    await process.deliveries.look();
    await process.deliveries.idle();
  };
  const waiting = () =>
    database.db.selectFrom('webhook_deliveries').selectAll().orderBy('created').execute();
  const health = async () => (await here.webhooks.find(hook.id)).health;
  /** As if the time until the next attempt were over. */
  const later = () =>
    database.write((trx) => trx.updateTable('webhook_deliveries').set({ due_ms: 1n }).execute());

  it('sends no message twice whose row somebody puts back', async () => {
    await tell(deleted(7n));
    const rows = await waiting();
    await look();
    expect(await waiting()).toEqual([]);
    await database.db.insertInto('webhook_deliveries').values(rows).execute();
    await look();
    expect(receiver.received).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    expect(warnings.join()).toContain(`${rows[0]!.id} was put back`);
  });

  it('sends it again after a restart, under its id, but not when its life is over', async () => {
    await tell(deleted(7n));
    const rows = await waiting();
    await look();
    const putBack = () => database.db.insertInto('webhook_deliveries').values(rows).execute();
    await putBack();
    await look(processOn(database, keyRing));
    expect(receiver.received.map(({ id }) => id)).toEqual([rows[0]!.id, rows[0]!.id]);
    await putBack();
    vi.setSystemTime(Date.now() + LONGEST_LIFE + 1000);
    await look(processOn(database, keyRing)).finally(() => vi.useRealTimers());
    expect(receiver.received).toHaveLength(2);
    expect(await waiting()).toEqual([]);
  });

  describe('ended messages', () => {
    const messages = () => here.deliveries.messages(hook.id);

    it('are kept with body and answer, and one can be sent again', async () => {
      await tell(deleted(7n));
      await look();
      const [taken] = await messages();
      expect(taken).toMatchObject({ state: 'taken', attempts: 1, answer: 'answered 204' });
      expect(JSON.parse(taken!.body!)).toMatchObject({ data: { classId: '7' } });
      receiver.answers(500);
      const failed = { outcome: 'failed', problem: 'answered 500' };
      expect(await here.deliveries.again(hook.id, taken!.id)).toEqual(failed);
      const after = { state: 'taken', attempts: 2, answer: 'answered 500' };
      expect(await messages()).toMatchObject([after]);
      expect(receiver.received.map(({ id }) => id)).toEqual([taken!.id]);
      await expect(here.deliveries.again(NOTHING, taken!.id)).rejects.toThrow(NotFound);
    });

    it('that wait go on waiting until one is taken, by whichever attempt', async () => {
      receiver.answers(500);
      await tell(deleted(7n));
      await look();
      const [message] = await messages();
      expect(message).toMatchObject({ state: 'waiting', attempts: 1, answer: 'answered 500' });
      expect(message!.time.getTime()).toBeGreaterThan(Date.now());
      receiver.answers(503);
      await here.deliveries.again(hook.id, message!.id);
      expect(await waiting()).toHaveLength(1);
      expect(await messages()).toMatchObject([{ attempts: 1, answer: 'answered 503' }]);
      receiver.answers(204);
      const both = [here, there].map(({ deliveries }) => deliveries.again(hook.id, message!.id));
      expect(await Promise.all(both)).toMatchObject([{ outcome: 'taken' }, { outcome: 'taken' }]);
      expect(await waiting()).toEqual([]);
      expect(await messages()).toMatchObject([{ state: 'taken' }]);
    });

    it('that were lost are kept, too, and those of a deleted webhook are not', async () => {
      receiver.answers(500);
      await tell(deleted(7n));
      await database.write((trx) =>
        trx.updateTable('webhook_deliveries').set({ attempts: RETRY_DELAYS.length }).execute(),
      );
      await look();
      expect(await messages()).toMatchObject([
        { state: 'lost', attempts: RETRY_DELAYS.length + 1 },
      ]);
      receiver.answers(204);
      const [lost] = await messages();
      await here.deliveries.again(hook.id, lost!.id);
      expect(await messages()).toMatchObject([{ state: 'taken' }]);
      await here.webhooks.delete(hook.id);
      expect(await messages()).toEqual([]);
    });

    it('are erased when they are old, or more than are kept', async () => {
      await tell(...Array.from({ length: MOST_KEPT + 5 }, (_, n) => deleted(BigInt(n + 1))));
      await look();
      const stored = () => countRows(database.db, 'webhook_messages', { webhook_id: hook.id });
      expect(await stored()).toBe(MOST_KEPT + 5);
      await here.deliveries.sweep();
      expect(await stored()).toBe(MOST_KEPT);
      vi.setSystemTime(Date.now() + KEPT_MS);
      await here.deliveries.sweep().finally(() => vi.useRealTimers());
      expect(await stored()).toBe(0);
    });

    it('whose rows were changed are not shown, and not sent', async () => {
      await tell(deleted(7n));
      await look();
      const [{ id } = { id: '' }] = await messages();
      const body = Buffer.alloc(200, 7);
      await database.write((trx) => trx.updateTable('webhook_messages').set({ body }).execute());
      expect(await messages()).toMatchObject([{ body: null }]);
      expect(await here.deliveries.again(hook.id, id)).toMatchObject({ outcome: 'failed' });
      expect(receiver.received).toHaveLength(1);
    });
  });

  it('delivers what was committed, signed, and nothing else', async () => {
    await tell(deleted(9_007_199_254_740_993n));
    const stopped = database.write(async (trx) => {
      await here.outbox.enqueue(trx, [deleted(2n)]);
      throw new NotFound('the change itself failed');
    });
    await expect(stopped).rejects.toThrow(NotFound);
    await look();
    expect(receiver.received).toHaveLength(1);
    const [message] = receiver.received;
    expect(verified(hook.secret, message!)).toEqual({
      type: 'face.deleted',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { classId: '9007199254740993' },
    });
    expect(message!.id).toMatch(/^msg_[0-9a-f-]{36}$/);
    expect(await waiting()).toEqual([]);
    expect(await health()).toMatchObject({ delivered: expect.any(Date), failingSince: null });

    const stranger = `whsec_${Buffer.alloc(32).toString('base64')}`;
    expect(() => verified(stranger, message!)).toThrow('No matching signature');
    const changed = { ...message!, body: message!.body.replace('9007', '9008') };
    expect(() => verified(hook.secret, changed)).toThrow('No matching signature');
  });

  it('tells clients that share templates about their chosen events, and no others', async () => {
    await here.webhooks.delete(hook.id);
    const desk = await create('desk', 'face.deleted', 'face.enrolled');
    const shop = await create('shop', 'login.succeeded');
    await create('other', 'face.deleted');
    const login = { type: 'login.succeeded', data: { sub: 'x' } } as const;
    await tell(
      deleted(1n),
      { ...login, audience: { clientId: 'shop' } },
      { ...login, audience: { clientId: 'desk' } },
    );
    const rows = await waiting();
    expect(rows.map((row) => row.webhook_id).sort()).toEqual([desk.id, shop.id].sort());
  });

  it('each event is delivered by one of two processes, however many there are', async () => {
    await tell(...Array.from({ length: 60 }, (_, i) => deleted(BigInt(i + 1))));
    await Promise.all([look(), look(there)]);
    await look();
    const ids = receiver.received.map(({ id }) => id);
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
  });

  it('retries for hours, with the same id, until it is lost', async () => {
    await tell(deleted(1n));
    const ids = new Set<string>();
    receiver.answers(500);
    for (const delay of RETRY_DELAYS) {
      const before = Date.now();
      await look();
      const [row] = await waiting();
      const wait = Number(row!.due_ms) - before;
      expect(wait).toBeGreaterThan(delay * 0.89);
      expect(wait).toBeLessThan(delay * 1.11 + 10_000);
      ids.add(row!.id);
      await look();
      await later();
    }
    expect(await health()).toMatchObject({ problem: 'answered 500', lost: 0 });
    await look();
    expect(await waiting()).toEqual([]);
    expect(receiver.received).toHaveLength(RETRY_DELAYS.length + 1);
    expect(ids.size).toBe(1);
    expect(await health()).toMatchObject({
      lost: 1,
      disabled: null,
      failingSince: expect.any(Date),
    });

    receiver.answers(200);
    await tell(deleted(2n));
    await look();
    expect(await health()).toMatchObject({ problem: null, failingSince: null });
  });

  it('waits as long as the receiver asks for, at most a day', async () => {
    for (const [asked, hours] of [
      ['7200', 2],
      [new Date(Date.now() + 3 * HOUR).toUTCString(), 3],
      ['999999999', 24],
    ] as const) {
      await tell(deleted(1n));
      receiver.answers((answer) => answer.writeHead(429, { 'retry-after': asked }).end());
      await look();
      const wait = Number((await waiting()).at(-1)!.due_ms) - Date.now();
      expect(Math.round(wait / HOUR)).toBe(hours);
    }
  });

  it('stops for a receiver that is gone, and for one that accepted nothing for days', async () => {
    await tell(deleted(1n), deleted(2n));
    receiver.answers(410);
    await look();
    expect(await waiting()).toEqual([]);
    expect(await health()).toMatchObject({ disabled: expect.any(Date), problem: 'answered 410' });
    expect(warnings).toEqual([expect.stringContaining('is disabled: answered 410')]);
    await tell(deleted(3n));
    expect(await waiting()).toEqual([]);
    expect(await checkWebhooks(here.webhooks)).toMatchObject([
      { state: 'warn', advice: expect.stringContaining(`prosopon webhook enable ${hook.id}`) },
    ]);

    await here.webhooks.enable(hook.id);
    receiver.answers(503);
    await tell(deleted(4n), deleted(5n));
    await look();
    const long = new Date(Date.now() - DISABLED_AFTER).toISOString();
    await database.write(async (trx) => {
      await trx.updateTable('webhook_health').set({ failing_since: long }).execute();
      await trx.updateTable('webhook_deliveries').set({ attempts: RETRY_DELAYS.length }).execute();
    });
    await later();
    await look();
    expect(await health()).toMatchObject({ disabled: expect.any(Date), lost: 2 });
    expect(warnings[1]).toContain(`it has accepted nothing since ${long}: answered 503`);
  });

  it('gives up on receivers that are slow, redirect, or cannot be reached', async () => {
    const problems = [];
    const hasty = createSender(createDestinations(parseConfig({})), { timeLimit: 300 });
    const process = processOn(database, keyRing, hasty);
    for (const answering of [
      () => undefined,
      (answer: import('node:http').ServerResponse) =>
        answer.writeHead(307, { location: receiver.url }).end(),
    ]) {
      receiver.answers(answering);
      await tell(deleted(1n));
      await look(process);
      expect(receiver.received).toHaveLength(1);
      problems.push((await health()).problem);
    }
    await here.webhooks.update(hook.id, { url: 'http://127.0.0.1:9/' });
    await later();
    await look(process);
    problems.push((await health()).problem);
    await hasty.close();
    expect(problems).toEqual(['no answer in 0.3 s', 'answered 307', 'ECONNREFUSED']);
  });

  it('another process repeats an attempt that a process end interrupted', async () => {
    await tell(deleted(1n));
    const ending = processOn(database, keyRing);
    let reached = () => {};
    const asked = new Promise<void>((resolve) => {
      reached = resolve;
    });
    receiver.answers(() => reached());
    await ending.deliveries.look();
    await asked;
    await ending.deliveries.close();
    expect((await waiting())[0]).toMatchObject({ attempts: 0 });
    receiver.answers(204);
    await look(there);
    expect(receiver.received).toHaveLength(1);
    expect(await health()).toMatchObject({ problem: null });
  });

  it('a failing attempt costs its neighbours nothing', async () => {
    await tell(deleted(1n), deleted(2n), deleted(3n));
    const [ill] = await waiting();
    const send: Sender['send'] = async (target, message, signal) => {
      if (message.id === ill!.id) throw new Error('unforeseen');
      return sender.send(target, message, signal);
    };
    await look(processOn(database, keyRing, { ...sender, send }));
    expect(receiver.received).toHaveLength(2);
    expect(warnings).toEqual([`Webhook ${hook.id}: Error: unforeseen`]);
    expect(await waiting()).toMatchObject([{ id: ill!.id }]);
    await later();
    await look();
    expect(receiver.received).toHaveLength(3);
    expect(await waiting()).toEqual([]);
  });

  it('signs with the previous secret for the chosen time', async () => {
    const { secret } = await here.webhooks.rotateSecret(hook.id, 60);
    const another = await here.webhooks.rotateSecret(hook.id, 0);
    await tell(deleted(1n));
    await look();
    const [message] = receiver.received;
    expect(verified(another.secret, message!)).toMatchObject({ type: 'face.deleted' });
    expect(() => verified(secret, message!)).toThrow('No matching signature');

    const next = await here.webhooks.rotateSecret(hook.id);
    receiver.answers(204);
    await tell(deleted(2n));
    await look();
    for (const one of [another.secret, next.secret])
      expect(verified(one, receiver.received[0]!)).toMatchObject({ type: 'face.deleted' });
  });

  it('keeps secrets and messages sealed, also across a change of keys', async () => {
    await tell(deleted(4_711_471_147n));
    await keyRing.rotate();
    expect(await keyRing.rewrap()).toMatchObject({ corrupted: 0 });
    const rows = [
      ...(await waiting()),
      ...(await database.db.selectFrom('webhooks').selectAll().execute()),
    ];
    const stored = JSON.stringify(rows, (_, value) =>
      value instanceof Uint8Array || value?.type === 'Buffer'
        ? Buffer.from(value.data ?? value).toString('latin1')
        : typeof value === 'bigint'
          ? String(value)
          : value,
    );
    expect(stored).not.toContain('4711471147');
    expect(stored).not.toContain(hook.secret.slice('whsec_'.length, 20));
    await look();
    expect(verified(hook.secret, receiver.received[0]!).data).toEqual({ classId: '4711471147' });
  });

  it('delivers no message, and to no address, written by another hand', async () => {
    await tell(deleted(1n));
    const forged = { url: `${receiver.url}/elsewhere` };
    await database.write((trx) => trx.updateTable('webhooks').set(forged).execute());
    await look();
    expect(receiver.received).toEqual([]);
    expect(await here.webhooks.list()).toEqual([]);
    const { faults } = await verifyRows(database, keyRing.derive);
    expect(faults).toMatchObject([{ table: 'webhooks', key: hook.id }]);

    await database.write((trx) => trx.updateTable('webhooks').set({ url: receiver.url }).execute());
    const [row] = await waiting();
    const moved = { ...row!, id: `msg_${NOTHING}`, due_ms: 1n };
    await database.write((trx) => trx.insertInto('webhook_deliveries').values(moved).execute());
    await look();
    expect(receiver.received).toEqual([]);
    expect((await health()).problem).toMatch(/^its record was changed/);
    expect((await verifyRows(database, keyRing.derive)).faults).toEqual([]);
  });

  it('forgets the oldest events if too many wait', async () => {
    await tell(deleted(1n), deleted(2n));
    // Those of one millisecond have no order.
    await setTimeout(2);
    await tell(deleted(3n));
    expect(await here.deliveries.sweep(3)).toBe(0);
    expect(await here.deliveries.sweep(2)).toBe(1);
    expect(await here.deliveries.sweep(1)).toBe(1);
    expect(await health()).toMatchObject({ lost: 2, delivered: null });
    await look();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.classId)).toEqual(['3']);
    expect((await health()).lost).toBe(2);
  });

  it('forgets no more of them if two processes look at the same moment', async () => {
    await tell(...Array.from({ length: 12 }, (_, i) => deleted(BigInt(i + 1))));
    const sweeps = [here, there].map(({ deliveries }) => deliveries.sweep(10));
    expect((await Promise.all(sweeps)).sort()).toEqual([0, 2]);
    expect(await waiting()).toHaveLength(10);
    expect((await health()).lost).toBe(2);
  });

  it('is deleted with its client, which lists its problems before', async () => {
    await expect(create('nobody', 'face.deleted')).rejects.toThrow('There is no client nobody');
    const wrong = { clientId: 'shop', url: receiver.url, events: ['face.lost'] };
    await expect(here.webhooks.create(wrong)).rejects.toThrow('there is no event face.lost');
    await expect(here.webhooks.create({ ...wrong, events: [] })).rejects.toThrow('none is given');
    for (let i = 1; i < MOST_WEBHOOKS; i++) await create('shop', 'job.ended');
    await expect(create('shop', 'job.ended')).rejects.toThrow('10 webhooks at most');
    for (const { id } of await here.webhooks.list()) await here.webhooks.delete(id);

    await clients.create({ id: 'short', name: 'short', storage: 'short', partition: '1' });
    const { id } = await create('short', 'face.deleted');
    await tell(deleted(1n, 'short'));
    await clients.delete('short');
    expect(await waiting()).toEqual([]);
    await expect(here.webhooks.find(id)).rejects.toThrow(NotFound);
    expect((await verifyRows(database, keyRing.derive)).faults).toEqual([]);
  });
});
