/** What needs an administrator: each thing is found, and nothing where all is well. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECOMMENDED_MISSING } from '../../../src/faces/encoding/encoders.ts';
import { PAD_DAMAGED, PAD_MISSING } from '../../../src/faces/liveness/pad-finder.ts';
import { LITTLE_SPACE, NO_SPACE } from '../../../src/operations/admin/free-space.ts';
import { diskIssues, listHealthIssues } from '../../../src/operations/admin/health-issues.ts';
import { makeCertificate } from '../../../testing/certificates.ts';

const NOW = new Date();
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'needs-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface World {
  readonly missing?: readonly string[];
  readonly gallery?: object;
  readonly webhooks?: readonly object[];
  readonly transfers?: readonly object[];
  readonly hostFacts?: object;
}

/** Kinds of what is found, as far as the disk of this machine has no say in it. */
async function needsOf(world: World) {
  const { missing = [], gallery, webhooks = [], transfers = [], hostFacts } = world;
  const known = { classes: 0, corrupted: 0, otherEncoder: 0, ...gallery };
  const parts = {
    activeEngine: { status: () => ({ gallery: known, missing: async () => missing }) },
    webhooks: { list: async () => webhooks },
    audit: { list: pagesOf(transfers) },
    hostFacts: { dataDir: folder, certificates: [], ...hostFacts },
  };
  const needs = await listHealthIssues(parts as never, NOW);
  return needs.filter(({ kind }) => kind !== 'disk');
}

/** Newest first, as the audit trail answers. */
function pagesOf(entries: readonly object[]) {
  const numbered = entries.map((entry, i) => ({ ...entry, seq: BigInt(entries.length - i) }));
  return async ({ before, limit = 100 }: { readonly before?: bigint; readonly limit?: number }) =>
    numbered.filter(({ seq }) => before === undefined || seq < before).slice(0, limit);
}

it('lists nothing for a healthy service', async () => {
  const transfers = [{ time: daysAgo(1), details: { what: 'backup' } }];
  expect(await needsOf({ gallery: { classes: 7 }, transfers })).toEqual([]);
  expect(await needsOf({}), 'nobody is enrolled, so nothing is lost').toEqual([]);
});

it('lists models, templates, webhooks, key and backups, urgent ones first', async () => {
  const health = { disabled: null, failingSince: null };
  const needs = await needsOf({
    missing: [RECOMMENDED_MISSING, PAD_MISSING],
    gallery: { classes: 7, corrupted: 2, otherEncoder: 0 },
    webhooks: [
      { url: 'https://a.example', health },
      { url: 'https://b.example', health: { ...health, failingSince: daysAgo(1) } },
      { url: 'https://c.example', health: { ...health, disabled: daysAgo(1) } },
    ],
    transfers: [{ time: daysAgo(30), details: { what: 'backup' } }],
    hostFacts: { keyBesideData: '/data/master.key' },
  });
  expect(needs).toEqual([
    { kind: 'damaged-templates', severity: 'bad', count: 2 },
    { kind: 'disabled-webhook', severity: 'bad', url: 'https://c.example', since: daysAgo(1) },
    { kind: 'better-encoder', severity: 'warn' },
    { kind: 'liveness-models', severity: 'warn' },
    { kind: 'failing-webhook', severity: 'warn', url: 'https://b.example', since: daysAgo(1) },
    { kind: 'key-beside-data', severity: 'warn', path: '/data/master.key' },
    { kind: 'old-backup', severity: 'warn', latest: daysAgo(30) },
  ]);
  expect(await needsOf({ missing: [PAD_DAMAGED] }), 'refused calls').toEqual([
    { kind: 'damaged-liveness-models', severity: 'bad' },
  ]);
  const transfers = [{ time: daysAgo(1), details: { what: 'templates' } }];
  const kinds = (await needsOf({ gallery: { classes: 1 }, transfers })).map(({ kind }) => kind);
  expect(kinds, 'an export is no backup').toEqual(['no-backup']);
});

it('counts a backup once it is written, or was restored, whatever else was transferred', async () => {
  const gallery = { classes: 1 };
  const begun = { time: daysAgo(1), details: { what: 'backup begun' } };
  const made = { time: daysAgo(30), details: { what: 'backup' } };
  expect(await needsOf({ gallery, transfers: [begun, made] })).toEqual([
    { kind: 'old-backup', severity: 'warn', latest: daysAgo(30) },
  ]);
  const restore = { what: 'restore', made: daysAgo(2).toISOString() };
  const restored = { time: daysAgo(1), details: restore };
  expect(await needsOf({ gallery, transfers: [restored, begun, made] })).toEqual([]);
  const exported = { time: daysAgo(1), details: { what: 'export' } };
  const exports = Array.from({ length: 2000 }, () => exported);
  const recent = { time: daysAgo(7), details: { what: 'backup' } };
  expect(await needsOf({ gallery, transfers: [...exports, recent] })).toEqual([]);
});

it('warns of a nearly full disk, and of a full one', () => {
  const room = (free: number) => ({ path: '/data', free });
  expect(diskIssues(room(LITTLE_SPACE))).toEqual([]);
  expect(diskIssues(room(LITTLE_SPACE - 1))).toEqual([
    { kind: 'disk', severity: 'warn', ...room(LITTLE_SPACE - 1) },
  ]);
  expect(diskIssues(room(NO_SPACE - 1))).toMatchObject([{ severity: 'bad' }]);
  expect(diskIssues(undefined), 'where it cannot be measured').toEqual([]);
});

it('lists expiring certificates, and unreadable ones', async () => {
  const { certFile } = makeCertificate(folder, 'tls');
  const broken = join(folder, 'broken.crt');
  await writeFile(broken, 'no certificate');
  const hostFacts = { certificates: [certFile, broken] };
  expect(await needsOf({ hostFacts })).toEqual([
    { kind: 'certificate', severity: 'bad', path: certFile, until: expect.any(Date) },
    { kind: 'unreadable-certificate', severity: 'bad', path: broken },
  ]);
});
