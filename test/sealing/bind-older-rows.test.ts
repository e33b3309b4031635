/** A database of a release that bound no rows is believed once, and never again. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../src/access/oauth/records.ts';
import { RecordRefused } from '../../src/errors.ts';
import { decrypt, deriveKey, encrypt } from '../../src/sealing/cipher.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { bcid, feature } from '../../testing/template-samples.ts';
import { sealedWorkplace } from './sealed-workplace.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  const { key, database, write, open } = sealedWorkplace(kind);

  const unbind = async () => {
    await write(sql`update clients set seal = null`);
    await write(sql`update client_keys set seal = null`);
    await write(sql`delete from class_generations`);
    await write(sql`delete from set_sums`);
    await write(sql`delete from live_rows`);
  };
  const wrapAsBefore = async (release: string) => {
    const wrapping = deriveKey(Buffer.from(key.masterKey, 'base64'), 'master');
    for (const { id, generation, wrapped } of await database()
      .db.selectFrom('key_encryption_keys')
      .selectAll()
      .execute()) {
      const bound = `prosopon key-encryption key 4 ${generation} ${id}`;
      const secret = decrypt(wrapping, wrapped, Buffer.from(bound));
      const older = encrypt(wrapping, secret, Buffer.from(`${release} ${id}`));
      await write(sql`update key_encryption_keys set wrapped = ${older} where id = ${id}`);
    }
  };
  it('binds existing rows at the first start; removing seals does not trigger it again', async () => {
    const fresh = await open();
    expect(fresh.keyRing.newlyBound).toBe(false);
    await fresh.clients.create({ id: 'a', name: 'A', storage: 'test', partition: 'main' });
    await fresh.templates.update(bcid(1n), () => ({
      ...{ encoderVersion: 1, features: [feature()], tags: ['kept'], thumbnails: [] },
    }));
    await unbind();
    await wrapAsBefore('prosopon key-encryption key');

    const upgraded = await open();
    expect(upgraded.keyRing.newlyBound).toBe(true);
    expect(await upgraded.clients.find('a')).toMatchObject({ name: 'A' });
    expect((await upgraded.templates.read(bcid(1n)))?.tags).toEqual(['kept']);
    expect((await verifyRows(database(), upgraded.keyRing.derive)).faults).toEqual([]);

    await unbind();
    const again = await open();
    expect(again.keyRing.newlyBound).toBe(false);
    await expect(again.clients.find('a')).rejects.toThrow(RecordRefused);
    await expect(again.templates.read(bcid(1n))).rejects.toThrow('failed its check');
    for (const table of ['clients', 'templates']) await write(sql`delete from ${sql.table(table)}`);
  });

  it('binds which key is newer for older releases', async () => {
    const fresh = await open();
    await fresh.clients.create({ id: 'kept', name: 'A', storage: 'test', partition: 'main' });
    await wrapAsBefore('prosopon key-encryption key 3');
    const upgraded = await open();
    expect(upgraded.keyRing.newlyBound).toBe(false);
    expect(await upgraded.clients.signingKeys('kept')).toHaveLength(1);
    await write(sql`update key_encryption_keys set generation = generation + 1`);
    await expect(open()).rejects.toThrow('is not the master key');
    await write(sql`update key_encryption_keys set generation = generation - 1`);
  });

  it('lists valid rows in force for older releases', async () => {
    const fresh = await open();
    await fresh.clients.create({ id: 'good', name: 'A', storage: 'test', partition: 'main' });
    await fresh.clients.create({ id: 'bad', name: 'B', storage: 'test', partition: 'main' });
    const { id } = await fresh.accounts.users.create({ name: 'ada' });
    const { token } = await fresh.accounts.sessions.begin(id, 'face');
    const records = recordsOf(database(), fresh.keyRing, 'Grant');
    await records.upsert('g', { kind: 'Grant', accountId: id }, 600);
    await write(sql`update clients set name = 'C' where id = 'bad'`);
    await write(sql`update oauth_records set seal = null`);
    await write(sql`delete from live_rows`);
    await wrapAsBefore('prosopon key-encryption key 2');

    const upgraded = await open();
    expect(upgraded.keyRing.newlyBound).toBe(true);
    expect(await upgraded.clients.find('good')).toMatchObject({ name: 'A' });
    expect(await upgraded.accounts.sessions.find(token)).toMatchObject({ userId: id });
    const grants = recordsOf(database(), upgraded.keyRing, 'Grant');
    expect(await grants.find('g')).toMatchObject({ accountId: id });
    await expect(upgraded.clients.find('bad')).rejects.toThrow(RecordRefused);
    const { faults } = await verifyRows(database(), upgraded.keyRing.derive);
    expect(faults).toMatchObject([{ table: 'clients', key: 'bad' }]);
  });
});
