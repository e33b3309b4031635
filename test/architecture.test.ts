import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const TEST = fileURLToPath(new URL('.', import.meta.url));
/** The pages: they run in browsers and share no code with the service but types. */
const WEB = fileURLToPath(new URL('../web', import.meta.url));

/** Modules that import nothing and that the pages share: limits and formats that both must mean alike. */
const WITH_PAGES = [
  'access/clients/callable-operations.ts',
  'access/clients/jwk-set.ts',
  'access/clients/liveness-levels.ts',
  'access/clients/moving-in.ts',
  'access/clients/signing-algorithm.ts',
  'bcid.ts',
  'directions.ts',
  'durations.ts',
  'faces/image/format.ts',
  'journal/most-listed.ts',
  'operations/liveness/injection-level.ts',
  'storage/column-values.ts',
  'text/exact-json.ts',
];

/** What each part of src may import besides itself; everything may import `ANYWHERE`. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  cli: [
    'main.ts',
    'engine',
    'store.ts',
    'extension-host',
    'archive',
    'contract',
    'operations',
    'protocols',
    'faces',
    'templates',
    'gallery',
    'access',
    'journal',
    'webhooks',
    'inference',
    'sealing',
    'storage',
  ],
  'main.ts': [
    'engine',
    'store.ts',
    'operations',
    'extension-host',
    'protocols',
    'access',
    'webhooks',
  ],
  engine: ['store.ts', 'operations', 'faces', 'gallery', 'inference', 'sealing', 'templates'],
  'store.ts': ['templates', 'access', 'journal', 'webhooks', 'sealing', 'storage'],
  protocols: [
    'extensions.ts',
    'contract',
    'operations',
    'faces',
    'templates',
    'access',
    'journal',
    'webhooks',
    // Bodies are read in turns of their senders.
    'scheduling',
  ],
  contract: ['operations', 'faces', 'templates', 'access', 'journal'],
  'extension-host': ['extensions.ts', 'operations', 'inference', 'scheduling'],
  // The seam names what extensions get and give, and holds nothing else.
  'extensions.ts': ['protocols', 'operations', 'faces', 'scheduling', 'webhooks'],
  archive: ['templates', 'sealing', 'storage'],
  operations: ['faces', 'templates', 'gallery', 'access', 'journal', 'webhooks', 'scheduling'],
  webhooks: ['journal', 'sealing', 'storage'],
  gallery: ['templates', 'sealing', 'storage', 'scheduling'],
  faces: ['inference', 'scheduling'],
  templates: ['sealing', 'storage'],
  access: ['templates', 'sealing', 'storage'],
  journal: ['sealing', 'storage'],
  sealing: ['storage'],
  inference: ['scheduling'],
  scheduling: [],
  storage: [],
  config: [],
  text: [],
  tracing: [],
  'async.ts': [],
  'bcid.ts': [],
  'directions.ts': [],
  'durations.ts': [],
  'errors.ts': [],
  'memory.ts': [],
};
/** Subjects of operations: each may use what those behind it decide, and none those before it. */
const SUBJECTS = [
  'admin',
  'accounts',
  'tasks',
  'liveness-sessions',
  'face',
  'search',
  'quality',
  'liveness',
];
/** Rooms around the service: each may use those before it. */
const ROOMS = ['src', 'evaluation', 'examples', 'wasm', 'testing', 'bench', 'resilience'];
const ANYWHERE = [
  'config',
  'text',
  'tracing',
  'async.ts',
  'bcid.ts',
  'directions.ts',
  'durations.ts',
  'errors.ts',
  'memory.ts',
];

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
const files = filesOf(SRC);
const pages = filesOf(WEB);
const measures = (name: string) => filesOf(join(SRC, '..', name));

/** Paths of the project's own modules that a file imports; `import type` is gone at run time. */
function importsOf(file: string, { types } = { types: true }): string[] {
  const source = readFileSync(file, 'utf8');
  const text = types ? source : source.replace(/import type [^;]*;/g, '');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier]) =>
    resolve(dirname(file), specifier!),
  );
}

