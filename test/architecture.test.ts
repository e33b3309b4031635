import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** What each part of src may import besides itself; everything may import errors.ts and config.ts. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  cli: [
    'main.ts',
    'archive',
    'operations',
    'protocols',
    'faces',
    'templates',
    'gallery',
    'access',
    'journal',
    'inference',
    'storage',
  ],
  'main.ts': [
    'store.ts',
    'operations',
    'protocols',
    'faces',
    'templates',
    'gallery',
    'access',
    'journal',
    'storage',
  ],
  'store.ts': ['templates', 'access', 'journal', 'storage'],
  protocols: ['operations', 'faces', 'templates', 'access', 'journal'],
  archive: ['templates', 'storage'],
  operations: ['faces', 'templates', 'gallery', 'access', 'journal'],
  gallery: ['templates', 'storage'],
  faces: ['inference'],
  templates: ['storage'],
  access: ['templates', 'storage'],
  journal: ['storage'],
  inference: [],
  storage: [],
  web: [],
  'errors.ts': [],
  'config.ts': [],
};
const ANYWHERE = ['errors.ts', 'config.ts'];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join(SRC, name));

/** Paths of the project's own modules that a file imports; `import type` is gone at run time. */
function importsOf(file: string, { types } = { types: true }): string[] {
  const source = readFileSync(file, 'utf8');
  const text = types ? source : source.replace(/import type [^;]*;/g, '');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier]) =>
    resolve(dirname(file), specifier!),
  );
}

const partOf = (file: string) => relative(SRC, file).split(/[\\/]/)[0]!;

describe('imports', () => {
  it('point down only', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => {
          const [from, to] = [partOf(file), partOf(target)];
          return from !== to && !ANYWHERE.includes(to) && !MAY_IMPORT[from]?.includes(to);
        })
        .map((target) => `${relative(SRC, file)} → ${relative(SRC, target)}`),
    );
    expect(wrong).toEqual([]);
  });

  it('form no cycle', () => {
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) throw new Error(`cycle: ${[...path, file].join(' → ')}`);
      if (done.has(file) || !/\.tsx?$/.test(file)) return;
      for (const target of importsOf(file, { types: false })) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
  });

  it('know every part of src', () => {
    expect(Object.keys(MAY_IMPORT).sort()).toEqual(
      expect.arrayContaining([...new Set(files.map(partOf))].sort()),
    );
  });
});

/** All texts of the pages in one language: one file, so that translators find them together. */
const isMessages = (file: string) => relative(SRC, file).startsWith(join('web', 'messages'));

it('no file of src is longer than 300 lines', () => {
  const long = files
    .filter((file) => !isMessages(file))
    .map((file) => [relative(SRC, file), readFileSync(file, 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > 300);
  expect(long).toEqual([]);
});

it('needs no advisory lock, notification or lock hint of the database', () => {
  const special = /pg_(?:try_)?advisory|\bskip locked\b|\bsql`\s*(?:listen|notify)\b|pg_notify/i;
  const wrong = files.filter((file) => special.test(readFileSync(file, 'utf8')));
  expect(wrong).toEqual([]);
});

it('writes to the database in retried transactions only', () => {
  const direct = /\bdb\s*\.(?:insertInto|updateTable|deleteFrom)\(/;
  const wrong = files.filter((file) => direct.test(readFileSync(file, 'utf8')));
  expect(wrong).toEqual([]);
});
