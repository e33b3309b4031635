/**
 * `npm run prove -- --only injection`: what passes of pictures that a program injects, by method and
 * policy. Writes the table to resilience/out/injection.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { describeMachine, readCommit } from '../../evaluation/machine.ts';
import { closing } from '../../src/async.ts';
import { startEngine } from '../../testing/engine.ts';
import { recordings } from '../../testing/recordings.ts';
import { remembering } from '../../testing/remembered-engine.ts';
import { sharedPath } from '../../testing/shared.ts';
import type { Proof, Step } from '../proof.ts';
import { attackByMethod, COLUMNS, METHODS, type Tally } from './by-method.ts';

const TABLE = new URL('../out/injection.md', import.meta.url);
/** Of a run that was stopped. */
const ROWS = new URL('../out/injection.rows.json', import.meta.url);

type Rows = Record<string, readonly Tally[]>;

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
  const methods = METHODS.filter((method) => !done.has(method));
  for await (const { method, row, broken } of attackByMethod(engine, folder, {
    methods,
    attempts,
  })) {
    rows[method] = row;
    await writeTable(rows);
    const sum = (of: keyof Tally) => row.reduce((total, tally) => total + tally[of], 0);
    yield { step: method, counts: { attempts: sum('attempts'), passed: sum('passed') }, broken };
  }
}

/** After every row, as a whole run takes long. */
async function writeTable(rows: Rows): Promise<void> {
  await writeFile(ROWS, JSON.stringify(rows));
  const shown = ({ passed, attempts }: Tally) => `${passed} of ${attempts}`;
  const heading = ['method', ...COLUMNS];
  const lines = METHODS.flatMap((name) => (rows[name] ? [[name, ...rows[name].map(shown)]] : []));
  const table = [heading, heading.map(() => '---'), ...lines].map(
    (row) => `| ${row.join(' | ')} |`,
  );
  const date = new Date().toISOString().slice(0, 10);
  const about = `${date}, commit ${(await readCommit()) ?? '–'}, ${describeMachine()}`;
  await writeFile(TABLE, `${about}\n\n${table.join('\n')}\n`);
}

export const injection: Proof = {
  name: 'injection',
  promise: 'Injected pictures alone log nobody in from an unknown browser.',
  run,
};
