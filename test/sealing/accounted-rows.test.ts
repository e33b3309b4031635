/** Second factors that are gone, or were put back as they once were, are found. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { RecordRefused } from '../../src/errors.ts';
import { verifyRows } from '../../src/sealing/verify-rows.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { codeOf } from '../../testing/totp-codes.ts';
import { sealedWorkplace } from './sealed-workplace.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  const { database, write, open: start } = sealedWorkplace(kind);

  const open = async () => {
    const { keyRing, clients, accounts } = await start();
    /** Tables that hold something else than was written. */
    const changed = async () => {
      const { faults } = await verifyRows(database(), keyRing.derive);
      return faults.map(({ table }) => table);
    };
    return { keyRing, clients, ...accounts, changed };
  };

  it('normal use leaves no findings', async () => {
    const { keyRing, clients, users, secondFactors, consents, erase, changed } = await open();
    await clients.create({ id: 'shop', name: 'S', storage: 's', partition: 'p' });
    await clients.create({ id: 'bank', name: 'B', storage: 's', partition: 'p' });
    const user = await users.create({ name: 'ada' });
    await secondFactors.setUp(user.id, 'ada');
    const { secret } = await secondFactors.setUp(user.id, 'ada');
    await secondFactors.confirm(user.id, await codeOf(secret));
    await keyRing.rotate();
    await keyRing.rewrap();
    await consents.grant(user.id, 'shop', ['openid']);
    await consents.grant(user.id, 'shop', ['email']);
    await consents.grant(user.id, 'bank', ['openid']);
    expect(await changed()).toEqual([]);
    await consents.revoke(user.id, 'shop');
    await clients.delete('bank');
    expect(await changed()).toEqual([]);
    await consents.grant(user.id, 'shop', ['openid']);
    await erase(user);
    expect(await changed()).toEqual([]);
    await clients.delete('shop');
  });

  it('detects a second factor restored after it was lost', async () => {
    const { users, secondFactors, changed } = await open();
    const { id } = await users.create({ name: 'victor' });
    const { secret } = await secondFactors.setUp(id, 'victor');
    const confirmed = await secondFactors.confirm(id, await codeOf(secret));
    expect(confirmed).toBe(true);
    const [lost] = await database().db.selectFrom('user_totp').selectAll().execute();
    await secondFactors.remove(id);
    const next = await secondFactors.setUp(id, 'victor');
    await secondFactors.confirm(id, await codeOf(next.secret));
    expect(await changed()).toEqual([]);
    await write(sql`delete from user_totp`);
    await database().write((trx) => trx.insertInto('user_totp').values(lost!).execute());
    await expect(secondFactors.has(id)).rejects.toThrow(RecordRefused);
    expect(await changed()).toEqual(['user_totp']);
  });
});
