/**
 * `npm run prove -- --only injection`: what passes of pictures that a program injects, by instrument
 * and level, and by method and policy. Writes the tables to resilience/out/injection.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { describeMachine, readCommit } from '../../evaluation/machine.ts';
import { closing } from '../../src/async.ts';
import { startEngine } from '../../testing/engine.ts';
import { recordings } from '../../testing/recordings.ts';
import { remembering } from '../../testing/remembered-engine.ts';
import { sharedPath } from '../../testing/shared.ts';
import type { Proof, Step } from '../proof.ts';
import { attackByLevel, LEVELS } from './by-level.ts';
import { attackByMethod, COLUMNS, METHODS } from './by-method.ts';
import { INSTRUMENTS, instrumentsOf } from './instruments.ts';
import type { Tally } from './tally.ts';

const TABLES = new URL('../out/injection.md', import.meta.url);
/** Of a run that was stopped. */
const ROWS = new URL('../out/injection.rows.json', import.meta.url);

type Rows = Record<string, readonly (Tally | undefined)[]>;

async function* run({
  short,
  done,
}: {
  readonly short: boolean;
  readonly done: ReadonlySet<string>;
}): AsyncIterable<Step> {
  const [modelsDir, folder] = [sharedPath('models'), recordings()];
  if (modelsDir === undefined || folder === undefined)
    throw new Error('needs the recordings of live people and the packs of liveness');
  const rows: Rows = done.size > 0 ? JSON.parse(await readFile(ROWS, 'utf8')) : {};
  await using engine = closing(remembering(await startEngine({ modelsDir })));
  const attempts = short ? 1 : 3;
  const end = async (step: string, row: Rows[string], broken: readonly string[] = []) => {
    rows[step] = row;
    await writeTables(rows);
    return { step, counts: countsOf(row), broken };
  };
  const instruments = await instrumentsOf(engine, folder);
  for (const instrument of instruments.filter(({ name }) => !done.has(name))) {
    const found = await attackByLevel(engine, instrument, attempts);
    yield end(
      instrument.name,
      LEVELS.map((level) => found[level]),
    );
  }
  const methods = METHODS.filter((method) => !done.has(method));
  for await (const { method, row, broken } of attackByMethod(engine, folder, { methods, attempts }))
    yield end(method, row, broken);
}

/** After every row, as a whole run takes long. */
async function writeTables(rows: Rows): Promise<void> {
  await writeFile(ROWS, JSON.stringify(rows));
  const table = (heading: readonly string[], names: readonly string[]) =>
    [
      heading,
      heading.map(() => '---'),
      ...names.flatMap((name) => (rows[name] ? [[name, ...rows[name].map(shown)]] : [])),
    ]
      .map((row) => `| ${row.join(' | ')} |`)
      .join('\n');
  const date = new Date().toISOString().slice(0, 10);
  const text = [
    `${date}, commit ${(await readCommit()) ?? '–'}, ${describeMachine()}`,
    table(['instrument', ...LEVELS], INSTRUMENTS),
    table(['method', ...COLUMNS], METHODS),
  ].join('\n\n');
  await writeFile(TABLES, `${text}\n`);
}

const shown = (tally: Tally | null | undefined) =>
  tally ? `${tally.passed} of ${tally.attempts}` : '–';

const countsOf = (tallies: readonly (Tally | undefined)[]) => ({
  attempts: tallies.reduce((sum, tally) => sum + (tally?.attempts ?? 0), 0),
  passed: tallies.reduce((sum, tally) => sum + (tally?.passed ?? 0), 0),
});

export const injection: Proof = {
  name: 'injection',
  promise: 'Injected pictures alone log nobody in from an unknown browser.',
  run,
};
