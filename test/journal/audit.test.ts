/** The audit trail on both databases: what is kept, how it is read, and when it is removed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import type { AuditEntry, AuditFilter, AuditRecord } from '../../src/journal/audit.ts';
import type { AuditTrail } from '../../src/journal/audit-trail.ts';
import { createAuditTrail, withOrigin } from '../../src/journal/audit-trail.ts';
import type { KeyRing } from '../../src/sealing/keys.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

const DAY_MS = 86_400_000;
const search = (more: Partial<AuditRecord> = {}): AuditRecord => ({
  event: 'search',
  actor: 'shop',
  clientId: 'shop',
  details: {},
  ...more,
});

async function all(entries: AsyncIterable<AuditEntry>): Promise<AuditEntry[]> {
  return Array.fromAsync(entries);
}

describe.each(await databaseKinds())('the audit trail on %s', (kind) => {
  let test: TestDatabase;
  let database: Database;
  let keyRing: KeyRing;
  let audit: AuditTrail;

  beforeAll(async () => {
    test = await createTestDatabase(kind);
    database = await test.open();
    keyRing = await openKeyRing(masterKey(), database);
  });
  beforeEach(async () => {
    await database.write(async (trx) => {
      for (const table of ['audit_entries', 'audit_marks', 'clients'] as const)
        await trx.deleteFrom(table).execute();
    });
    audit = createAuditTrail(database, keyRing);
  });
  afterAll(() => test.drop());

  it("keeps every member, class ids and callers' texts exactly", async () => {
    const record: AuditRecord = {
      event: 'search',
      actor: 'shop',
      clientId: 'shop',
      jobId: 'job',
      referenceNumber: 'ref "1" ä\u2028',
      transactionId: 'tx',
      details: {
        tags: ['b', 'a'],
        matches: [[{ classId: 2n ** 63n - 1n, score: 0.875 }], []],
        gallery: { size: 3, version: '7' },
        outcome: 'SUCCEEDED',
      },
    };
    await audit.append(record);
    const [entry] = await audit.list({});
    expect(entry).toEqual({ ...record, seq: 1n, time: expect.any(Date), intact: true });
  });

  it("is searchable by actor, source and subject, without the caller's own looks", async () => {
    const matches = [
      [
        { classId: 7n, score: 0.5, identified: true },
        { classId: 77n, score: 0.1 },
      ],
    ];
    const look = { event: 'query', details: { what: 'jobs', query: { actor: 'shop' } } } as const;
    for (const record of [
      search({ transactionId: '1', details: { matches } }),
      search({ transactionId: '2', details: { tags: ['"classId":7,"user":"ann"'] } }),
      search({ transactionId: '3', actor: 'account:a_b', details: { user: 'ann' } }),
      search({ transactionId: '4', actor: 'account:axb', ...look }),
      search({ transactionId: '5', actor: 'account:a_b', ...look }),
      search({
        transactionId: '6',
        details: { what: 'thumbnails', query: { classId: '8', client: 'shop' } },
      }),
      search({ transactionId: '7', details: { what: 'jobs', query: { person: '8' } } }),
    ])
      await withOrigin('192.0.2.1', () => audit.append(record));
    const found = async (filter: AuditFilter) =>
      (await audit.list(filter)).map(({ transactionId }) => transactionId);
    expect(await found({ actor: 'shop' })).toEqual(['7', '6', '2', '1']);
    expect(await found({ actor: 'account:a_b' })).toEqual(['5', '3']);
    expect(await found({ person: '7' })).toEqual(['1']);
    expect(await found({ person: '77' })).toEqual(['1']);
    expect(await found({ person: '8' })).toEqual(['7', '6']);
    expect(await found({ person: 'ann' })).toEqual(['3']);
    expect(await found({ person: '%' })).toEqual([]);
    expect(await found({ looksOfOthers: 'account:a_b' })).toEqual(['7', '6', '4', '3', '2', '1']);
    await withOrigin('2001:db8:1:2::/64', () => audit.append(search({ transactionId: '8' })));
    expect(await found({ network: '2001:db8:1:2::/64' })).toEqual(['8']);
    expect(await found({ network: '192.0.2.1', person: '77' })).toEqual(['1']);
    expect(await found({ network: '192.0.2._' })).toEqual([]);
    expect((await audit.list({}))[1]).toMatchObject({ address: '192.0.2.1', intact: true });
  });

  it('is listed newest first, page by page, and streamed oldest first', async () => {
    for (let n = 0; n < 5; n++) await audit.append(search({ transactionId: `t${n}` }));
    const ids = (entries: readonly AuditEntry[]) => entries.map((entry) => entry.transactionId);
    const first = await audit.list({ limit: 2 });
    expect(ids(first)).toEqual(['t4', 't3']);
    expect(ids(await audit.list({ limit: 2, before: first.at(-1)!.seq }))).toEqual(['t2', 't1']);
    expect(ids(await all(audit.stream({})))).toEqual(['t0', 't1', 't2', 't3', 't4']);
  });

  it('is filtered by client, transaction, event and time', async () => {
    await audit.append(search({ transactionId: 'a' }));
    await audit.append(search({ clientId: 'bank' }));
    await audit.append({ event: 'key-rotation', actor: 'cli:root', details: { keyId: 'k' } });
    expect(await audit.list({ client: 'bank' })).toHaveLength(1);
    expect(await audit.list({ transactionId: 'a' })).toHaveLength(1);
    expect(await audit.list({ event: 'key-rotation' })).toMatchObject([{ actor: 'cli:root' }]);
    const later = new Date(Date.now() + DAY_MS);
    expect(await all(audit.stream({ from: later }))).toEqual([]);
    expect(await all(audit.stream({ to: later }))).toHaveLength(3);
  });

  it('joins many entries that arrive at once, and stays intact', async () => {
    await Promise.all(
      Array.from({ length: 450 }, (_, n) => audit.append(search({ jobId: `${n}` }))),
    );
    const report = await audit.verify();
    expect(report).toMatchObject({ intact: true, entries: 450, pruned: 0, head: { seq: 450n } });
  });

  it('is intact while empty', async () => {
    expect(await audit.verify()).toMatchObject({ intact: true, entries: 0, head: undefined });
  });

  it('stays intact after the keys of templates were rotated', async () => {
    await audit.append(search());
    await keyRing.rotate();
    await keyRing.rewrap();
    await audit.append(search());
    expect(await audit.verify()).toMatchObject({ intact: true, entries: 2 });
  });

  it('recognises a probe, and only with the keys of this database', async () => {
    const image = Buffer.from('an image');
    expect(audit.probeHash(image)).toMatch(/^[0-9a-f]{64}$/);
    expect(audit.probeHash(image)).toBe(audit.probeHash(Buffer.from('an image')));
    const other = await createTestDatabase('sqlite');
    try {
      const ring = await openKeyRing(masterKey(), await other.open());
      expect(createAuditTrail(database, ring).probeHash(image)).not.toBe(audit.probeHash(image));
    } finally {
      await other.drop();
    }
  });

  describe('with clients that limit retention', () => {
    beforeEach(async () => {
      const clients = createClientRegistry(database, keyRing);
      const client = { name: 'n', storage: 's', partition: 'p' };
      await clients.create({ ...client, id: 'shop', settings: { auditRetentionDays: 30 } });
      await clients.create({ ...client, id: 'bank' });
    });
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
    const left = async () =>
      (await all(audit.stream({}))).map(({ event, clientId }) => [event, clientId]);

    it('removes expired entries, says so, and stays intact', async () => {
      for (const clientId of ['shop', 'bank', 'shop']) await audit.append(search({ clientId }));
      expect(await audit.sweep(inDays(29))).toBe(0);
      expect(await audit.sweep(inDays(31))).toBe(2);
      expect(await left()).toEqual([
        ['search', 'bank'],
        ['retention', 'shop'],
      ]);
      expect(await audit.verify()).toMatchObject({ intact: true, entries: 3, pruned: 1 });
    });

    it('drops the oldest rows if all of them have expired', async () => {
      for (let n = 0; n < 500; n++) void audit.append(search());
      await audit.append(search({ clientId: 'bank' }));
      await audit.sweep(inDays(31));
      const rows = await database.db.selectFrom('audit_entries').select('seq').execute();
      expect(rows).toHaveLength(2);
      expect(await audit.verify()).toMatchObject({ intact: true, entries: 2, head: { seq: 502n } });
      await audit.append(search());
      expect(await audit.verify()).toMatchObject({ intact: true, entries: 3 });
    });

    it('keeps a changed entry, so that it is found', async () => {
      await audit.append(search());
      await audit.append(search());
      await database.write((trx) =>
        trx
          .updateTable('audit_entries')
          .set({ time: '2020-01-01T00:00:00.000Z' })
          .where('seq', '=', 1n)
          .execute(),
      );
      expect(await audit.sweep(inDays(31))).toBe(1);
      expect(await audit.verify()).toMatchObject({ intact: false, problem: { seq: 1n } });
    });
  });

  it.each([
    ['before the oldest', [1n, 2n], 1n],
    ['between removed ones', [4n], 4n],
  ])('keeps removed entries after a gap %s, so that it is found', async (_, gone, found) => {
    const clients = createClientRegistry(database, keyRing);
    const client = { name: 'n', storage: 's', partition: 'p' };
    await clients.create({ ...client, id: 'shop', settings: { auditRetentionDays: 30 } });
    for (const clientId of ['shop', 'shop', 'shop', 'bank', 'shop'])
      await audit.append(search({ clientId }));
    await database.db.deleteFrom('audit_entries').where('seq', 'in', gone).execute();
    expect(await audit.sweep(new Date(Date.now() + 31 * DAY_MS))).toBeGreaterThan(0);
    expect(await audit.verify()).toMatchObject({ intact: false, problem: { seq: found } });
  });

  it('accepts no entry once it was truncated', async () => {
    for (let n = 0; n < 3; n++) await audit.append(search());
    const mark = await database.db.selectFrom('audit_marks').selectAll().executeTakeFirstOrThrow();
    await audit.append(search());
    await database.write(async (trx) => {
      await trx.deleteFrom('audit_entries').where('seq', '>', 3n).execute();
      await trx.updateTable('audit_marks').set(mark).execute();
    });
    await expect(audit.append(search())).rejects.toThrow(/cut back/);
  });

  it('restored as a whole is detected by an anchor', async () => {
    for (let n = 0; n < 3; n++) await audit.append(search());
    const { head: before } = await audit.verify();
    const mark = await database.db.selectFrom('audit_marks').selectAll().executeTakeFirstOrThrow();
    await audit.append(search());
    const { head: anchor } = await audit.verify();
    await database.write(async (trx) => {
      await trx.deleteFrom('audit_entries').where('seq', '>', 3n).execute();
      await trx.updateTable('audit_marks').set(mark).execute();
    });
    expect(await audit.verify()).toMatchObject({ intact: true });
    expect(await audit.verify({ anchor: before! })).toMatchObject({ intact: true });
    expect(await audit.verify({ anchor: anchor! })).toMatchObject({
      intact: false,
      problem: { message: expect.stringMatching(/cut back/) },
    });
    const again = createAuditTrail(database, keyRing);
    await again.append(search());
    expect(await again.verify({ anchor: anchor! })).toMatchObject({
      intact: false,
      problem: { seq: 4n },
    });
  });
});
