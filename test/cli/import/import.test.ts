/** `import` and `export`: a CSV file of people, a run that goes on, and an archive for elsewhere. */
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openJournal } from '../../../src/cli/import/import-journal.ts';
import { openSource } from '../../../src/cli/import/import-sources.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { type Cli, createCli, ended } from '../../../testing/cli/run-cli.ts';
import { portraitJpeg } from '../../../testing/photos.ts';

/** For few images a second worker takes longer to start than it saves. */
const ONE = ['--workers', '1'];

let cli: Cli;
let folder: string;
let csv: string;

beforeAll(async () => {
  cli = await createCli({ convertedModels: true });
  await cli.json('client', 'create', '--id', 'shop', 'requireConsent=true');
  folder = await mkdtemp(join(tmpdir(), 'prosopon-import-'));
  csv = join(folder, 'staff.csv');
  await mkdir(join(folder, 'people/9'), { recursive: true });
  for (const [name, face] of Object.entries({ a: 3, b: 4, c: 11, 'people/9/one': 5 }))
    await writeFile(join(folder, `${name}.jpg`), await portraitJpeg(face));
  await writeFile(join(folder, 'small.jpg'), await portraitJpeg(3, 320));
  await writeFile(join(folder, 'broken.jpg'), 'no image');
  const rows = [
    '\ufeffclass,image,tags,consent',
    '9223372036854775807,a.jpg,staff;night,form 1',
    '2,b.jpg,,form 2',
    '2,broken.jpg,,form 2',
    '3,gone.jpg,,=cmd()',
  ];
  await writeFile(csv, rows.join('\r\n'));
});
afterAll(async () => {
  await cli.remove();
  await rm(folder, { recursive: true, force: true });
});

interface Status {
  readonly tags: readonly string[];
  readonly featureVectors: number;
  readonly consent: { readonly reference: string } | null;
}
const status = (classId: string, ...more: readonly string[]) =>
  cli.json<Status>('template', 'status', classId, ...more);

test('enrols a CSV file with tags and consents, and reports every refusal', async () => {
  const { code, out } = await cli.run('import', csv, ...ONE, '--json');
  expect(code).toBe(1);
  const report = JSON.parse(out);
  expect(report).toMatchObject({ enrolledImages: 2, refusedImages: 2, skippedImages: 0 });
  expect(await status('9223372036854775807')).toMatchObject({
    tags: ['night', 'staff'],
    consent: { reference: 'form 1' },
  });
  const refusals = (await readFile(report.report, 'utf8')).trim().split('\n');
  expect(refusals.toSorted().reverse()).toEqual([
    'class,image,error,message',
    expect.stringMatching(/^3,gone\.jpg,Unreadable,.*no such file/),
    expect.stringMatching(/^2,broken\.jpg,InvalidImage,/),
  ]);
});

test('the same command continues where it stopped, even after a truncated line', async () => {
  await writeFile(`${csv}.import.jsonl`, '{"class":"3","ima', { flag: 'a' });
  await writeFile(csv, '\n4,c.jpg,late,form 4', { flag: 'a' });
  const again = JSON.parse((await cli.run('import', csv, ...ONE, '--json')).out);
  expect(again).toMatchObject({ enrolledImages: 1, refusedImages: 0, skippedImages: 4 });
  expect(await status('4')).toMatchObject({ tags: ['late'] });
  await writeFile(join(folder, 'gone.jpg'), await portraitJpeg(12));
  const retried = JSON.parse(
    (await cli.run('import', csv, '--retry-refused', ...ONE, '--json')).out,
  );
  expect(retried).toMatchObject({ enrolledImages: 1, refusedImages: 1, refusedInAll: 1 });
});

test('a field without end is refused, not gathered', async () => {
  const endless = join(folder, 'endless.csv');
  await writeFile(endless, `class,image\n1,"${'x'.repeat(200_000)}`);
  await expect(openSource(endless)).rejects.toThrow(/Max Record Size/);
});

test.each(['a,b\n1,c', '{"class":"3","ima\n{"seq":1}\n', '17', 'null\n'])(
  'refuses a file that is no journal, and leaves it unchanged: %j',
  async (text) => {
    const other = join(folder, 'other.csv');
    await writeFile(other, text);
    await expect(openJournal(other)).rejects.toThrow(
      new InvalidArgument(`${other}: not a journal of an import`),
    );
    expect(await readFile(other, 'utf8')).toBe(text);
  },
);

