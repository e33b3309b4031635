/** Whoever writes to the database becomes nobody else by it, and nobody may do more. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { RecordRefused } from '../../src/errors.ts';
import { reportRefusedRows } from '../../src/journal/refused-rows.ts';
import { readSetting, writeSetting } from '../../src/sealing/settings.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { codeOf } from '../../testing/totp-codes.ts';
import { sealedWorkplace } from './sealed-workplace.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  const { database, write, open } = sealedWorkplace(kind);
  afterEach(async () => {
    await write(sql`delete from users`);
    await write(sql`delete from clients`);
  });

  describe('a user', () => {
    it.each([
      ['made an administrator', sql`update users set admin = 1`],
      ['given the face of another', sql`update users set class_id = class_id + 1`],
      ['given another name', sql`update users set name = 'victor', name_key = 'victor'`],
      ['given an address', sql`update users set confirmed_email_key = 'v@example.org'`],
      [
        'freed from a second factor',
        sql`update users set seal = ${randomBytes(32)}, totp_created = null`,
      ],
      ['sealed with anything', sql`update users set admin = 1, seal = ${randomBytes(32)}`],
    ])('%s is refused, and others are not', async (_, statement) => {
      const { accounts } = await open();
      const mallory = await accounts.users.create({ name: 'mallory' });
      await write(statement);
      const ada = await accounts.users.create({ name: 'ada' });
      await expect(accounts.users.find(mallory.id)).rejects.toThrow(RecordRefused);
      expect(await accounts.users.list()).toEqual([ada]);
      expect(await accounts.users.findByIdentifier('ada')).toEqual(ada);
    });

    it('put in place of another by its row is refused', async () => {
      const { accounts } = await open();
      await accounts.users.create({ name: 'root', admin: true });
      const mallory = await accounts.users.create({ name: 'mallory' });
      await write(sql`update users set admin = 1,
        seal = (select seal from users where name = 'root') where name = 'mallory'`);
      await expect(accounts.users.find(mallory.id)).rejects.toThrow(RecordRefused);
    });

    it('whose second factor is removed gets in no more', async () => {
      const { accounts } = await open();
      const { users, secondFactors } = accounts;
      const { id } = await users.create({ name: 'victor' });
      const { secret } = await secondFactors.setUp(id, 'victor');
      expect(await secondFactors.has(id)).toBe(false);
      expect(await secondFactors.confirm(id, await codeOf(secret))).toBe(true);
      expect(await secondFactors.has(id)).toBe(true);
      await write(sql`delete from user_totp`);
      await expect(secondFactors.has(id)).rejects.toThrow(RecordRefused);
      await secondFactors.remove(id);
      expect(await secondFactors.has(id)).toBe(false);
    });

    it('cannot use a code twice by turning its step back', async () => {
      const { accounts } = await open();
      const { id } = await accounts.users.create({ name: 'victor' });
      const { secret } = await accounts.secondFactors.setUp(id, 'victor');
      const code = await codeOf(secret);
      expect(await accounts.secondFactors.confirm(id, code)).toBe(true);
      expect(await accounts.secondFactors.check(id, code)).toBe(false);
      await write(sql`update user_totp set last_step = 0`);
      await expect(accounts.secondFactors.check(id, code)).rejects.toThrow(RecordRefused);
    });
  });

  describe('a client', () => {
    it.each([
      ['that verifies strangers', sql`update clients set settings = '{"falseMatchRate":0.999}'`],
      ['with the storage of another', sql`update clients set storage = 'other'`],
      ['that redirects elsewhere', sql`update clients set redirect_uris = '["https://evil"]'`],
      ['with another secret', sql`update clients set secret_hash = ${randomBytes(32)}`],
      ['without a seal of ours', sql`update clients set seal = ${randomBytes(32)}`],
    ])('%s is refused', async (_, statement) => {
      const { clients } = await open();
      const { secret } = await clients.create({ id: 'a', name: 'A', storage: 's', partition: 'p' });
      await write(statement);
      await clients.create({ id: 'b', name: 'B', storage: 's', partition: 'p' });
      await expect(clients.find('a')).rejects.toThrow(RecordRefused);
      await expect(clients.checkSecret('a', secret)).rejects.toThrow(RecordRefused);
      await expect(clients.updateSettings('a', { topMatches: 3 })).rejects.toThrow(RecordRefused);
      expect((await clients.list()).map(({ id }) => id)).toEqual(['b']);
    });

    it('does not sign with a key whose life was extended', async () => {
      const { clients } = await open();
      await clients.create({ id: 'a', name: 'A', storage: 's', partition: 'p' });
      await clients.rotateKey('a', 0);
      expect(await clients.signingKeys('a')).toHaveLength(1);
      await write(sql`update client_keys set expires = null`);
      expect(await clients.signingKeys('a')).toHaveLength(1);
    });
  });

  it('refuses a forged session', async () => {
    const { accounts } = await open();
    const { users, sessions } = accounts;
    const victor = await users.create({ name: 'victor' });
    const mallory = await users.create({ name: 'mallory' });
    const { token } = await sessions.begin(mallory.id, 'face');
    expect(await sessions.find(token)).toMatchObject({ userId: mallory.id });
    await write(sql`update account_sessions set user_id = ${victor.id}`);
    expect(await sessions.find(token)).toBeUndefined();
    const [id, now] = [createHash('sha256').update('mine').digest('hex'), new Date()];
    await write(sql`insert into account_sessions
      (id, user_id, kind, created, expires, seal) values
      (${id}, ${victor.id}, 'face', ${now.toISOString()}, '2099-01-01T00:00:00.000Z',
      ${randomBytes(32)})`);
    expect(await sessions.find('mine')).toBeUndefined();
  });

  it('refuses a sign-in with forged user or methods', async () => {
    const { accounts } = await open();
    const { users, signIns } = accounts;
    const victor = await users.create({ name: 'victor' });
    const mallory = await users.create({ name: 'mallory' });
    const expires = new Date(Date.now() + 60_000);
    const begin = () =>
      signIns.begin('k', { identifier: 'mallory', userId: mallory.id, challenged: true, expires });
    for (const statement of [
      sql`update sign_ins set methods = '["face","otp"]'`,
      sql`update sign_ins set user_id = ${victor.id}`,
      sql`update sign_ins set challenge = '[]'`,
    ]) {
      const signIn = await begin();
      expect(await signIns.countAttempt('k', signIn)).toBeDefined();
      await write(statement);
      expect(await signIns.find('k')).toBeUndefined();
    }
  });

  it('refuses a forged link', async () => {
    const { accounts } = await open();
    const victor = await accounts.users.create({ name: 'victor' });
    const id = createHash('sha256').update('mine').digest('hex');
    await write(sql`insert into account_links (id, user_id, purpose, expires, seal) values
      (${id}, ${victor.id}, 'enrol', '2099-01-01T00:00:00.000Z', ${randomBytes(32)})`);
    expect(await accounts.links.redeem('mine')).toBeUndefined();
  });

  it('refuses a forged consent', async () => {
    const { accounts, clients } = await open();
    await clients.create({ id: 'a', name: 'A', storage: 's', partition: 'p' });
    const { id } = await accounts.users.create({ name: 'victor' });
    await accounts.consents.grant(id, 'a', ['openid']);
    await accounts.consents.grant(id, 'a', ['email']);
    await accounts.consents.used(id, 'a');
    const granted = await accounts.consents.application(id, 'a');
    expect(granted?.scopes).toEqual(['openid', 'email']);
    await write(sql`update application_consents set scopes = 'openid email profile'`);
    await expect(accounts.consents.application(id, 'a')).rejects.toThrow(RecordRefused);
    expect(await accounts.consents.applications(id)).toEqual([]);
  });

  it('refuses a forged setting until it is set again', async () => {
    const { keyRing } = await open();
    const parts = { database: database(), keyRing };
    await writeSetting(parts, 'encoder', 'one');
    await writeSetting(parts, 'encoder', 'two');
    expect(await readSetting(parts, 'encoder')).toBe('two');
    await write(sql`update settings set value = 'three'`);
    await expect(readSetting(parts, 'encoder')).rejects.toThrow(RecordRefused);
    await writeSetting(parts, 'encoder', 'one');
    expect(await readSetting(parts, 'encoder')).toBe('one');
  });

  it('refusals are logged and in the audit trail, once', async () => {
    const { keyRing, clients, audit } = await open();
    const logged: string[] = [];
    reportRefusedRows(keyRing, audit, (message) => logged.push(message));
    await clients.create({ id: 'a', name: 'A', storage: 's', partition: 'p' });
    await write(sql`update clients set name = 'B'`);
    for (let call = 0; call < 3; call++) await clients.list();
    await audit.append({ event: 'query', actor: 'test', details: {} });
    expect(logged).toEqual([expect.stringContaining('clients a')]);
    expect(await audit.list({ event: 'row-refused' })).toMatchObject([
      { details: { table: 'clients', key: 'a' } },
    ]);
  });

  it('two changes of one row at once both happen', async () => {
    const { clients } = await open();
    await clients.create({ id: 'a', name: 'A', storage: 's', partition: 'p' });
    await Promise.all([
      clients.updateSettings('a', { topMatches: 3 }),
      clients.updateSettings('a', { retentionDays: 7 }),
    ]);
    expect((await clients.find('a'))?.settings).toMatchObject({ topMatches: 3, retentionDays: 7 });
  });
});
