/** `import`: a folder of people, their classes, refusals and the second run. */
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Cli, createCli } from '../../../testing/cli/run-cli.ts';
import { groupOfSixteen, portraitJpeg } from '../../../testing/photos.ts';

interface Report {
  readonly mapping: string;
  readonly people: readonly {
    readonly folder: string;
    readonly classId: number;
    readonly performedAction: string;
    readonly refused: readonly { readonly file: string; readonly errorCode: string }[];
  }[];
  readonly skipped: readonly string[];
  readonly enrolledPeople: number;
  readonly enrolledImages: number;
  readonly refusedImages: number;
}

let cli: Cli;
let people: string;

beforeAll(async () => {
  cli = await createCli({ convertedModels: true });
  await cli.json('client', 'create', '--id', 'shop');
  people = await mkdtemp(join(tmpdir(), 'prosopon-people-'));
  const files: Readonly<Record<string, Promise<Buffer> | string>> = {
    '4711/one.jpg': portraitJpeg(3),
    'alice/1.jpg': portraitJpeg(4),
    'alice/2.JPG': portraitJpeg(4, 320),
    'alice/notes.txt': 'not looked at',
    'bob/group.jpg': groupOfSixteen(),
    'bob/really-bob.jpg': portraitJpeg(11),
    'bob/somebody-else.jpg': portraitJpeg(12),
    'nobody/broken.png': 'no image',
    'stray.jpg': portraitJpeg(5),
    '.thumbnails/1.jpg': portraitJpeg(3),
    'alice/.thumbnails/1.jpg': portraitJpeg(3),
    'alice/older/1.jpg': portraitJpeg(4),
    'alice/photo': portraitJpeg(4),
  };
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(join(people, name, '..'), { recursive: true });
    await writeFile(join(people, name), await bytes);
  }
  await symlink(join(people, 'alice'), join(people, 'linked'));
});

afterAll(async () => {
  await cli.remove();
  for (const end of ['', '.import.jsonl', '.import.refused.csv', '.other', '.other.refused.csv'])
    await rm(`${people}${end}`, { recursive: true, force: true });
});

test('enrols each subfolder, assigns classes, names every refusal', async () => {
  const { code, out, err } = await cli.run('import', people, '--json');
  expect(code).toBe(1);
  expect(err).toMatch(/1 face image directly in .* left out/);
  for (const said of [
    /1 face image in folders within those of people left out/,
    /1 link to a folder left out/,
    /1 file without extension left out/,
    /2 hidden folders left out/,
  ])
    expect(err).toMatch(said);
  const report = JSON.parse(out) as Report;
  expect(report).toMatchObject({
    leftOut: { directly: 1, deeper: 1, links: 1, withoutExtension: 1, hidden: 2 },
    mapping: join(people, 'prosopon-classes.json'),
    skipped: [],
    enrolledPeople: 2,
    enrolledImages: 3,
    refusedImages: 4,
    people: [
      { folder: '4711', classId: 4711, performedAction: 'NEW_TEMPLATE_CREATED' },
      { folder: 'alice', enrolledImages: 2, refused: [] },
      { folder: 'bob', performedAction: 'ENROLLMENT_FAILED', enrolledImages: 0 },
      { folder: 'nobody', performedAction: 'ENROLLMENT_FAILED' },
    ],
  });
  expect(report.people[2]!.refused).toHaveLength(3);
  expect(report.people[2]!.refused[0]).toMatchObject({
    errorCode: 'DifferentPeople',
    message: expect.stringMatching(/somebody-else\.jpg shows another person than .* bob, so none/),
  });
  const { classId } = report.people[2]!;
  expect(await cli.json('template', 'status', `${classId}`)).toMatchObject({ available: false });
  expect(report.people[3]!.refused).toMatchObject([
    { file: join(people, 'nobody/broken.png'), errorCode: 'InvalidImage' },
  ]);
  const classes = report.people.map(({ folder, classId }) => [folder, classId]);
  expect(JSON.parse(await readFile(report.mapping, 'utf8'))).toEqual(Object.fromEntries(classes));
  expect(new Set(classes.map(([, classId]) => classId)).size).toBe(4);
});

