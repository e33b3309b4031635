/** Whatever is done to the stored audit trail without its key is found, and the first place named. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditTrail } from '../../src/journal/audit-trail.ts';
import { createAuditTrail } from '../../src/journal/audit-trail.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

const ENTRIES = 12;

interface Stored {
  entries: Schema['audit_entries'][];
  marks: Schema['audit_marks'][];
}

let test: TestDatabase;
let database: Database;
let audit: AuditTrail;
let original: Stored;

beforeAll(async () => {
  test = await createTestDatabase('sqlite');
  database = await test.open();
  audit = createAuditTrail(database, await openKeyRing(masterKey(), database));
  for (let n = 1; n <= ENTRIES; n++)
    await audit.append({
      event: n % 2 ? 'search' : 'erasure',
      actor: 'shop',
      clientId: 'shop',
      transactionId: `tx-${n}`,
      details: { matches: [[{ classId: BigInt(n), score: 0.5 }]] },
    });
  original = {
    entries: await database.db.selectFrom('audit_entries').selectAll().orderBy('seq').execute(),
    marks: await database.db.selectFrom('audit_marks').selectAll().execute(),
  };
});
afterAll(() => test.drop());

/** Puts `change` of the trail into the database and verifies that. */
async function verified(change: (stored: Stored) => void) {
  const stored = structuredClone(original);
  change(stored);
  await database.write(async (trx) => {
    await trx.deleteFrom('audit_entries').execute();
    await trx.deleteFrom('audit_marks').execute();
    if (stored.entries.length > 0)
      await trx.insertInto('audit_entries').values(stored.entries).execute();
    if (stored.marks.length > 0) await trx.insertInto('audit_marks').values(stored.marks).execute();
  });
  return audit.verify();
}

const index = fc.nat({ max: ENTRIES - 1 });
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const found = async (change: (stored: Stored) => void, seq?: bigint) => {
  const report = await verified(change);
  expect(report.intact).toBe(false);
  if (seq !== undefined) expect(report.problem?.seq).toBe(seq);
};

describe('the audit trail', () => {
  it('is intact if nothing was changed', async () => {
    expect(await verified(() => undefined)).toMatchObject({ intact: true, entries: ENTRIES });
  });

  it('reveals any changed character of any entry', () =>
    fc.assert(
      fc.asyncProperty(
        index,
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        async (i, at, character) => {
          const text = original.entries[i]!.entry!;
          const place = at % text.length;
          const other = text.slice(0, place) + character + text.slice(place + 1);
          fc.pre(other !== text);
          await found(
            ({ entries }) => {
              entries[i]!.entry = other;
            },
            BigInt(i + 1),
          );
        },
      ),
      { numRuns: 60 },
    ));

  it('reveals any changed column', () =>
    fc.assert(
      fc.asyncProperty(
        index,
        fc.oneof(
          bytes.map((value) => ({ digest: value })),
          bytes.map((value) => ({ hash: value })),
          bytes.map((value) => ({ pruned: value })),
          fc
            .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') })
            .map((date) => ({ time: date.toISOString() })),
          fc.constantFrom('query', 'retention', null).map((event) => ({ event })),
          fc.constantFrom('bank', null).map((client) => ({ client_id: client })),
          fc.constantFrom('tx', null).map((transaction) => ({ transaction_id: transaction })),
        ),
        (i, change) =>
          found(({ entries }) => void Object.assign(entries[i]!, change), BigInt(i + 1)),
      ),
      { numRuns: 60 },
    ));

  it('reveals a removed entry, a removed end and a removed beginning', () =>
    fc.assert(
      fc.asyncProperty(index, fc.integer({ min: 1, max: ENTRIES }), async (first, number) => {
        await found(({ entries }) => void entries.splice(first, number), BigInt(first + 1));
      }),
      { numRuns: 40 },
    ));

  it('reveals a text that was removed without the seal of the retention', () =>
    fc.assert(
      fc.asyncProperty(index, fc.option(bytes), async (i, pruned) => {
        const gone = {
          time: null,
          event: null,
          client_id: null,
          transaction_id: null,
          entry: null,
        };
        await found(
          ({ entries }) => void Object.assign(entries[i]!, gone, { pruned }),
          BigInt(i + 1),
        );
      }),
      { numRuns: 20 },
    ));

  it('reveals entries that changed places, with their numbers or without', () =>
    fc.assert(
      fc.asyncProperty(index, index, fc.boolean(), async (a, b, renumber) => {
        fc.pre(a !== b);
        await found(
          ({ entries }) => {
            const [one, other] = [entries[a]!, entries[b]!];
            entries[a] = { ...other, seq: one.seq };
            entries[b] = { ...one, seq: other.seq };
            if (!renumber) return;
            for (const row of [entries[a]!, entries[b]!])
              row.entry = row.entry!.replace(/"seq":\d+/, `"seq":${row.seq}`);
          },
          BigInt(Math.min(a, b) + 1),
        );
      }),
      { numRuns: 30 },
    ));

  it('reveals an end or a beginning that was moved, replaced or removed', () =>
    fc.assert(
      fc.asyncProperty(
        index,
        fc.constantFrom('cut', 'cut with the old seal', 'headless', 'floor', 'another head'),
        bytes,
        async (i, how, seal) => {
          const last = original.entries[i]!;
          fc.pre(i < ENTRIES - 1 || how === 'headless' || how === 'floor');
          await found((stored) => {
            const head = stored.marks[0]!;
            if (how.startsWith('cut')) stored.entries.splice(i + 1);
            if (how !== 'headless') Object.assign(head, { seq: last.seq, hash: last.hash });
            if (how === 'cut') head.seal = seal;
            if (how === 'another head') head.seal = last.digest;
            if (how === 'headless') stored.marks = [];
            if (how === 'floor') {
              stored.marks = [
                original.marks[0]!,
                { ...original.marks[0]!, ...head, name: 'floor' },
              ];
              stored.entries.splice(0, i + 1);
            }
          });
        },
      ),
      { numRuns: 50 },
    ));

  it('reveals a forged entry at the end', () =>
    found(
      ({ entries }) => {
        entries.push({ ...entries.at(-1)!, seq: BigInt(ENTRIES + 1) });
      },
      BigInt(ENTRIES + 1),
    ));

  it('marks a changed entry in a list as not intact', async () => {
    await verified(({ entries }) => {
      entries[3]!.entry = entries[3]!.entry!.replace('shop', 'spot');
      entries[4]!.entry = 'no JSON at all';
    });
    const intact = (await Array.fromAsync(audit.stream({}))).map((entry) => entry.intact);
    expect(intact).toEqual(intact.map((_, i) => i !== 3 && i !== 4));
  });

  it('is not intact under another master key', async () => {
    await verified(() => undefined);
    const other = await createTestDatabase('sqlite');
    try {
      const ring = await openKeyRing(masterKey(), await other.open());
      expect(await createAuditTrail(database, ring).verify()).toMatchObject({ intact: false });
    } finally {
      await other.drop();
    }
  });
});