test('the report never overwrites an input of the import', async () => {
  const before = await readFile(csv, 'utf8');
  for (const needed of [csv, `${folder}/./staff.csv.import.jsonl`])
    expect(await cli.run('import', csv, '--report', needed)).toMatchObject({
      code: 4,
      err: expect.stringContaining(`--report: ${needed} is used by this import`),
    });
  expect(await readFile(csv, 'utf8')).toBe(before);
});

test('enrols a folder of people with one consent for all', async () => {
  const report = await cli.json(
    'import',
    join(folder, 'people'),
    ...ONE,
    '--consent',
    'list of May',
  );
  expect(report).toMatchObject({ enrolledImages: 1, refusedInAll: 0, report: null });
  expect(await status('9')).toMatchObject({ consent: { reference: 'list of May' } });
});

test.each(['people', 'people/', './people'])('locates images of %s within it', async (dir) => {
  const source = await openSource(`${folder}/${dir}`, undefined);
  const [person] = await Array.fromAsync(source.people());
  expect(person!.images.map(({ name }) => name)).toEqual(['9/one.jpg']);
});

test.each([
  ['class,image\nseven,a.jpg', /row 2: "seven" is not a 64-bit class id/],
  ['class,photo\n7,a.jpg', /expected the columns class and image/],
  ['class,image', /no rows/],
  ['class,image\n7,a.jpg,more', /Invalid Record Length/],
])('%j is refused', async (text, message) => {
  const wrong = join(folder, 'wrong.csv');
  await writeFile(wrong, text);
  const reading = async () => {
    const source = await openSource(wrong, undefined);
    return Array.fromAsync(source.people());
  };
  await expect(reading()).rejects.toThrow(InvalidArgument);
  await expect(reading()).rejects.toThrow(message);
});

test('treats a class with leading zeros as the same class', async () => {
  const zeros = join(folder, 'zeros.csv');
  await writeFile(zeros, 'class,image\n017,a.jpg\n17,b.jpg');
  const source = await openSource(zeros, undefined);
  const [person, ...others] = await Array.fromAsync(source.people());
  expect(person).toMatchObject({ classId: 17n, images: [{ name: 'a.jpg' }, { name: 'b.jpg' }] });
  expect(others).toEqual([]);
});

test('refuses a file that cannot be read', async () => {
  await using server = createServer();
  const path = join(folder, 'socket.csv');
  await once(server.listen(path), 'listening');
  const refused = { code: 4, err: `prosopon: ${path}: cannot be read (ENXIO)\n` };
  expect(await cli.run('import', path)).toMatchObject(refused);
});

/** Details of what the audit trail says of them, oldest first. */
async function transfers() {
  const { out } = await cli.run('audit', 'export', '--event', 'transfer');
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.flatMap(({ details }) => (details === undefined ? [] : [details]));
}

test('imports an export for another client', async () => {
  const file = join(folder, 'shop.templates');
  const secret = join(folder, 'secret.txt');
  await writeFile(secret, 'correct horse battery');
  const sealed = ['--passphrase-file', secret];
  expect(await cli.json('export', file, ...sealed)).toMatchObject({ templates: 5, corrupted: 0 });
  await cli.json('client', 'create', '--id', 'bank');
  const imported = await cli.json('import', file, '--client', 'bank', ...sealed);
  expect(imported).toEqual({ imported: 5, existing: 0 });
  expect(await status('9223372036854775807', '--client', 'bank')).toMatchObject({
    tags: ['night', 'staff'],
    consent: { reference: 'form 1' },
  });
  expect((await cli.run('import', file, '--client', 'bank')).code).toBe(4);
  const ofImages = await cli.run('import', file, ...sealed, '--consent', 'form 1');
  expect(ofImages).toMatchObject({
    code: 4,
    err: expect.stringMatching(/^prosopon: --consent: only for images/),
  });
  expect(await transfers()).toEqual([
    expect.objectContaining({ what: 'export' }),
    expect.objectContaining({ what: 'import begun', storage: 'bank' }),
    expect.objectContaining({ what: 'import', imported: 5, existing: 0, complete: true }),
  ]);
});