/** Packages that a file imports. */
const packagesOf = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:(?:import|export) .*|\} )from '((?:@[\w-]+\/)?[\w-]+)[/']|\bimport\('((?:@[\w-]+\/)?[\w-]+)[/']/gm,
    ),
  ].map(([, named, later]) => (named ?? later)!);

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

  it('between subjects of operations go one way', () => {
    const operations = join(SRC, 'operations');
    const rank = (file: string) => SUBJECTS.indexOf(relative(operations, file).split(/[\\/]/)[0]!);
    const within = files.filter((file) => rank(file) >= 0);
    const wrong = within.flatMap((file) =>
      importsOf(file)
        .filter((target) => rank(target) >= 0 && rank(target) < rank(file))
        .map((target) => `${relative(operations, file)} → ${relative(operations, target)}`),
    );
    expect(wrong).toEqual([]);
    const folders = within.map((file) => SUBJECTS[rank(file)]!);
    expect([...new Set(folders)].sort()).toEqual([...SUBJECTS].sort());
  });

  it('of packaged files stay within the package', () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(SRC, '..', 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>;
    const brought = Object.keys({ ...dependencies, ...optionalDependencies });
    // Built into the one file that draws with it.
    const packed = [...brought, 'echarts'];
    const evaluation = join(SRC, '..', 'evaluation');
    const wrong = [...files, ...filesOf(evaluation)].flatMap((file) => [
      ...importsOf(file).filter(
        (to) => ![SRC, evaluation].some((held) => to.startsWith(`${held}/`)),
      ),
      ...packagesOf(file).filter((name) => !packed.includes(name)),
    ]);
    expect(wrong).toEqual([]);
  });

  it('of the pages use only types and listed modules of the service', () => {
    const wrong = pages.flatMap((file) =>
      importsOf(file, { types: false })
        .filter((target) => target.startsWith(SRC) && !WITH_PAGES.includes(relative(SRC, target)))
        .map((target) => `${relative(WEB, file)} → ${relative(SRC, target)}`),
    );
    // Types alone, too: an answer is described where it is made.
    const retyped = pages
      .filter(
        (file) => file.endsWith('answers.ts') && /\binterface\b/.test(readFileSync(file, 'utf8')),
      )
      .map((file) => relative(WEB, file));
    expect(retyped).toEqual([]);
    const shared = WITH_PAGES.flatMap((name) => importsOf(join(SRC, name)));
    expect([...wrong, ...shared]).toEqual([]);
  });

  it('of the face worker include only libraries that decode and compute', () => {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file) || !file.endsWith('.ts')) return;
      seen.add(file);
      const text = readFileSync(file, 'utf8').replace(/import type [^;]*;/g, '');
      for (const [, name] of text.matchAll(/from '([^.'][^']*)'/g))
        if (!name!.startsWith('node:')) packages.add(name!);
      for (const target of importsOf(file, { types: false })) visit(target);
    };
    visit(join(SRC, 'faces/engine-worker.ts'));
    // What is imported on first use is the matter of whoever uses it.
    expect([...packages]).toEqual(['sharp']);
  });

  it('of extensions are types of the seam, their own modules and their own dependencies', () => {
    const folder = join(SRC, '../packages');
    const wrong = readdirSync(folder).flatMap((name) => {
      const own = join(folder, name, 'src');
      const manifest = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
      const dependencies = Object.keys(manifest.dependencies ?? {});
      return filesOf(own).flatMap((file) => {
        const text = readFileSync(file, 'utf8').replaceAll(
          /import type [^;]*from 'prosopon\/extensions';/g,
          '',
        );
        const seam = /['"]prosopon\b/.test(text) ? ['prosopon, not as types of the seam'] : [];
        const beyond = importsOf(file).filter((to) => !to.startsWith(`${own}/`));
        const packages = packagesOf(file).filter((one) => one !== 'prosopon');
        const foreign = packages.filter((one) => !dependencies.includes(one));
        return [...seam, ...beyond, ...foreign].map((to) => `${relative(folder, file)} → ${to}`);
      });
    });
    expect(wrong).toEqual([]);
  });

  it('beyond the service go one way, and nothing but tests imports from tests', () => {
    const top = join(SRC, '..');
    const roomsOf = (file: string) => relative(top, file).split(/[\\/]/);
    const isTest = (file: string) => roomsOf(file).includes('test');
    const rank = (file: string) => ROOMS.indexOf(roomsOf(file)[0]!);
    const wrong = [...ROOMS, 'packages', 'scripts', 'training', 'web']
      .flatMap(measures)
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => isTest(target) || (rank(file) >= 0 && rank(target) > rank(file)))
          .map((target) => `${relative(top, file)} → ${relative(top, target)}`),
      );
    expect(wrong).toEqual([]);
  });

  it('cover every part of src', () => {
    expect(Object.keys(MAY_IMPORT).sort()).toEqual(
      expect.arrayContaining([...new Set(files.map(partOf))].sort()),
    );
  });
});

it('src holds nine files or fewer beside its folders', () => {
  expect(files.filter((file) => dirname(file) === SRC).length).toBeLessThanOrEqual(9);
});

it('every folder of the service has a mirrored folder of tests', () => {
  const tested = new Set(
    readdirSync(TEST, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map(dirname),
  );
  const folders = new Set(files.map((file) => dirname(relative(SRC, file))));
  expect([...folders].filter((folder) => !tested.has(folder))).toEqual([]);
});

it('uses no advisory locks, notifications or lock hints of the database', () => {
  const special = /pg_(?:try_)?advisory|\bskip locked\b|\bsql`\s*(?:listen|notify)\b|pg_notify/i;
  const wrong = files.filter((file) => special.test(readFileSync(file, 'utf8')));
  expect(wrong).toEqual([]);
});

it('writes to the database only in retried transactions', () => {
  const direct =
    /\bdb\s*\.(?:insertInto|updateTable|deleteFrom)\(|\b(?:insertRow|putRow|updateRows|deleteRows)\(\s*(?:database\.)?db\b/;
  const wrong = files.filter((file) => direct.test(readFileSync(file, 'utf8')));
  expect(wrong).toEqual([]);
});
