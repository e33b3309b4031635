/** Code and files in the documentation can be read by what they are for, and call what there is. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as client from '../../clients/typescript/src/index.ts';
import { readOperator } from '../../src/access/operator/read-operator.ts';
import { openSource } from '../../src/cli/import/import-sources.ts';
import { messageOf } from '../../src/webhooks/event.ts';
import { ROOT } from '../../testing/cli/run-cli.ts';
import { BLOCKS } from './documents.ts';

/** Languages of which nothing is checked here. */
const UNCHECKED: Readonly<Record<string, string>> = {
  text: 'drawings, shapes of answers, and what programs print',
  mermaid: 'sequence diagrams: test/docs/site.test.ts renders each',
  css: 'a theme: test/web/capture-package.ts has the names of its variables',
  yaml: 'the configuration of Prometheus',
};

const inLanguage = (...languages: readonly string[]) =>
  BLOCKS.filter(({ language }) => languages.includes(language));
const only = (page: string, language: string) => {
  const found = inLanguage(language).filter((block) => block.page === page);
  expect(found).toHaveLength(1);
  return found[0]!.text;
};

it('every block has a language known here, or in test/docs/calls.test.ts', () => {
  const known = ['', 'json', 'js', 'ts', 'tsx', 'html', 'python', 'http', 'csv'];
  const others = BLOCKS.filter(
    ({ language }) => !known.includes(language) && !(language in UNCHECKED),
  );
  expect(others.map(({ place, language }) => `${place}: ${language}`)).toEqual([]);
});

describe('TypeScript and JavaScript', () => {
  const pages = inLanguage('html').map((page) => {
    const code = /<script type="module">(.*?)<\/script>/s.exec(page.text)?.[1] ?? '';
    return { ...page, language: 'js', text: code };
  });
  const scripts = [...inLanguage('js', 'ts', 'tsx'), ...pages];

  it.each(scripts)('at $place is valid', ({ language, text, page }) => {
    expect(parseSync(`${page}.${language}`, text).errors).toEqual([]);
  });

  it('uses existing members of the client', () => {
    for (const { text, place } of scripts) {
      const imported = Array.from(text.matchAll(/import \{([^}]*)\} from '@prosopon\/client'/g))
        .flatMap(([, names = '']) => names.split(','))
        .map((name) => name.trim())
        .filter((name) => !name.startsWith('type '));
      expect(Object.keys(client), place).toEqual(expect.arrayContaining(imported));
      for (const [, method = ''] of text.matchAll(/\bprosopon\.(\w+)\(/g))
        expect(client.Prosopon.prototype, place).toHaveProperty(method);
      for (const [, method = ''] of text.matchAll(/\btask\.(\w+)\(/g))
        expect(client.Task.prototype, place).toHaveProperty(method);
    }
  });
});

describe('Python', () => {
  const python = process.env.PROSOPON_TEST_PYTHON ?? '/usr/bin/python3';
  const isThere = spawnSync(python, ['--version']).status === 0;
  const scripts = inLanguage('python');

  it.skipIf(!isThere)('is valid', () => {
    const compile = `import ast, json, sys
for place, text in json.load(sys.stdin):
    compile(text, place, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)`;
    const input = JSON.stringify(scripts.map(({ place, text }) => [place, text]));
    expect(spawnSync(python, ['-c', compile], { input, encoding: 'utf8' }).stderr).toBe('');
  });

  it('uses existing members of the client', async () => {
    const folder = join(ROOT, 'clients/python/src/prosopon_client');
    const source = await readFile(join(folder, 'client.py'), 'utf8');
    const ofClient = scripts.filter(({ text }) => text.includes('prosopon_client'));
    for (const { text, place } of ofClient)
      for (const [, method = ''] of text.matchAll(/\bprosopon\.(\w+)\(/g))
        expect(source, place).toContain(`def ${method}(`);
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prosopon-snippets-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  it('the operator’s file starts the service', async () => {
    await write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const file = await write('operator.json', only('docs/operate/operator.md', 'json'));
    expect(await readOperator(file)).toMatchObject({ name: 'Clinic by the Park' });
  });

  it('the list of people can be imported', async () => {
    const source = await openSource(await write('staff.csv', only('docs/backup.md', 'csv')));
    const people = await Array.fromAsync(source.people());
    expect(people.map(({ classId, images }) => [classId, images.length])).toEqual([
      [1001n, 2],
      [1002n, 1],
    ]);
  });

  it('the webhook message matches real ones', () => {
    const [, body = ''] = only('docs/webhooks.md', 'http').split('\n\n');
    const { type, timestamp, data } = JSON.parse(body);
    expect(body.trim()).toBe(messageOf(type, data, new Date(timestamp)));
  });
});
