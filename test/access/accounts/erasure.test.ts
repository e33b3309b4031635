/** An erased account: no row of any table and no byte of the files tells of it. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Accounts, createAccounts } from '../../../src/access/accounts/accounts.ts';
import { ACCOUNTS, type User } from '../../../src/access/accounts/user.ts';
import type { ClientRegistry } from '../../../src/access/clients/clients.ts';
import { createClientRegistry } from '../../../src/access/clients/clients.ts';
import { recordsOf } from '../../../src/access/oauth/records.ts';
import { createReplayGuard } from '../../../src/access/replay.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { HOUR_MS } from '../../../src/durations.ts';
import { PermissionDenied } from '../../../src/errors.ts';
import { createAuditTrail } from '../../../src/journal/audit-trail.ts';
import { createBookkeeping } from '../../../src/journal/bookkeeping.ts';
import { accountData, eraseAccount } from '../../../src/operations/accounts/account-data.ts';
import { bcidOf } from '../../../src/operations/context.ts';
import { type KeyRing, openKeyRing } from '../../../src/sealing/keys.ts';
import type { Database, TransactionStep } from '../../../src/storage/database.ts';
import { createTemplateStore } from '../../../src/templates/store.ts';
import { createDestinations } from '../../../src/webhooks/destination.ts';
import { createOutbox } from '../../../src/webhooks/outbox.ts';
import { createWebhookRegistry } from '../../../src/webhooks/registry.ts';
import { newBrowserKey } from '../../../testing/browser-keys.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../testing/databases.ts';
import { feature, masterKey, thumbnailOf } from '../../../testing/template-samples.ts';

const accountsOn = (database: Database, keyRing: KeyRing, clients: ClientRegistry) =>
  createAccounts({
    database,
    keyRing,
    clients,
    publicUrl: () => 'http://test',
    sendMail: async () => {},
    warn: console.warn,
  });

const NAME = 'Zerlina-Nowhere-Else';
const EMAIL = 'zerlina@nowhere-else.example';

describe.each(await databaseKinds())('on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let accounts: Accounts;

  beforeEach(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
  });
  afterEach(() => test.drop());

  /**
   * Every value of every table as one text, except for the feed that tells other processes to
   * forget the class: the random number of the class no longer belongs to anybody.
   */
  async function everything(): Promise<string> {
    const tables = await database.db.introspection.getTables();
    const rows = [];
    for (const { name } of tables) {
      if (name === 'class_changes') continue;
      const { rows: found } = await sql`select * from ${sql.table(name)}`.execute(database.db);
      rows.push(...found);
    }
    return JSON.stringify(rows, (_name, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
  }

  async function rowsOf(table: 'attempt_limits' | 'known_browsers'): Promise<number> {
    return (await database.db.selectFrom(table).selectAll().execute()).length;
  }

  async function inFiles(texts: readonly string[]): Promise<readonly string[]> {
    const names = await readdir(test.location.dataDir);
    const files = await Promise.all(
      names.map((name) => readFile(join(test.location.dataDir, name))),
    );
    return texts.filter((text) => files.some((bytes) => bytes.includes(text)));
  }

  it('leaves nothing that identifies the user or the class', async () => {
    const keyRing = await openKeyRing(masterKey(), database);
    const clients = createClientRegistry(database, keyRing);
    accounts = accountsOn(database, keyRing, clients);
    const templates = createTemplateStore(database, keyRing);
    const bookkeeping = createBookkeeping(database);
    const audit = createAuditTrail(database, keyRing);
    const replay = createReplayGuard(database, keyRing);
    const outbox = createOutbox(keyRing);
    const parts = { accounts, templates, bookkeeping, audit, replay, outbox };

    const user = await accounts.users.create({ name: NAME, email: EMAIL });
    await accounts.users.confirmEmail(user.id, EMAIL);
    await clients.create({ id: 'shop', name: 'Shop', storage: 'shop', partition: '1' });
    await accounts.consents.grant(user.id, 'shop', ['basic']);
    const { token: session } = await accounts.sessions.begin(user.id, 'face');
    await accounts.links.create(user.id, 'enrol');
    await accounts.secondFactors.setUp(user.id, user.name);
    const expires = new Date(Date.now() + 60_000);
    const begun = { identifier: NAME, userId: user.id, challenged: true, expires };
    await accounts.signIns.begin('key', begun);
    for (const by of ['user', 'code', 'enrolment', 'mail'] as const)
      await accounts.limits.begin({ by, value: user.id });
    const browser = { token: undefined, name: 'Test' };
    await accounts.browsers.remember(user.id, browser, newBrowserKey().key);
    await accounts.secondFactors.recovery.make(user.id);
    for (const own of await accounts.browsers.allowances(user.id)) await accounts.limits.begin(own);
    const payload = { jti: 't', accountId: user.id, clientId: 'shop', grantId: 'g' };
    await recordsOf(database, keyRing, 'AccessToken').upsert('t', payload, 3600);
    const { storage, partition, id: clientId } = ACCOUNTS;
    const one = feature();
    const consent = { version: '1', language: 'en', text: 'yes' } as const;
    await templates.update(
      { storage, partition, classId: user.classId },
      () => ({ encoderVersion: 1, features: [one], tags: [], thumbnails: [thumbnailOf(one)] }),
      accounts.ownFaceEnrolled({ userId: user.id, session, consent }),
    );
    await bookkeeping.record({
      jobId: 'job',
      clientId,
      operation: 'sign-in',
      classId: user.classId,
      status: 'SUCCEEDED',
      errors: [],
      started: new Date(),
      durationMs: 1,
    });

    expect(await accountData(parts, user)).toMatchObject({
      user: { name: NAME },
      face: { available: true, thumbnails: [{}] },
      faceConsents: [{ text: 'yes' }],
      applications: [{ clientId: 'shop' }],
      jobs: [{ jobId: 'job' }],
    });
    const traces = [NAME, EMAIL, user.id];
    const before = await everything();
    for (const trace of [...traces, user.classId.toString()])
      expect(before.includes(trace)).toBe(true);

    await eraseAccount(parts, user, 'the user');
    expect(await rowsOf('attempt_limits')).toBe(0);
    expect(await rowsOf('known_browsers')).toBe(0);
    const after = await everything();
    for (const trace of [NAME, EMAIL, NAME.toLowerCase(), user.classId.toString()])
      expect(after.includes(trace)).toBe(false);
    if (kind === 'sqlite') expect(await inFiles([NAME, EMAIL, NAME.toLowerCase()])).toEqual([]);
    // The audit trail alone keeps the random id, to find the account in a database put back.
    expect(after.split(user.id)).toHaveLength(2);
    expect(await audit.list({ event: 'erasure' })).toMatchObject([
      { actor: 'the user', details: { what: 'account', user: user.id } },
    ]);
  });

  it('is told to every application with a login, also if its access was withdrawn', async () => {
    const keyRing = await openKeyRing(masterKey(), database);
    const clients = createClientRegistry(database, keyRing);
    const webhooks = createWebhookRegistry(database, keyRing, createDestinations(parseConfig({})));
    accounts = accountsOn(database, keyRing, clients);
    const parts = {
      accounts,
      templates: createTemplateStore(database, keyRing),
      bookkeeping: createBookkeeping(database),
      audit: createAuditTrail(database, keyRing),
      replay: createReplayGuard(database, keyRing),
      outbox: createOutbox(keyRing),
    };
    const hooks: string[] = [];
    for (const id of ['shop', 'bank', 'never']) {
      await clients.create({ id, name: id, storage: id, partition: '1' });
      const hook = { clientId: id, url: 'http://127.0.0.1:9/', events: ['account.erased'] };
      hooks.push((await webhooks.create(hook)).id);
    }
    const { consents } = accounts;
    const user = await accounts.users.create({ name: NAME });
    await consents.grant(user.id, 'shop', ['basic']);
    await consents.grant(user.id, 'bank', ['basic', 'email']);
    expect(await consents.revoke(user.id, 'bank')).toBe(true);
    await consents.grant(user.id, 'bank', ['basic']);
    expect((await consents.application(user.id, 'bank'))?.scopes).toEqual(['basic']);
    expect(await consents.revoke(user.id, 'bank')).toBe(true);

    expect(await consents.revoke(user.id, 'bank')).toBe(false);
    expect(await consents.used(user.id, 'bank')).toBe(false);
    expect(await consents.application(user.id, 'bank')).toBeUndefined();
    expect(await consents.applications(user.id)).toMatchObject([{ clientId: 'shop' }]);
    expect(await clients.dependentRows('bank')).toMatchObject({ consents: 0 });
    expect(await clients.dependentRows('shop')).toMatchObject({ consents: 1 });
    expect((await accountData(parts, user)).applications).toMatchObject([
      { clientId: 'bank', scopes: [] },
      { clientId: 'shop', scopes: ['basic'] },
    ]);

    await eraseAccount(parts, user, 'the user');
    const told = await database.db.selectFrom('webhook_deliveries').select('webhook_id').execute();
    expect(told.map((row) => row.webhook_id).sort()).toEqual(hooks.slice(0, 2).sort());
  });

  it.each([
    ['nobody enrolled a face', false],
    ['both have a face and a third was only invited', true],
  ])('of two owners who leave at once, one has to stay and is told: %s', async (_, withFaces) => {
    const keyRing = await openKeyRing(masterKey(), database);
    accounts = accountsOn(database, keyRing, createClientRegistry(database, keyRing));
    const templates = createTemplateStore(database, keyRing);
    const parts = {
      accounts,
      templates,
      bookkeeping: createBookkeeping(database),
      audit: createAuditTrail(database, keyRing),
      replay: createReplayGuard(database, keyRing),
      outbox: createOutbox(keyRing),
    };
    const owner = async (name: string, hasFace = withFaces) => {
      const user = await accounts.users.create({ name, admin: true });
      const template = { encoderVersion: 1, features: [feature()], tags: [], thumbnails: [] };
      if (hasFace) await templates.update(bcidOf(ACCOUNTS, user.classId), () => template);
      return user;
    };
    const both = [await owner('ann'), await owner('bob')];
    if (withFaces) await owner('invited', false);
    const gone = await Promise.allSettled(
      both.map((user) => eraseAccount(parts, user, 'the user')),
    );
    const refused = gone.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toEqual([expect.any(PermissionDenied)]);
    expect(refused[0].message).toMatch(/is the last owner who can sign in: create another owner/);
    const last = both[gone.findIndex(({ status }) => status === 'rejected')]!;
    expect(await accounts.users.find(last.id)).toMatchObject({ admin: true });
    await owner('cem');
    await eraseAccount(parts, last, 'the user');
    const left = (await accounts.users.list()).map(({ name }) => name);
    expect(left.toSorted()).toEqual(withFaces ? ['cem', 'invited'] : ['cem']);
  });

  it('frees a name without an enrolled face once its registration has ended', async () => {
    const keyRing = await openKeyRing(masterKey(), database);
    const clients = createClientRegistry(database, keyRing);
    accounts = accountsOn(database, keyRing, clients);
    const email = 'newcomer@example.org';
    const { id } = await accounts.users.create({ name: NAME, email });
    await accounts.sessions.begin(id, 'registration');
    await accounts.links.create(id, 'confirm-email', email);
    await accounts.users.create({ name: 'Root', admin: true });
    const invited = await accounts.users.create({ name: 'Invited' });
    await accounts.links.create(invited.id, 'enrol');
    const told: string[] = [];
    const enqueue =
      async ({ name }: User): Promise<TransactionStep> =>
      async () =>
        void told.push(name);
    await accounts.sweep(enqueue);
    expect(await accounts.users.list()).toHaveLength(3);
    await accounts.sweep(enqueue, new Date(Date.now() + HOUR_MS + 1000));
    expect(await accounts.users.list()).toMatchObject([{ name: 'Invited' }, { name: 'Root' }]);
    expect(told).toEqual([NAME]);
  });
});
