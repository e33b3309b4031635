/** `audit` as an auditor uses it: entries as lines and as a table, and the verdict on the trail. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditCsv, auditJsonLines } from '../../../src/cli/maintenance/audit-formats.ts';
import type { AuditEntry } from '../../../src/journal/audit.ts';
import { type Cli, createCli } from '../../../testing/cli/run-cli.ts';

const ENTRY: AuditEntry = {
  seq: 2n ** 53n + 1n,
  time: new Date('2026-01-31T09:30:00Z'),
  intact: true,
  event: 'search',
  actor: 'shop',
  clientId: 'shop',
  transactionId: '=HYPERLINK("x")',
  referenceNumber: 'a "b", c\nd',
  details: {
    tags: ['staff'],
    gallerySize: 3,
    matches: [[{ classId: 2n ** 63n - 1n, score: 0.5 }]],
    more: 1,
  },
};
const entries = async function* () {
  yield ENTRY;
};
const textOf = async (stream: AsyncIterable<unknown>) => (await Array.fromAsync(stream)).join('');

it('writes one JSON object per line, with all digits', async () => {
  const text = await textOf(auditJsonLines(entries()));
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toContain('"classId":9223372036854775807');
  expect(text).toContain('"seq":9007199254740993');
});

it('writes a table without formulas', async () => {
  const [row] = parse(await textOf(auditCsv(entries())), { columns: true }) as Record<
    string,
    string
  >[];
  expect(row).toMatchObject({
    seq: '9007199254740993',
    time: '2026-01-31T09:30:00.000Z',
    event: 'search',
    referenceNumber: 'a "b", c\nd',
    gallerySize: '3',
    tags: '["staff"]',
    matches: '[[{"classId":9223372036854775807,"score":0.5}]]',
    details: '{"more":1}',
  });
  expect(row?.transactionId).toBe('\'=HYPERLINK("x")');
});

let cli: Cli;
beforeAll(async () => {
  cli = await createCli();
  await cli.json('client', 'create', '--id', 'shop');
});
afterAll(() => cli.remove());

it('tells an intact trail from a changed and from a truncated one', async () => {
  const anchor = join(cli.dataDir, '..', 'anchor.json');
  await cli.json('audit', 'export', '--out', join(cli.dataDir, '..', 'out.jsonl'));
  const whole = await cli.json('audit', 'verify', '--anchor', anchor);
  expect(whole).toMatchObject({ intact: true, entries: 2, head: { seq: 2 } });
  expect(JSON.parse(await readFile(anchor, 'utf8'))).toEqual((whole as { head: unknown }).head);
  const database = new DatabaseSync(join(cli.dataDir, 'prosopon.db'));
  try {
    database.exec(`update audit_entries set entry = replace(entry, 'shop', 'bank') where seq = 1`);
    const changed = await cli.run('audit', 'verify');
    expect(changed).toMatchObject({
      code: 1,
      out: 'The audit trail was changed: entry 1 was changed.\nAll 2 bound records are intact.\n',
    });
    const exported = await cli.run('audit', 'export');
    expect(exported).toMatchObject({ code: 1, err: expect.stringMatching(/1 entry was changed/) });
    expect(exported.out).toMatch(/"seq":1,.*"intact":false/);
    database.exec('delete from audit_entries; delete from audit_marks');
  } finally {
    database.close();
  }
  const cut = await cli.run('audit', 'verify', '--anchor', anchor);
  expect(cut).toMatchObject({ code: 1, out: expect.stringMatching(/it had reached entry 2/) });
});

it('names a forged row; a command that meets it records it in the trail', async () => {
  const written = await createCli();
  await written.json('user', 'create', 'mallory');
  const database = new DatabaseSync(join(written.dataDir, 'prosopon.db'));
  database.exec('update users set admin = 1');
  database.close();
  const verified = await written.run('audit', 'verify');
  expect(verified.code).toBe(1);
  expect(verified.out).toMatch(/changed behind the service's back:\n {2}users /);
  const listed = await written.run('user', 'list');
  expect(listed.err).toMatch(/the row users .* is not used/);
  expect(listed.err).not.toMatch(/not written/);
  const { out } = await written.run('audit', 'export');
  expect(out.match(/"row-refused"/g)).toHaveLength(1);
  await written.remove();
});

it('filters by actor, person, kind and place', async () => {
  const desk = await createCli();
  await desk.json('client', 'create', '--id', 'shop');
  const out = async (...filter: readonly string[]) =>
    (await desk.run('audit', 'export', ...filter)).out.split('\n').filter(Boolean).length;
  expect(await out('--event', 'client-change')).toBe(1);
  expect(await out('--person', '17', '--event', 'client-change')).toBe(0);
  // The export that looks for the person is a look at the person.
  expect(await out('--person', '17')).toBe(2);
  expect(await out('--actor', 'account:nobody')).toBe(0);
  expect(await out('--network', '192.0.2.1')).toBe(0);
  expect(await desk.run('audit', 'export', '--event', 'gossip')).toMatchObject({ code: 4 });
  const reversed = ['--from', '2026-02-01', '--to', '2026-01-01'];
  expect(await desk.run('audit', 'export', ...reversed)).toMatchObject({
    err: expect.stringContaining('--to: expected a time after --from'),
  });
  await desk.remove();
});

it('says whether the trail holds the erasure of a receipt, by any signer', async () => {
  const erased = await createCli();
  await erased.json('user', 'create', 'ada');
  const { receipt } = await erased.json<{ receipt: string }>('user', 'delete', 'ada', '--yes');
  const file = join(erased.dataDir, '..', 'receipt.jwt');
  const check = async (text: string) => {
    await writeFile(file, text);
    const { code, out } = await erased.run('audit', 'receipt', file, '--json');
    return { code, ...(out === '' ? {} : JSON.parse(out)) };
  };
  const proven = { proven: true, signed: true, erased: { what: 'account', name: 'ada' } };
  expect(await check(`${receipt}\n`)).toMatchObject({ code: 0, ...proven });
  const forged = `${receipt.slice(0, receipt.lastIndexOf('.'))}.${'A'.repeat(342)}`;
  expect(await check(forged)).toMatchObject({ code: 1, proven: false, signed: false, entry: null });
  expect(await check('no receipt')).toEqual({ code: 4 });
  const database = new DatabaseSync(join(erased.dataDir, 'prosopon.db'));
  try {
    // As when the key is published no more.
    database.exec(`delete from service_keys where purpose = 'oauth signature'`);
    expect(await check(receipt)).toMatchObject({ code: 0, proven: true, signed: false });
    database.exec(
      `update audit_entries set entry = replace(entry, 'cli:', 'cli-') where entry like '%"erasure"%'`,
    );
  } finally {
    database.close();
  }
  expect(await check(receipt)).toMatchObject({ code: 1, proven: false });
  await erased.remove();
});
