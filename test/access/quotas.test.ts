/** How much mail an address gets: counted across processes, however many ask at one moment. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail } from '../../src/access/accounts/mail.ts';
import { limitMail } from '../../src/access/accounts/mail.ts';
import { createQuotas, type Quotas } from '../../src/access/quotas.ts';
import { ResourceExhausted } from '../../src/errors.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { eraseUntil } from '../../src/storage/erase-until.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

const HOUR_MS = 3_600_000;

describe.each(await databaseKinds())('on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let processes: readonly Quotas[];
  let sent: Mail[];

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    const key = masterKey();
    const open = async (opened: Database) => createQuotas(opened, await openKeyRing(key, opened));
    processes = [await open(database), await open(await test.open())];
  });
  afterAll(() => test.drop());

  const mailTo = (to: string, more: Partial<Mail> = {}, i = 0) =>
    limitMail(
      processes[i % 2]!,
      async (mail) => void sent.push(mail),
    )({
      to,
      subject: 'Hello',
      text: 'There',
      ...more,
    });
  /** As if an hour had passed. */
  const hourLater = async () => {
    for (const { id, ends } of await database.db.selectFrom('quotas').selectAll().execute())
      await database.db
        .updateTable('quotas')
        .set({ ends: new Date(Date.parse(ends) - HOUR_MS).toISOString() })
        .where('id', '=', id)
        .execute();
  };

  it('allows five an hour and twenty a day, in any spelling, across processes', async () => {
    sent = [];
    const addresses = ['ada@example.org', 'Ada@Example.ORG', 'ada+shop@example.org'];
    for (const most of [5, 10, 15, 20, 20]) {
      const attempts = Array.from({ length: 9 }, (_, i) => mailTo(addresses[i % 3]!, {}, i));
      for (const one of await Promise.allSettled(attempts))
        if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ResourceExhausted);
      expect(sent).toHaveLength(most);
      await hourLater();
    }
    await mailTo('ben@example.org');
    expect(sent).toHaveLength(21);
  });

  it('never withholds notices from the owner of an account', async () => {
    sent = [];
    for (let i = 0; i < 5; i++) await mailTo('cem@example.org');
    await expect(mailTo('cem@example.org')).rejects.toThrow(ResourceExhausted);
    await mailTo('cem@example.org', { notice: true });
    expect(sent).toHaveLength(6);
  });

  it('stores no address, and nothing about past periods', async () => {
    await processes[0]!.take('mail', 'dov@example.org');
    const rows = await database.db.selectFrom('quotas').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/example/);
    await eraseUntil(database, 'quotas', 'ends', new Date(Date.now() + 25 * HOUR_MS));
    expect(await database.db.selectFrom('quotas').selectAll().execute()).toEqual([]);
  });
});