test('a second run finds the same classes, and skips enrolled people', async () => {
  await mkdir(join(people, 'aaron'));
  await writeFile(join(people, 'aaron/1.jpg'), await portraitJpeg(6));
  const { code, out } = await cli.run(
    'import',
    people,
    '--journal',
    `${people}.other`,
    '--skip-enrolled',
  );
  expect(code).toBe(1);
  expect(out).toMatch(/^1 person enrolled from 1 face image in /);
  expect(out).toMatch(/Skipped, as enrolled already: 2\./);
  expect(out).toMatch(/Refused so far: 4/);
  expect(out).toMatch(/Not enrolled: bob, nobody/);
});

test('continues a killed import, and shares no class with another one', async () => {
  const shops = await mkdtemp(join(tmpdir(), 'prosopon-shops-'));
  const [north, south] = [join(shops, 'north'), join(shops, 'south')];
  const classesIn = async (folder: string) =>
    Object.values<number>(
      JSON.parse(await readFile(join(folder, 'prosopon-classes.json'), 'utf8')),
    );
  try {
    for (const [person, face] of Object.entries({ ann: 8, ben: 9, cid: 10 })) {
      await mkdir(join(north, person), { recursive: true });
      await writeFile(join(north, person, '1.jpg'), await portraitJpeg(face));
    }
    await mkdir(join(south, 'zoe'), { recursive: true });
    await writeFile(join(south, 'zoe', '1.jpg'), await portraitJpeg(7));
    const killed = cli.start('import', north, '--workers', '1');
    const journal = () => readFile(`${north}.import.jsonl`, 'utf8').catch(() => '');
    const imageDone = async () => (await journal()).includes('"image"');
    await vi.waitUntil(imageDone, { timeout: 60_000, interval: 10 });
    killed.kill('SIGSTOP');
    const second = await cli.run('import', north);
    expect(second).toMatchObject({ code: 5, err: expect.stringContaining('Another run uses') });
    killed.kill('SIGKILL');
    await once(killed, 'close');
    const before = await classesIn(north);
    expect(await cli.json('import', south)).toMatchObject({ enrolledPeople: 1 });
    const again = await cli.json<Report & { skippedImages: number }>('import', north);
    expect(again.enrolledImages + again.skippedImages).toBe(3);
    expect(await classesIn(north)).toEqual(before);
    expect(new Set([...before, ...(await classesIn(south))]).size).toBe(4);
    for (const id of before)
      expect(await cli.json('template', 'status', `${id}`)).toMatchObject({ available: true });
  } finally {
    await rm(shops, { recursive: true });
  }
});

test.each([
  ['a folder that is not there', '/nowhere', /\/nowhere: no such file or folder/],
  ['a folder without people', join('src', 'journal'), /no sub-folder with face images/],
])('%s: exit code 4', async (_, dir, message) => {
  const { code, err } = await cli.run('import', dir);
  expect(code).toBe(4);
  expect(err).toMatch(message);
});

test('an invalid mapping: exit code 4, and the file stays unchanged', async () => {
  const mapping = join(people, '4711', 'mapping.json');
  await writeFile(mapping, '{"alice": -1}');
  const { code, err } = await cli.run('import', people, '--mapping', mapping);
  expect(code).toBe(4);
  expect(err).toMatch(/expected JSON such as/);
  expect(await readFile(mapping, 'utf8')).toBe('{"alice": -1}');
});

test('two folders with one class: exit code 4, nobody is enrolled and the mapping stays', async () => {
  const shared = await mkdtemp(join(tmpdir(), 'prosopon-shared-'));
  const mapping = join(shared, 'prosopon-classes.json');
  try {
    for (const name of ['17', 'alice', 'bob']) {
      await mkdir(join(shared, name));
      await writeFile(join(shared, name, '1.jpg'), await portraitJpeg(8));
    }
    await writeFile(mapping, '{"alice": 17}');
    const { code, err } = await cli.run('import', shared);
    expect(code).toBe(4);
    expect(err).toMatch(/The folders "alice" and "17" would share class 17/);
    expect(await cli.json('template', 'status', '17')).toMatchObject({ available: false });
    expect(await readFile(mapping, 'utf8')).toBe('{"alice": 17}');
  } finally {
    await rm(shared, { recursive: true });
    await rm(`${shared}.import.jsonl`, { force: true });
  }
});
