/** What was ended by name is found when a writer to the database puts its row back. */
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { findEndedRecords, verifyRecords } from '../../src/journal/ended-records.ts';
import { makeRecoveryCodes } from '../../src/operations/accounts/second-factors.ts';
import { administerClients } from '../../src/operations/admin/administer-clients.ts';
import { administerUsers } from '../../src/operations/admin/administer-users.ts';
import { reportEndedRecords } from '../../src/operations/rollback.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { newBrowserKey } from '../../testing/browser-keys.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { bcid, feature } from '../../testing/template-samples.ts';
import { codeOf } from '../../testing/totp-codes.ts';
import { sealedWorkplace } from '../sealing/sealed-workplace.ts';

type Row = Readonly<Record<string, unknown>>;

describe.each(await databaseKinds())('on %s', (kind) => {
  const { database, write, open: start } = sealedWorkplace(kind);

  const open = async () => {
    const { keyRing, clients, accounts, templates, audit } = await start();
    const parts = { database: database(), keyRing, audit, templates };
    const found = async () =>
      (await findEndedRecords(parts)).map(({ table, message }) => `${table}: ${message}`);
    return {
      ...{ accounts, templates, audit, parts, found },
      clients: administerClients(clients, audit, 'test'),
      users: administerUsers({ accounts, audit, templates }, 'test'),
      /** As `deleteTemplate` does. */
      async erase(classId: bigint) {
        const erased = await templates.delete(bcid(classId));
        const details = { ...bcid(classId), erased };
        await audit.append({ event: 'erasure', actor: 'test', details });
      },
    };
  };
  const copyOf = async (table: keyof Schema) =>
    (await sql<Row>`select * from ${sql.table(table)}`.execute(database().db)).rows;
  /** Past the service: the rows as they once were. */
  const putBack = async (table: keyof Schema, rows: readonly Row[], id = 'id') => {
    for (const row of rows) {
      const columns = Object.entries(row);
      const there = await sql`select 1 from ${sql.table(table)}
        where ${sql.ref(id)} = ${row[id]}`.execute(database().db);
      // A cluster moves no row to another node, not even to its own.
      const set = sql.join(
        columns
          .filter(([name]) => !['storage', 'partition', 'class_id'].includes(name))
          .map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
      );
      await write(
        there.rows.length > 0
          ? sql`update ${sql.table(table)} set ${set} where ${sql.ref(id)} = ${row[id]}`
          : sql`insert into ${sql.table(table)}
              (${sql.join(columns.map(([name]) => sql.ref(name)))})
              values (${sql.join(columns.map(([, value]) => value))})`,
      );
    }
  };
  const face = () => ({ encoderVersion: 1, features: [feature()], tags: [], thumbnails: [] });

  it('finds an erased template, and not one that was enrolled again', async () => {
    const { templates, erase, found } = await open();
    await templates.update(bcid(1n), face);
    const rows = [await copyOf('templates'), await copyOf('template_revisions')];
    await erase(1n);
    expect(await found()).toEqual([]);
    await templates.update(bcid(1n), face);
    expect(await found()).toEqual([]);
    await putBack('templates', rows[0]!, 'class_id');
    await putBack('template_revisions', rows[1]!, 'class_id');
    expect(await templates.read(bcid(1n))).toBeDefined();
    expect(await found()).toEqual(['templates: the template was erased, and is there again']);
    await erase(1n);
    expect(await found()).toEqual([]);
  });

  it('finds people erased with their client, and the client', async () => {
    const { clients, templates, found } = await open();
    const shop = { id: 'shop', name: 'S', storage: 'test', partition: 'main' };
    await clients.create(shop);
    await templates.update(bcid(2n), face);
    const tables = ['clients', 'templates', 'template_revisions'] as const;
    const rows = await Promise.all(tables.map(copyOf));
    await clients.delete('shop', { erase: true });
    expect(await found()).toEqual([]);
    for (const [at, table] of tables.entries())
      await putBack(table, rows[at]!, table === 'clients' ? 'id' : 'class_id');
    expect(await found()).toEqual([
      'clients: the client was deleted, and is there again',
      'templates: the template was erased, and is there again',
    ]);
    await clients.delete('shop', { erase: true });
    await clients.create(shop);
    await templates.update(bcid(2n), face);
    expect(await found()).toEqual([]);
    await clients.delete('shop', { erase: true });
  });

  it('finds a role and an account that ended, and one that was disabled', async () => {
    const { users, accounts, audit, found } = await open();
    await users.create({ name: 'root', position: { role: 'owner' } });
    const { user } = await users.create({ name: 'mallory', position: { role: 'owner' } });
    const admin = await copyOf('users');
    await users.give(user, undefined);
    expect(await found()).toEqual([]);
    await putBack('users', admin);
    expect(await found()).toEqual(['users: the role owner had ended, and is there again']);
    await users.give({ ...user, position: undefined }, undefined);
    const enabled = await copyOf('users');
    await users.disable(user);
    expect(await found()).toEqual([]);
    await putBack('users', enabled);
    expect(await found()).toEqual(['users: the account was disabled, and no longer is']);
    await users.enable(user);
    expect(await found()).toEqual([]);
    const rows = await copyOf('users');
    await accounts.erase(user);
    const details = { what: 'account', user: user.id };
    await audit.append({ event: 'erasure', actor: 'test', details });
    expect(await found()).toEqual([]);
    await putBack('users', rows);
    expect(await found()).toEqual(['users: the account was erased, and is there again']);
    await accounts.erase(user);
  });

  it('finds a second factor that was reset', async () => {
    const { users, accounts, found } = await open();
    const { user } = await users.create({ name: 'factor' });
    const setUp = async () => {
      const { secret } = await accounts.secondFactors.setUp(user.id, 'factor');
      await accounts.secondFactors.confirm(user.id, await codeOf(secret));
    };
    await setUp();
    const rows = [await copyOf('users'), await copyOf('user_totp')];
    await users.reset(user);
    await setUp();
    expect(await found()).toEqual([]);
    await users.reset(user);
    await putBack('users', rows[0]!);
    await putBack('user_totp', rows[1]!, 'user_id');
    expect(await found()).toEqual(['users: the second factor was removed, and is there again']);
    await users.reset(user);
    expect(await found()).toEqual([]);
  });

  it('finds a forgotten browser and replaced recovery codes, not new ones', async () => {
    const { accounts, audit, users, found } = await open();
    const { browsers } = accounts;
    const user = await accounts.users.create({ name: 'Zoe' });
    const remember = () =>
      browsers.remember(user.id, { token: undefined, name: '' }, newBrowserKey().key);
    const make = async () => {
      const begun = await accounts.sessions.begin(user.id, 'registration');
      await makeRecoveryCodes({ accounts, audit }, { user, ...begun });
    };
    await remember();
    const known = await copyOf('known_browsers');
    const { name } = (await browsers.list(user.id))[0]!;
    await users.forgetBrowser(user, name);
    await remember();
    expect(await found()).toEqual([]);
    await putBack('known_browsers', known);
    const again = 'known_browsers: the browser was forgotten, and is known again';
    expect(await found()).toEqual([again]);

    await make();
    const codes = await copyOf('user_recovery_codes');
    await make();
    await users.reset(user);
    await make();
    expect(await found()).toEqual([]);
    await putBack('user_recovery_codes', codes, 'user_id');
    expect(await found()).toEqual([
      'user_recovery_codes: the recovery codes were replaced or removed, and are there again',
    ]);
    await make();
    await putBack('known_browsers', known);
    expect(await found()).toEqual([again]);
    await browsers.forgetAll(user.id);
  });

  it('finds a secret and keys that were rotated, or ended', async () => {
    const { clients, found } = await open();
    await clients.create({ id: 'bank', name: 'B', storage: 'bank', partition: 'p' });
    const first = [await copyOf('clients'), await copyOf('client_keys')];
    await clients.rotateSecret('bank', 3600);
    const second = await copyOf('clients');
    expect(await found()).toEqual([]);
    await clients.endOlderSecret('bank');
    expect(await found()).toEqual([]);
    await putBack('clients', second);
    expect(await found()).toEqual(['clients: the older secret was ended, and is in force again']);
    await putBack('clients', first[0]!);
    expect(await found()).toEqual([
      'clients: the secret was rotated, and the former is in force again',
    ]);
    await clients.rotateSecret('bank', 0);
    const { keyId } = await clients.rotateKey('bank', 3600);
    expect(await found()).toEqual([]);
    await putBack('client_keys', first[1]!);
    expect(await found()).toEqual(['client_keys: the key had ended, and is in force again']);
    const keys = await copyOf('client_keys');
    await clients.rotateKey('bank', 3600);
    await clients.endKey('bank', keyId);
    expect(await found()).toEqual([]);
    await putBack(
      'client_keys',
      keys.filter(({ id }) => id === keyId),
    );
    expect(await found()).toEqual(['client_keys: the key had ended, and is in force again']);
    await clients.delete('bank');
  });

  it('is part of the verification, and reported once in the trail', async () => {
    const { clients, parts, audit } = await open();
    await clients.create({ id: 'once', name: 'O', storage: 'once', partition: 'p' });
    const rows = await copyOf('clients');
    await clients.delete('once');
    await putBack('clients', rows);
    const problem = 'clients once: the client was deleted, and is there again';
    expect((await verifyRecords(parts)).faults).toMatchObject([{ table: 'clients', key: 'once' }]);
    const error = vi.fn();
    await reportEndedRecords(parts, error);
    await reportEndedRecords(parts, error);
    expect(error.mock.calls).toEqual([[problem], [problem]]);
    expect(await audit.list({ event: 'rollback' })).toMatchObject([
      { details: { change: 'found', problem } },
    ]);
    await clients.delete('once');
  });
});
