/** `quality`: the same grades from the local data and a running service; folders as a table. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cli, createCli, type Running } from '../../../testing/cli/run-cli.ts';
import { nobody, portrait } from '../../../testing/people.ts';

let cli: Cli;
let service: Running;
let folder: string;
let credentials: readonly string[];

beforeAll(async () => {
  cli = await createCli({ convertedModels: true });
  folder = await mkdtemp(join(tmpdir(), 'prosopon-quality-'));
  await mkdir(join(folder, 'below'));
  await Promise.all([
    writeFile(join(folder, 'ben.jpg'), await portrait('ben')),
    writeFile(join(folder, 'below/dov.jpg'), await portrait('dov')),
    writeFile(join(folder, 'nobody.png'), await nobody()),
    writeFile(join(folder, 'torn.jpg'), 'no image'),
    writeFile(join(folder, 'notes.txt'), 'not looked at'),
  ]);
  const { key } = await cli.json<{ key: string }>('client', 'create', '--id', 'shop');
  service = await cli.serve({ PROSOPON_OFFLINE: '1' });
  credentials = ['--url', service.url, '--client', 'shop', '--key', key];
});

afterAll(async () => {
  await service.stop();
  await cli.remove();
  await rm(folder, { recursive: true, force: true });
});

test('a portrait: the same scores locally and from the service', async () => {
  const file = join(folder, 'ben.jpg');
  const local = await cli.run('quality', file, '--json');
  const remote = await cli.run('quality', file, '--json', ...credentials);
  expect([local.code, remote.code]).toEqual([0, 0]);
  const [here] = JSON.parse(local.out);
  const [there] = JSON.parse(remote.out);
  expect(here.measurements.length).toBe(28);
  expect(there.measurements).toEqual(here.measurements);
  const text = await cli.run('quality', file);
  expect(text.out).toMatch(/^HeadPoseYaw +\d+ /m);
});

test('a folder as the table of the reference, including files that cannot be graded', async () => {
  const { code, out } = await cli.run('quality', folder, '--csv');
  expect(code).toBe(1);
  const rows = parse(out, { delimiter: ';', columns: true }) as Record<string, string>[];
  const names = rows.map(({ Filename }) => Filename!.slice(folder.length + 1));
  expect(names).toEqual(['below/dov.jpg', 'ben.jpg', 'nobody.png', 'torn.jpg']);
  const columns = Object.keys(rows[0]!);
  expect(columns.slice(0, 2)).toEqual(['Filename', 'UnifiedQualityScore']);
  expect(columns.slice(28, 30)).toEqual(['NoHeadCoverings', 'UnifiedQualityScore.scalar']);
  expect(columns[57]).toBe('assessment_time_in_ms');
  const [dov, , empty, torn] = rows;
  expect(Number(dov!['NoHeadCoverings.scalar'])).toBeGreaterThan(50);
  expect(dov!.HeadPoseYaw).toMatch(/^-?\d+\.\d{6}$/);
  expect(Number(dov!['HeadPoseYaw.scalar'])).toBeGreaterThan(50);
  expect(empty!['HeadPoseYaw.scalar']).toBe('-1');
  expect(torn!['HeadPoseYaw.scalar']).toBe('');
});

test('reports a file that is no image by name only', async () => {
  const { code, out } = await cli.run('quality', join(folder, 'torn.jpg'));
  expect(code).toBe(1);
  expect(out).toMatch(/torn\.jpg\nImageReadingError: not a decodable image\n$/);
});

test('4 for a missing file', async () => {
  expect((await cli.run('quality', join(folder, 'gone.jpg'))).code).toBe(4);
});

test('a client with minimum scores: refuses images below them', async () => {
  await cli.json('client', 'create', '--id', 'strict', 'minimumQuality={"HeadSize":100}');
  const args = ['enroll', '1', join(folder, 'ben.jpg'), '--client', 'strict'];
  const { code, out } = await cli.run(...args, '--json');
  expect(code).toBe(1);
  expect(out).toMatch(/HeadSize is \d+, at least 100 is demanded/);
  const wrong = await cli.run('client', 'create', '--id', 'x', 'minimumQuality={"Beauty":9}');
  expect(wrong.code).toBe(4);
});
