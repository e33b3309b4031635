/** Every command in the documentation could be typed: programs, options, variables, files. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI_ENVIRONMENT } from '../../src/cli/environment.ts';
import { ENVIRONMENT } from '../../src/config/variables.ts';
import { loadExtensions } from '../../src/extension-host/load-extensions.ts';
import { ROOT } from '../../testing/cli/run-cli.ts';
import { allOptions, measurementKnows, problemOf, problemOfMeasurement } from './command-line.ts';
import { BLOCKS, type Code, SPANS } from './documents.ts';
import { readCommands, type ShellCommand } from './shell.ts';

/** Blocks without language that are no commands, by how they begin. */
const NO_COMMANDS: Readonly<Record<string, string>> = {
  '| 1000000 people': 'what a bench printed',
  '  select citus_add_node': 'SQL of Citus',
};

/** Programs of others: what they take is for them to say. */
const OTHERS = new Set(
  (
    '.venv/bin/pip .venv/bin/python age age-keygen apt-get base64 cat cd chmod cp cut echo date docker find grep grpcurl head install mkdir node openssl pip pkcs11-tool psql shred ' +
    'python3 rm scp sed softhsm2-util source systemctl tr'
  ).split(' '),
);

/** Of Docker, packages that npx fetches, and a script of what one of them makes. */
const OTHERS_TOO = ['--build-arg', 'lighthouse', 'create-next-app', 'dev'];

const scripts = BLOCKS.filter(
  ({ language, text }) =>
    language === '' && !Object.keys(NO_COMMANDS).some((begin) => text.startsWith(begin)),
);

const CALLED = /^((\w+=\S+) )*(\$?[\w/]*bin\/)?(prosopon|npm|npx|docker|curl) ./;
/** A command named without the program, such as `client create`. */
const GROUPS = /^(client|template|audit|models|user|webhook|keys|database) [a-z-]{3,}( |$)/;
const mentions = SPANS.filter(({ text }) => CALLED.test(text) || GROUPS.test(text));

/** Variables of examples, tests and scripts: those that they read. */
const OF_OTHER_PROGRAMS = new Set(
  globSync(
    [
      'examples/**/*.{ts,mjs,py}',
      '{test,testing}/**/*.ts',
      'scripts/*.{ts,mjs,sh}',
      'clients/*/README.md',
    ],
    {
      cwd: ROOT,
      exclude: ['**/node_modules/**', 'test/docs/**'],
    },
  ).flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(/PROSOPON_[A-Z_]+/g), String),
  ),
);

describe('commands', () => {
  it('are numerous', () => {
    expect(scripts.length).toBeGreaterThan(50);
    expect(mentions.length).toBeGreaterThan(100);
  });

  it.each(scripts)('at $place', async (script) => {
    const text = script.text.replace(/^[\d*/]+( [\d*/]+){4} +root +/gm, '');
    const functions = Array.from(text.matchAll(/^(\w+)\(\) *\{/gm), ([, name]) => name!);
    expect(await problemsOf(text, script, functions)).toEqual([]);
  });

  it('in sentences and tables', async () => {
    const found: string[] = [];
    for (const mention of mentions) {
      const isGroup = GROUPS.test(mention.text);
      const text = isGroup ? `prosopon ${mention.text}` : mention.text;
      const problems = await problemsOf(text, mention);
      found.push(...problems.map((problem) => `${mention.place}: ${text}: ${problem}`));
    }
    expect(found).toEqual([]);
  });
});

async function problemsOf(
  script: string,
  code: Code,
  functions: readonly string[] = [],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const command of readCommands(script)) {
    const isWhole = !SPANS.includes(code) && !command.words.includes('…');
    const problem = functions.includes(command.words[0] ?? '')
      ? undefined
      : await problemOfOne(command, code, isWhole);
    if (problem !== undefined) found.push(problem);
    found.push(...problemsOfVariables(command));
  }
  return found;
}

async function problemOfOne({ words }: ShellCommand, code: Code, isWhole: boolean) {
  const [program = '', ...args] = words.filter((word) => word !== '…');
  const [called = '', ...given] = innermost(program, args);
  if (called === 'sh') return (await problemsOf(given[1] ?? '', code)).join() || undefined;
  if (called === '' || OTHERS.has(called)) return undefined;
  if (/(^|\/bin\/)(bin\/)?prosopon$/.test(called)) return problemOf(given, isWhole);
  if (called === 'npm') return problemOfNpm(given, code, isWhole);
  if (called === 'npx') return problemOfNpx(given[0]!);
  if (called === 'curl') return undefined; // test/docs/calls.test.ts
  return `${called}: what is that?`;
}

function problemOfNpx(name: string) {
  const isThere = existsSync(join(ROOT, 'node_modules/.bin', name)) || OTHERS_TOO.includes(name);
  return isThere ? undefined : `there is no ${name}`;
}

/** What a container runs. */
function innermost(program: string, args: readonly string[]): readonly string[] {
  const at = args.indexOf('exec');
  return program === 'docker' && at >= 0 ? args.slice(at + 2) : [program, ...args];
}

