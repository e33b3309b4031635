/** `duplicates`: who is enrolled twice, in three formats, and continued after a kill. */
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
  file = join(cli.dataDir, 'found.jsonl');
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

const run = (...args: readonly string[]) => cli.run('duplicates', '--file', file, ...args);

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

test('refuses a file of something else, and leaves it unchanged', async () => {
  const other = join(cli.dataDir, 'a.jpg');
  const before = await readFile(other);
  const refused = await cli.run('duplicates', '--file', other);
  expect(refused).toMatchObject({ code: 4, err: expect.stringContaining('name another --file') });
  expect(await readFile(other)).toEqual(before);
});

test('continues after a kill where it was, with the options it began with', async () => {
  await rm(file, { force: true });
  await enrolMany(6000);
  const child = cli.start('duplicates', '--file', file);
  const end = ended(child);
  const size = () =>
    readFile(file, 'utf8').then(
      (text) => text.split('\n').length - 1,
      () => 0,
    );
  while ((await size()) < 2) await new Promise((resume) => setTimeout(resume, 2));
  child.kill('SIGKILL');
  expect((await end).signal).toBe('SIGKILL');
  const kept = await readFile(file, 'utf8');
  expect(kept).not.toContain('finished');

  expect(await run('--false-match-rate', '1e-8')).toMatchObject({
    code: 4,
    err: expect.stringContaining('unfinished search with other options'),
  });
  await writeFile(file, `${kept}{"upTo":99`);
  const { code, out } = await run('--json');
  expect(code).toBe(1);
  const whole = kept.slice(0, kept.lastIndexOf('\n') + 1);
  const after = await readFile(file, 'utf8');
  expect(after.startsWith(whole)).toBe(true);
  const batches = after.split('\n').filter((line) => line.startsWith('{"upTo"'));
  expect(batches).toHaveLength(12);
  expect(JSON.parse(out)).toMatchObject({ classes: 6003, pairs: [{}] });
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
