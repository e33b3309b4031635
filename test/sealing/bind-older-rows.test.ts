/** A database of a release that bound no rows is believed once, and never again. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { RecordRefused } from '../../src/errors.ts';
import { decrypt, deriveKey, encrypt } from '../../src/sealing/cipher.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { databaseKinds } from '../support/databases.ts';
import { bcid, feature } from '../support/template-samples.ts';
import { sealedWorkplace } from './sealed-workplace.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  const { key, database, write, open } = sealedWorkplace(kind);

  const unbind = async () => {
    await write(sql`update clients set seal = null`);
    await write(sql`update client_keys set seal = null`);
    await write(sql`delete from class_generations`);
    await write(sql`delete from set_sums`);
  };
  const wrapAsBefore = async () => {
    const wrapping = deriveKey(Buffer.from(key.masterKey, 'base64'), 'master');
    for (const { id, wrapped } of await database()
      .db.selectFrom('key_encryption_keys')
      .selectAll()
      .execute()) {
      const secret = decrypt(wrapping, wrapped, Buffer.from(`prosopon key-encryption key 2 ${id}`));
      const older = encrypt(wrapping, secret, Buffer.from(`prosopon key-encryption key ${id}`));
      await write(sql`update key_encryption_keys set wrapped = ${older} where id = ${id}`);
    }
  };
  it('what is there is bound at the first start; removing seals does not ask for another', async () => {
    const fresh = await open();
    expect(fresh.keyRing.newlyBound).toBe(false);
    await fresh.clients.create({ id: 'a', name: 'A', storage: 'test', partition: 'main' });
    await fresh.templates.update(bcid(1n), () => ({
      ...{ encoderVersion: 1, features: [feature()], tags: ['kept'], thumbnails: [] },
    }));
    await unbind();
    await wrapAsBefore();

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
  });
});