function problemOfNpm(args: readonly string[], { page }: Code, isWhole: boolean) {
  const [verb = '', name = '', ...more] = args[0] === '--prefix' ? args.slice(2) : args;
  if (['install', 'ci', 'pack', 'init', 'uninstall'].includes(verb)) return undefined;
  const script = verb === 'run' ? name : verb;
  const packages = ['package.json', join(dirname(page), 'package.json')];
  const known = packages
    .filter((file) => existsSync(join(ROOT, file)))
    .some((file) => script in JSON.parse(readFileSync(join(ROOT, file), 'utf8')).scripts);
  if (!known && !OTHERS_TOO.includes(script)) return `npm has no script ${script}`;
  const given = more[0] === '--' ? more.slice(1) : more;
  return script === 'evaluate' || script === 'bench' || script === 'prove'
    ? problemOfMeasurement(script, given, isWhole)
    : undefined;
}

/** Variables of the extensions of this repository. */
const OF_EXTENSIONS = new Set(
  (
    await loadExtensions({
      extensions: readdirSync(join(ROOT, 'packages')),
      extensionVariables: {},
    })
  ).flatMap(({ extension }) => Object.keys(extension.variables ?? {})),
);

function problemsOfVariables({ variables, words }: ShellCommand): string[] {
  const isService = /prosopon$/.test(words[0] ?? '') || words.join(' ') === 'npm start';
  return Object.entries(variables).flatMap(([name, value]) => {
    if (name in CLI_ENVIRONMENT || name.startsWith('OTEL_')) return [];
    if (OF_EXTENSIONS.has(name)) return [];
    if (name in ENVIRONMENT) return problemOfValue(name as keyof typeof ENVIRONMENT, value) ?? [];
    if (!isService && (!name.startsWith('PROSOPON_') || OF_OTHER_PROGRAMS.has(name))) return [];
    return `${name}: nothing reads that`;
  });
}

function problemOfValue(name: keyof typeof ENVIRONMENT, value: string): string | undefined {
  if (/[…$@]/.test(value)) return undefined;
  try {
    ENVIRONMENT[name].parse(value, name);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

describe('names in sentences and tables', () => {
  it('are variables that something reads', () => {
    const unknown = SPANS.flatMap(({ text, place }) => {
      const names = Array.from(text.matchAll(/\bPROSOPON_[A-Z_]+(?!…)\b/g), String);
      const known = (name: string) =>
        [ENVIRONMENT, CLI_ENVIRONMENT].some((table) => name in table) ||
        OF_EXTENSIONS.has(name) ||
        OF_OTHER_PROGRAMS.has(name);
      return names.filter((name) => !known(name)).map((name) => `${place}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });

  it('are possible values of a variable', () => {
    const assignments = SPANS.filter(({ text }) => /^[A-Z_]+=\S+$/.test(text));
    const problems = assignments.flatMap(({ text, place }) =>
      readCommands(text)
        .flatMap(problemsOfVariables)
        .map((problem) => `${place}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it('are options of a command', async () => {
    const known = await allOptions();
    const unknown = SPANS.flatMap(({ text, place }) => {
      const [option, name = ''] = /^--([a-z][\w-]+)/.exec(text) ?? [];
      if (option === undefined || known.has(option) || OTHERS_TOO.includes(option)) return [];
      const isKnown =
        measurementKnows('bench', name) || measurementKnows('evaluate', name) || isOfStyles(option);
      return isKnown ? [] : `${place}: ${option}`;
    });
    expect(unknown).toEqual([]);
  });

  /** Looks like an option, and is a variable of a style sheet. */
  const isOfStyles = (name: string) =>
    globSync('web/**/*.{css,ts}', { cwd: ROOT }).some((file) =>
      readFileSync(join(ROOT, file), 'utf8').match(`${name}:|var\\(${name}[,)]`),
    );

  it('are existing files', () => {
    const FILE =
      /(?<=^|[ (]|\$\w+\/)(bench|bin|clients|deploy|docs|evaluation(?!\/out)|examples|kernel|proto|scripts|src|test|training|web)\/[\w./*-]*\w\/?(?=$|[ ,;)])/g;
    const files = [...scripts, ...SPANS].flatMap(({ text, place, page }) =>
      Array.from(text.matchAll(FILE), ([path]) => ({
        path: path.replaceAll('NAME', '*'),
        place,
        page,
      })),
    );
    expect(files.length).toBeGreaterThan(100);
    const missing = files.filter(({ path, page }) =>
      [ROOT, join(ROOT, dirname(page))].every((cwd) => globSync(path, { cwd }).length === 0),
    );
    expect(missing.map(({ path, place }) => `${place}: ${path}`)).toEqual([]);
  });

  it('all settings are in their table', () => {
    const table = readFileSync(join(ROOT, 'docs/use.md'), 'utf8').split('## Settings')[1]!;
    const missing = Object.keys(ENVIRONMENT).filter((name) => !table.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });
});
