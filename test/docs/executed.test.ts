/** Commands in the documentation that need neither faces nor a network are run, page by page. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Cli, createCli } from '../../testing/cli/run-cli.ts';
import { BLOCKS } from './documents.ts';
import { readCommands } from './shell.ts';

const RUN =
  /^(client|user|webhook|audit|backup|restore|export|erase|keys|token|jobs|models list)\b/;
/** What other tests do: these need somebody enrolled. */
const NOT_RUN = /^(erase --class|audit receipt)/;

const pages = Map.groupBy(
  BLOCKS.filter(({ language }) => language === '').flatMap(({ page, text }) =>
    readCommands(text.replace(/^[\d*/]+( [\d*/]+){4} +root +/gm, ''))
      .filter(({ words }) => /prosopon$/.test(words[0] ?? ''))
      .map(({ variables, words }) => ({ page, variables, args: words.slice(1) }))
      .filter(({ args }) => RUN.test(args.join(' ')) && !NOT_RUN.test(args.join(' '))),
  ),
  ({ page }) => page,
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-executed-'));
  await writeFile(join(folder, 'secret.txt'), 'b7Qx2nR9vK4mT8wZ1cY6pL3d');
  await writeFile(
    join(folder, 'key.txt'),
    Buffer.from(crypto.getRandomValues(new Uint8Array(64))).toString('base64'),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('finds blocks to run', () => {
  expect([...pages.values()].flat().length).toBeGreaterThan(35);
});

it.each([...pages])('of %s', async (page, commands) => {
  const cli = await createCli();
  onTestFinished(() => cli.remove());
  const files = join(folder, page.replaceAll('/', '-'));
  await mkdir(files);
  const isMade = (kind: string, id: string) =>
    commands.some(({ args }) => args.join(' ').includes(`${kind} create ${id}`));
  for (const id of ['shop', 'demo'])
    if (!isMade('client', `--id ${id}`)) await cli.json('client', 'create', '--id', id);
  if (!isMade('user', 'root')) await cli.json('user', 'create', 'root', '--admin');
  for (const { args, variables } of commands) {
    const given = await Promise.all(args.map((arg) => standIn(arg, cli, files)));
    const { code, err } = await cli.runWith(placesOf(variables, cli, files), ...given);
    // The receiver of the trial is nobody's.
    expect({ code, err }, args.join(' ')).toMatchObject(
      args.join(' ').startsWith('webhook test') ? { code: 5 } : { code: 0 },
    );
  }
});

/** What an argument stands for: files are here, and ids are those that were printed. */
async function standIn(arg: string, cli: Cli, files: string): Promise<string> {
  if (/^@?secret\.txt$|^@?key\.txt$/.test(arg))
    return `${arg.startsWith('@') ? '@' : ''}${join(folder, arg.replace('@', ''))}`;
  if (/^[\w./…-]+\.(json|csv|backup|templates)$/.test(arg))
    return join(files, basename(arg).replace('…', '2026-11-21'));
  if (arg === 'KEY-ID')
    return (await cli.json<{ keyId: string }>('client', 'rotate-key', 'shop')).keyId;
  if (arg === 'ID') return (await cli.json<readonly { id: string }[]>('webhook', 'list'))[0]!.id;
  return arg;
}

function placesOf(variables: Readonly<Record<string, string>>, cli: Cli, files: string) {
  const { PROSOPON_DATA: place } = variables;
  return place === undefined
    ? {}
    : {
        PROSOPON_DATA: join(files, basename(place)),
        PROSOPON_KEY_FILE: join(cli.dataDir, 'master.key'),
      };
}