test('an import that fails halfway leaves an entry of what it did', async () => {
  const [file, secret] = [join(folder, 'cut.templates'), join(folder, 'secret.txt')];
  await writeFile(secret, 'correct horse battery');
  await cli.json('export', file, '--client', 'shop', '--passphrase-file', secret);
  await truncate(file, (await stat(file)).size - 1);
  await cli.json('client', 'create', '--id', 'branch');
  const failed = await cli.run('import', file, '--client', 'branch', '--passphrase-file', secret);
  expect(failed.code).toBe(4);
  expect((await transfers()).slice(-2)).toEqual([
    expect.objectContaining({ what: 'import begun', storage: 'branch' }),
    expect.objectContaining({ what: 'import', storage: 'branch', complete: false }),
  ]);
});

test('--skip-enrolled skips nobody whom the import itself began to enrol', async () => {
  const [enrolled, source] = [join(folder, 'enrolled.csv'), join(folder, 'shift.csv')];
  await writeFile(enrolled, 'class,image\n41,a.jpg\n42,a.jpg\n43,a.jpg');
  const rows = [41, 42, 43, 44].map((id) => `${id},a.jpg,day\n${id},small.jpg,day`);
  await writeFile(source, ['class,image,tags', ...rows].join('\n'));
  await cli.json('import', enrolled, ...ONE, '--client', 'bank');
  // Killed before the second image of 41, and before the line about the first one of 42.
  const first = { class: '41', image: 'a.jpg', enrolled: true, errors: [] };
  const journal = `${source}.import.jsonl`;
  await writeFile(journal, `${JSON.stringify(first)}\n{"class":"42"}\n`);

  const report = await cli.json('import', source, '--skip-enrolled', ...ONE, '--client', 'bank');
  expect(report).toMatchObject({ skipped: ['43'], skippedImages: 1, enrolledImages: 5 });
  for (const [id, tags] of Object.entries({ 41: ['day'], 42: ['day'], 43: [], 44: ['day'] }))
    expect(await status(id, '--client', 'bank')).toMatchObject({ tags });
  const lines = (await readFile(journal, 'utf8')).trim().split('\n');
  const imagesOf44 = lines
    .map((line) => JSON.parse(line))
    .flatMap((line) => (line.class === '44' ? [line.image] : []));
  expect(imagesOf44).toEqual([undefined, 'a.jpg', 'small.jpg']);
});

test('a row that cannot be stored is refused with its number, and the rest goes on', async () => {
  const rows = [...Array(30)].map((_, i) => `${500 + i},${i === 0 ? 'a.jpg' : 'never.jpg'},day`);
  rows[2] = `502,a.jpg,${'x'.repeat(65)}`;
  rows[3] = '503,a.jpg,"two\nlines"';
  const file = join(folder, 'rows.csv');
  await writeFile(
    file,
    ['class;image;tags', ...rows]
      .join('\n')
      .replaceAll(',', '\t')
      .replace('class;image;tags', 'class\timage\ttags'),
  );
  const { code, out, err } = await cli.run(
    'import',
    file,
    ...ONE,
    '--consent',
    'form',
    '--client',
    'shop',
    '--json',
  );
  expect(code).toBe(1);
  expect(err).not.toMatch(/Error|\n\s+at /);
  expect(JSON.parse(out)).toMatchObject({ enrolledImages: 1, refusedImages: 29, refusedInAll: 29 });
  const refused = await readFile(`${file}.import.refused.csv`, 'utf8');
  expect(refused).toMatch(
    /^502,a\.jpg,InvalidRow,row 4 of rows\.csv: tags\[0\]: expected 1 to 64/m,
  );
  expect(refused).toMatch(/^503,a\.jpg,InvalidRow,row 5 of rows\.csv: tags/m);
  expect(await status('500', '--client', 'shop')).toMatchObject({ tags: ['day'] });
  const again = await cli.run('import', file, ...ONE, '--consent', 'form', '--client', 'shop');
  expect(again.out).toMatch(/Once they are put right, add --retry-refused/);
});

