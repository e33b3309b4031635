/** What the command line says to arguments, without doing anything. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { parseOptions } from '../../evaluation/options.ts';
import { createProgram } from '../../src/cli/main.ts';
import { ROOT } from '../../testing/cli/run-cli.ts';

/** Omissions that a mention of a command in a sentence may have: it names it, and no more. */
const OMISSIONS = [
  'commander.missingArgument',
  'commander.optionMissingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.help',
];

/**
 * @param isWhole false: what has to follow the name of the command may be missing
 * @returns what is wrong; undefined: nothing
 */
export async function problemOf(
  args: readonly string[],
  isWhole: boolean,
): Promise<string | undefined> {
  if (args[0] === 'evaluate') return problemOfMeasurement('evaluate', args.slice(1), isWhole);
  const program = await createProgram(args);
  silence(program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isFine = /^commander.(helpDisplayed|version)$/.test(error.code);
    if (!isFine && (isWhole || !OMISSIONS.includes(error.code))) return error.message;
  }
  return undefined;
}

/** Commands then print nothing, end nothing and, when they are called, do nothing. */
function silence(command: CommandUnknownOpts): void {
  command.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  if (command.commands.length === 0) command.action(() => undefined);
  for (const part of command.commands) silence(part);
}

/** Options of every command, long names. */
export async function allOptions(): Promise<ReadonlySet<string>> {
  const names = (await createProgram([])).commands.map((command) => command.name());
  const programs = await Promise.all(names.map((name) => createProgram([name])));
  const optionsOf = ({ options, commands }: CommandUnknownOpts): readonly string[] => [
    ...options.flatMap(({ long }) => long ?? []),
    ...commands.flatMap(optionsOf),
  ];
  return new Set(programs.flatMap(optionsOf));
}

/** Evaluations, benches and proofs have options of their own: each part reads its. */
const PARTS = { evaluate: 'evaluation', bench: 'bench', prove: 'resilience' } as const;
export type Measurement = keyof typeof PARTS;

const sources = Object.fromEntries(
  Object.values(PARTS).map((folder) => {
    const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT });
    return [folder, files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')];
  }),
);

export const measurementKnows = (measurement: Measurement, option: string) =>
  new RegExp(`--${option}\\b|\\b${option}'?: \\{ type`).test(sources[PARTS[measurement]]!);

/** The same as `problemOf`, for what follows `npm run evaluate --` and `npm run bench --`. */
export function problemOfMeasurement(
  measurement: Measurement,
  args: readonly string[],
  isWhole: boolean,
): string | undefined {
  const [first = ''] = args;
  const isPart = /^(\w|--fido$)/.test(first);
  if (measurement === 'evaluate' && !isPart) return problemOfEvaluation(args, isWhole);
  const main = readFileSync(join(ROOT, PARTS[measurement], 'main.ts'), 'utf8');
  if (isPart && !new RegExp(`(first === '${first}'|[ {]'?${first}'?: )`).test(main))
    return `${measurement} knows no ${first}`;
  const options = args.flatMap((arg) => /^--([\w-]+)/.exec(arg)?.[1] ?? []);
  const unknown = options.filter((option) => !measurementKnows(measurement, option));
  return unknown.length > 0 ? `${measurement} knows no --${unknown.join(', --')}` : undefined;
}

function problemOfEvaluation(args: readonly string[], isWhole: boolean): string | undefined {
  const dataset = isWhole || args.includes('--dataset') ? [] : ['--dataset', 'any'];
  const { write } = process.stderr;
  process.stderr.write = () => true;
  try {
    parseOptions([...args, ...dataset]);
  } catch (error) {
    if (error instanceof CommanderError) return error.message;
    throw error;
  } finally {
    process.stderr.write = write;
  }
  return undefined;
}
