/** What was counted against classes can be forgotten, for one of them or for all of a client. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../src/access/clients/client.ts';
import { createRefusedComparisons } from '../../../src/access/refused-comparisons.ts';
import { createAuditTrail } from '../../../src/journal/audit-trail.ts';
import { forgetAllRefusals } from '../../../src/operations/admin/refused-classes.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { masterKey } from '../../../testing/template-samples.ts';
import { contextOf } from '../workplace.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase('sqlite');
});
afterAll(() => test.drop());

it('clears all refusals of a small group at once, and no others', async () => {
  const database = await test.open();
  const { client } = contextOf();
  const other: Client = { ...client, id: 'other', partition: 'other' };
  const parts = {
    refusedComparisons: createRefusedComparisons(database),
    audit: createAuditTrail(database, await openKeyRing(masterKey(), database)),
    clients: { list: async () => [client, other] },
  };
  for (const { storage, partition } of [client, other])
    for (const classId of [1n, 2n, 2n])
      await parts.refusedComparisons.count({ storage, partition, classId }, 30, 1);
  await forgetAllRefusals(parts, 'cli:ada', client.id);
  const left = await parts.refusedComparisons.list();
  expect(left.map(({ partition, classId }) => [partition, classId])).toEqual([
    ['other', 2n],
    ['other', 1n],
  ]);
  const entries = await parts.audit.list({ event: 'comparison-limit' });
  expect(entries.map(({ details }) => details)).toMatchObject([
    { change: 'forgotten', partition: 'main', classId: 1n },
    { change: 'forgotten', partition: 'main', classId: 2n },
  ]);
});
