/** `duplicates`: who is enrolled twice, in three formats, and continued after a kill. */
import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrolPeople, PARTITION, STORAGE } from '../../../bench/gallery/enrolled-people.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { openStore } from '../../../src/store.ts';
import { type Cli, createCli, ended } from '../../../testing/cli/run-cli.ts';
import { TEST_MASTER_KEY } from '../../../testing/models.ts';
import { portraitJpeg } from '../../../testing/photos.ts';
import { unitVector } from '../../../testing/template-samples.ts';

let cli: Cli;
let file: string;

beforeAll(async () => {
  cli = await createCli({ convertedModels: true });
  file = join(cli.dataDir, 'shop.duplicates.json');
  const partition = ['--storage', STORAGE, '--partition', PARTITION];
  await cli.json('client', 'create', '--id', 'shop', ...partition);
  for (const [name, face] of Object.entries({ a: 3, b: 4 }))
    await writeFile(join(cli.dataDir, `${name}.jpg`), await portraitJpeg(face));
  for (const [classId, name] of [
    ['7017', 'a'],
    ['7018', 'b'],
    ['9223372036854775807', 'a'],
  ] as const)
    await cli.json('enroll', classId, join(cli.dataDir, `${name}.jpg`));
});
afterAll(() => cli.remove());

const run = (...args: readonly string[]) => cli.run('duplicates', '--client', 'shop', ...args);

test('lists the pair as a table, JSON and CSV, and keeps it', async () => {
  const text = await run();
  expect(text).toMatchObject({ code: 1, out: expect.stringContaining('1 pair among 3 people') });
  expect(text.out).toMatch(
    /^7017 +9223372036854775807 +1\.0000|^7017 +9223372036854775807 +0\.9\d+/m,
  );
  const json = await run('--json');
  expect(json.code).toBe(1);
  expect(json.out).toContain('9223372036854775807');
  expect(JSON.parse(json.out)).toMatchObject({ client: 'shop', classes: 3, leftOut: 0, file });
  expect((await run('--csv')).out).toMatch(
    /^CLASS,OTHER,SCORE\n7017,9223372036854775807,(1\.0000|0\.9\d+)\n$/,
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('leaves an entry in the audit trail', async () => {
  const { out } = await cli.run('audit', 'export', '--event', 'query');
  expect(out).toContain('"what":"duplicates"');
});

test('continues after a kill where it was', async () => {
  await rm(file);
  await enrolMany(6000);
  const child = cli.start('duplicates', '--client', 'shop');
  const end = ended(child);
  while (!existsSync(file)) await new Promise((resume) => setTimeout(resume, 2));
  child.kill('SIGKILL');
  expect((await end).signal).toBe('SIGKILL');
  const kept = JSON.parse(await readFile(file, 'utf8'));
  expect(kept).toMatchObject({ finished: false, pairs: [] });

  const earlier = { classIds: [1, 2], score: 0.9 };
  await writeFile(file, JSON.stringify({ ...kept, pairs: [earlier] }));
  const { code, out } = await run('--json');
  expect(code).toBe(1);
  const report = JSON.parse(out);
  expect(report).toMatchObject({ classes: 6003, pairs: [{}, earlier] });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ finished: true });
});

test('begins anew where the file is of another encoder, or is none of these', async () => {
  const { search } = JSON.parse(await readFile(file, 'utf8'));
  const kept = { classes: 1, leftOut: 0, upTo: 7017, pairs: [{ classIds: [1, 2], score: 0.9 }] };
  const older = { finished: false, search: { ...search, encoderVersion: 99 }, ...kept };
  for (const text of [JSON.stringify(older), '{"finished":false,', '']) {
    await writeFile(file, text);
    const report = JSON.parse((await run('--json')).out);
    expect(report).toMatchObject({ classes: 6003, pairs: [{ score: expect.any(Number) }] });
    expect(report.pairs).toHaveLength(1);
  }
});

/** Classes from 1, of strangers to one another, with the encoder that runs. */
async function enrolMany(people: number): Promise<void> {
  const store = await openStore(parseConfig({ PROSOPON_DATA: cli.dataDir }), () => {});
  const bcid = { storage: STORAGE, partition: PARTITION, classId: 7017n };
  const { encoderVersion, features } = (await store.templates.read(bcid))!;
  await store.close();
  expect(encoderVersion).toBe(1);
  const { length } = features[0]!.values;
  const key = { masterKey: TEST_MASTER_KEY, keyFile: '', keyFileIsDefault: false } as const;
  const source = { dataDir: cli.dataDir, databaseUrl: undefined, ...key };
  const vector = () => unitVector(length);
  const { database } = await enrolPeople(source, people, vector, () => {});
  await database.close();
}