test.each([
  [['--url', 'http://127.0.0.1:9'], 5, /No service answers at http:\/\/127\.0\.0\.1:9/],
  [['--url', 'URL'], 2, /Are --client and --key right/],
])('with %j, a long file fails as a short one', async (given, expected, message) => {
  await using server = createHttpServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"No."}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = Buffer.alloc(64).toString('base64');
  const args = [...given.map((arg) => arg.replace('URL', url)), '--client', 'c', '--key', key];
  for (const rows of [3, 60]) {
    const file = join(folder, `${rows}.csv`);
    await writeFile(
      file,
      `class,image\n${[...Array(rows)].map((_, i) => `${i + 1},a.jpg`).join('\n')}`,
    );
    const { code, err } = await cli.run('import', file, ...args);
    expect(code).toBe(expected);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  }
});

test.each([
  [
    'Windows-1252',
    Buffer.from('class,image,tags\n1,a.jpg,ok\n2,a.jpg,M\xfcnchen', 'latin1'),
    /row 3: not in UTF-8; it looks like Windows-1252/,
  ],
  ['UTF-16', Buffer.from('\ufeffclass,image\n1,a.jpg', 'utf16le'), /in UTF-16/],
])('a file in %s is refused', async (_, bytes, message) => {
  const file = join(folder, 'encoded.csv');
  await writeFile(file, bytes);
  await expect(openSource(file)).rejects.toThrow(message);
});

test('reads semicolons, and finds names in either spelling of Unicode', async () => {
  const file = join(folder, 'umlaut.csv');
  await writeFile(join(folder, 'Ju\u0308rgen.jpg'), await portraitJpeg(13));
  await writeFile(file, 'class;image;tags\n71;J\u00fcrgen.jpg;"day;night"');
  const report = await cli.json('import', file, ...ONE, '--consent', 'form', '--client', 'shop');
  expect(report).toMatchObject({ enrolledImages: 1, refusedImages: 0 });
  expect(await status('71', '--client', 'shop')).toMatchObject({ tags: ['day', 'night'] });
});

test('Ctrl-C ends it in good order, and says how to go on', async () => {
  const file = join(folder, 'long.csv');
  const rows = [...Array(40)].map((_, i) => `${900 + i},a.jpg`);
  await writeFile(file, ['class,image', ...rows].join('\n'));
  const child = cli.start(
    'import',
    file,
    '--consent',
    'form',
    '--client',
    'shop',
    '--workers',
    '1',
  );
  const end = ended(child);
  const begun = () =>
    readFile(`${file}.import.jsonl`, 'utf8').then(
      (text) => text.includes('"image"'),
      () => false,
    );
  await vi.waitUntil(begun, { timeout: 60_000, interval: 10 });
  child.kill('SIGINT');
  const { code, out } = await end;
  expect(code).toBe(130);
  expect(out).toMatch(/^Interrupted after \d+ of 40 face images\.\n/);
  expect(out).toMatch(/To go on, run the same command again\./);
});

test('a client that rejects duplicates gets each person once, and no templates', async () => {
  await cli.json('client', 'create', '--id', 'register', 'rejectDuplicates=true');
  const file = join(folder, 'register.csv');
  await writeFile(file, 'class,image\n1,a.jpg\n2,a.jpg\n3,b.jpg');
  const register = ['--client', 'register'];
  const { code, out } = await cli.run('import', file, ...ONE, ...register, '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ enrolledImages: 2, refusedImages: 1 });
  const refused = await readFile(`${file}.import.refused.csv`, 'utf8');
  expect(refused).toMatch(/^[12],a\.jpg,AlreadyEnrolled,/m);
  const again = await cli.run('enroll', '9', join(folder, 'b.jpg'), ...register);
  expect(again).toMatchObject({
    ...{ code: 1, out: expect.stringContaining('already enrolled in another class') },
  });
  const archive = join(folder, 'register.templates');
  const secret = ['--passphrase-file', join(folder, 'register-secret')];
  await writeFile(secret[1]!, 'a long enough passphrase');
  await cli.json('export', archive, ...register, ...secret);
  expect(await cli.run('import', archive, ...register, ...secret)).toMatchObject({
    ...{ code: 4, err: expect.stringContaining('rejectDuplicates') },
  });
});
