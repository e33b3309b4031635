/** What ended stays ended, whoever writes its row back, and the row is found. */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordsOf } from '../../src/access/oauth/records.ts';
import { createTaskTokens, validity } from '../../src/access/tasks/task-tokens.ts';
import type { BoundTable } from '../../src/sealing/bound-tables.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { sealedWorkplace } from './sealed-workplace.ts';

const REVIVED = 'the row had ended, and was put back';
const OLDER = 'an older copy of the row was put back';

describe.each(await databaseKinds())('on %s', (kind) => {
  const { database, write, open: start } = sealedWorkplace(kind);

  const open = async () => {
    const { keyRing, clients, accounts } = await start();
    const findings = async () => (await verifyRows(database(), keyRing.derive)).faults;
    return { keyRing, clients, ...accounts, findings };
  };
  type Row = Readonly<Record<string, unknown>>;
  const copyOf = async (table: BoundTable | 'live_rows') =>
    (await sql<Row>`select * from ${sql.table(table)}`.execute(database().db)).rows;
  /** Past the service: the table as it once was. */
  const putBack = async (table: BoundTable | 'live_rows', rows: readonly Row[]) => {
    await write(sql`delete from ${sql.table(table)}`);
    for (const row of rows)
      await write(sql`insert into ${sql.table(table)}
        (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`);
  };
  /** Past the service: rows that are still there, as they once were. */
  const overwrite = async (table: 'clients' | 'users', rows: readonly Row[]) => {
    for (const row of rows) {
      const columns = Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      await write(sql`update ${sql.table(table)} set ${sql.join(columns)} where id = ${row.id}`);
    }
  };

  it('refuses a signed-out session, and others go on', async () => {
    const { users, sessions, findings } = await open();
    const { id } = await users.create({ name: 'sessions' });
    const { token } = await sessions.begin(id, 'face');
    const other = await sessions.begin(id, 'face');
    const before = await copyOf('account_sessions');
    await sessions.end(token);
    await putBack('account_sessions', before);
    expect(await sessions.find(token)).toBeUndefined();
    expect(await sessions.find(other.token)).toBeDefined();
    expect(await findings()).toMatchObject([{ table: 'account_sessions', message: REVIVED }]);
    await sessions.endAll(id);
    expect(await findings()).toEqual([]);
  });

  it('refuses a session that ended by itself, even if the clock is set back', async () => {
    const { users, sessions, findings } = await open();
    const { id } = await users.create({ name: 'unused' });
    const { token } = await sessions.begin(id, 'face');
    const before = await copyOf('account_sessions');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_800_000 });
    expect(await sessions.find(token)).toBeUndefined();
    vi.useRealTimers();
    await putBack('account_sessions', before);
    expect(await sessions.find(token)).toBeUndefined();
    expect(await findings()).toMatchObject([{ table: 'account_sessions', message: REVIVED }]);
    await sessions.end(token);
  });

  it('a session that lost its second factor does not regain it by an older row', async () => {
    const { users, sessions, findings } = await open();
    const { id } = await users.create({ name: 'factors' });
    const { token } = await sessions.begin(id, 'face');
    const before = await copyOf('account_sessions');
    await sessions.passSecondFactor(token);
    await putBack('account_sessions', before);
    expect(await sessions.find(token)).toBeUndefined();
    expect(await findings()).toMatchObject([{ table: 'account_sessions', message: OLDER }]);
    await sessions.end(token);
  });

  it('refuses a session with the list that said it was in force', async () => {
    const { users, sessions } = await open();
    const { id } = await users.create({ name: 'lists' });
    const { token } = await sessions.begin(id, 'face');
    const [rows, lists] = [await copyOf('account_sessions'), await copyOf('live_rows')];
    await sessions.end(token);
    const now = await copyOf('live_rows');
    await putBack('account_sessions', rows);
    await putBack('live_rows', lists);
    expect(await sessions.find(token)).toBeUndefined();
    await putBack('live_rows', now);
    await sessions.end(token);
  });

  it('refuses a used link', async () => {
    const { users, links, findings } = await open();
    const { id } = await users.create({ name: 'links' });
    const { token } = await links.create(id, 'enrol');
    const before = await copyOf('account_links');
    expect(await links.redeem(token)).toMatchObject({ userId: id });
    await putBack('account_links', before);
    expect(await links.redeem(token)).toBeUndefined();
    expect(await findings()).toMatchObject([{ table: 'account_links', message: REVIVED }]);
    await write(sql`delete from account_links`);
  });

  it('refuses a sign-in that ended, or had fewer attempts', async () => {
    const { users, signIns, findings } = await open();
    const { id } = await users.create({ name: 'signs' });
    const expires = new Date(Date.now() + 60_000);
    const begun = { identifier: 'signs', userId: id, challenged: true, expires };
    const first = await signIns.begin('k', begun);
    const before = await copyOf('sign_ins');
    await signIns.countAttempt('k', first);
    await putBack('sign_ins', before);
    expect(await signIns.find('k')).toBeUndefined();
    await signIns.begin('k', begun);
    const again = await copyOf('sign_ins');
    expect(await signIns.take('k')).toBeDefined();
    await putBack('sign_ins', again);
    expect(await signIns.take('k')).toBeUndefined();
    expect(await findings()).toMatchObject([{ table: 'sign_ins', message: REVIVED }]);
    await signIns.cancel('k');
  });

  describe('of the OAuth provider', () => {
    const token = { jti: 'j', kind: 'RefreshToken', grantId: 'g', accountId: 'u', clientId: 'c' };

    it.each([
      ['made unused', sql`update oauth_records set consumed = null`],
      ['given a later end', sql`update oauth_records set expires = '2099-01-01T00:00:00.000Z'`],
      ['given to another', sql`update oauth_records set client_id = 'other'`],
    ])('refuses a used refresh token %s', async (_, statement) => {
      const { keyRing, findings } = await open();
      const tokens = recordsOf(database(), keyRing, 'RefreshToken');
      await tokens.upsert('r', token, 600);
      await tokens.consume('r');
      expect(await tokens.find('r')).toMatchObject({ consumed: true });
      await write(statement);
      expect(await tokens.find('r')).toBeUndefined();
      await expect(tokens.consume('r')).rejects.toThrow('used before');
      expect(await findings()).toMatchObject([{ table: 'oauth_records' }]);
      await tokens.destroy('r');
    });

    it('refuses rows from before they were used, or revoked', async () => {
      const { keyRing, findings } = await open();
      const tokens = recordsOf(database(), keyRing, 'RefreshToken');
      const grants = recordsOf(database(), keyRing, 'Grant');
      await grants.upsert('g', { ...token, kind: 'Grant' }, 600);
      await tokens.upsert('r', token, 600);
      const unused = await copyOf('oauth_records');
      await tokens.consume('r');
      await putBack('oauth_records', unused);
      expect(await tokens.find('r')).toBeUndefined();
      expect(await findings()).toMatchObject([{ table: 'oauth_records', message: OLDER }]);
      for (const records of [tokens, grants]) await records.revokeByGrantId('g');
      await grants.destroy('g');
      await putBack('oauth_records', unused);
      expect([await tokens.find('r'), await grants.find('g')]).toEqual([undefined, undefined]);
      expect(await findings()).toHaveLength(2);
      await write(sql`delete from oauth_records`);
      expect(await findings()).toEqual([]);
    });

    it('refuses what a record held before it was rewritten', async () => {
      const { keyRing } = await open();
      const grants = recordsOf(database(), keyRing, 'Grant');
      await grants.upsert('g', { kind: 'Grant', openid: { scope: 'openid email' } }, 600);
      const [wide] = await copyOf('oauth_records');
      await grants.upsert('g', { kind: 'Grant', openid: { scope: 'openid' } }, 600);
      await write(sql`update oauth_records set data_key = ${wide!.data_key},
        body = ${wide!.body}, signature = ${wide!.signature}`);
      expect(await grants.find('g')).toBeUndefined();
      await grants.destroy('g');
    });
  });

  describe('of task tokens', () => {
    const damageLists = sql`update live_rows set body = ${randomBytes(40)}
      where name like 'task_tokens %'`;
    const deleteLists = sql`delete from live_rows where name like 'task_tokens %'`;
    const deleteRow = sql`delete from task_tokens`;
    const removed = { table: 'task_tokens', message: 'a row was removed' };

    const useUp = async () => {
      const { keyRing, clients, findings } = await open();
      await clients.create({ id: 'shop', name: 'S', storage: 's', partition: 'p' });
      const issuer = 'http://test';
      const tokens = createTaskTokens({ database: database(), keyRing, issuer });
      const token = await tokens.issue({
        ...{ clientId: 'shop', task: 'verify', maxAttempts: 1, tokenId: randomUUID() },
        ...{ bcid: { storage: 's', partition: 'p', classId: 1n }, traits: 3, ...validity() },
        ...{ liveDetection: false, challenge: undefined, autoEnroll: false },
      });
      const permit = await tokens.permit(token);
      await permit.begin();
      await expect(permit.begin()).rejects.toThrow('used up');
      return { keyRing, tokens, permit, findings };
    };
    afterEach(async () => {
      await (await open()).clients.delete('shop');
      await write(deleteLists);
    });

    it.each([
      ['counted back', [sql`update task_tokens set attempts_used = 0`]],
      ['given more attempts', [sql`update task_tokens set max_attempts = 15`]],
      ['that tells nothing of its use', [deleteRow]],
      ['deleted with its list', [deleteRow, deleteLists]],
      ['deleted, its list damaged', [deleteRow, damageLists]],
    ])('refuses a used-up one, %s', async (_, statements) => {
      const { permit } = await useUp();
      for (const statement of statements) await write(statement);
      await expect(permit.begin()).rejects.toThrow('failed its integrity check');
    });

    it('refuses a used-up one that was made to look expired when the service swept', async () => {
      const { tokens, permit, findings } = await useUp();
      await write(sql`update task_tokens set expires = '2000-01-01T00:00:00.000Z'`);
      await tokens.sweep();
      await expect(permit.begin()).rejects.toThrow('failed its integrity check');
      expect(await findings()).toContainEqual(removed);
      vi.setSystemTime(Date.now() + 25 * 3_600_000);
      expect(await findings()).not.toContainEqual(removed);
      vi.useRealTimers();
    });

    it('refuses a used-up one whose damaged list began anew', async () => {
      const { keyRing, permit, findings } = await useUp();
      const ofShop = { client_id: 'shop' };
      await write(damageLists);
      await database().write((trx) => keyRing.rows.deleteAll(trx, 'task_tokens', ofShop));
      await expect(permit.begin()).rejects.toThrow('failed its integrity check');
      expect(await findings()).toContainEqual(removed);
    });
  });

  it('refuses the earlier row of a client or a user', async () => {
    const { clients, users, positions, findings } = await open();
    const { secret } = await clients.create({
      id: 'bank',
      name: 'B',
      storage: 's',
      partition: 'p',
    });
    const { id } = await users.create({ name: 'disabled' });
    const [banks, people] = [await copyOf('clients'), await copyOf('users')];
    await clients.rotateSecret('bank', 0);
    await positions.disable(id);
    await overwrite(
      'users',
      people.filter((user) => user.id === id),
    );
    await overwrite('clients', banks);
    await expect(users.find(id)).rejects.toThrow('failed its integrity check');
    await expect(clients.checkSecret('bank', secret)).rejects.toThrow('integrity check');
    expect(await findings()).toEqual(
      expect.arrayContaining([
        { table: 'clients', key: 'bank', message: OLDER },
        { table: 'users', key: id, message: OLDER },
      ]),
    );
  });
});
