/** Whoever changes a client leaves an entry in the audit trail. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClientRegistry } from '../../../src/access/clients/clients.ts';
import { createClientRegistry } from '../../../src/access/clients/clients.ts';
import type { AuditTrail } from '../../../src/journal/audit-trail.ts';
import { createAuditTrail } from '../../../src/journal/audit-trail.ts';
import { administerClients } from '../../../src/operations/admin/administer-clients.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { masterKey } from '../../../testing/template-samples.ts';

let test: TestDatabase;
let audit: AuditTrail;
let clients: ClientRegistry;

beforeAll(async () => {
  test = await createTestDatabase('sqlite');
  const database = await test.open();
  const keyRing = await openKeyRing(masterKey(), database);
  audit = createAuditTrail(database, keyRing);
  clients = administerClients(createClientRegistry(database, keyRing), audit, 'admin:alice');
});
afterAll(() => test.drop());

it('records a client from creation to deletion, without secrets', async () => {
  const created = await clients.create({ id: 'shop', name: 'n', storage: 's', partition: 'p' });
  await clients.updateSettings('shop', { retentionDays: 7 });
  const { key } = await clients.rotateKey('shop');
  await clients.delete('shop', { erase: true });
  const entries = await Array.fromAsync(audit.stream({ client: 'shop', event: 'client-change' }));
  expect(
    entries.map(({ actor, details }) => [actor, (details as { change: string }).change]),
  ).toEqual([
    ['admin:alice', 'created'],
    ['admin:alice', 'settings'],
    ['admin:alice', 'key rotated'],
    ['admin:alice', 'deleted with its templates'],
  ]);
  expect(entries.at(-1)?.details).toEqual({
    change: 'deleted with its templates',
    // What was erased when, so that it is found if it comes back.
    ...{ storage: 's', partition: 'p', erased: expect.any(String) },
    ...{ templates: 0, keys: 2, webhooks: 0, consents: 0, administrators: 0 },
  });
  const text = JSON.stringify(entries.map(({ details }) => details));
  for (const secret of [created.secret, created.key, key]) expect(text).not.toContain(secret);
});

it('records no refused change', async () => {
  await expect(clients.delete('nobody')).rejects.toThrow();
  expect(await audit.list({ client: 'nobody' })).toEqual([]);
});
