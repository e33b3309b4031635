/** `npm run prove`: runs the proofs behind the promises of docs/trust.md. */
import { parseArgs } from 'node:util';
import { erase } from './erase/erase.ts';
import { faults } from './faults/faults.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { injection } from './injection/injection.ts';
import { kill } from './kill/kill.ts';
import { power } from './kill/power.ts';
import { load } from './load/load.ts';
import { soak } from './load/soak.ts';
import { processes } from './processes/processes.ts';
import { openProgress } from './progress.ts';
import type { Proof } from './proof.ts';
import { stalls } from './stalls/stalls.ts';

const PROOFS: readonly Proof[] = [
  kill,
  power,
  fuzz,
  erase,
  faults,
  load,
  stalls,
  soak,
  processes,
  injection,
];

const USAGE = `npm run prove -- [--only NAME] [--short] [--cases N] [--fresh]

  --only NAME  one proof: ${PROOFS.map(({ name }) => name).join(', ')}
  --short      a few rounds of each, in less than two minutes
  --cases N    inputs for each parser, for fuzz (a million); calls, for soak (two hours of them)
  --fresh      from the beginning, not from where a run was stopped`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    cases: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const chosen = PROOFS.filter(({ name }) => values.only === undefined || values.only === name);
if (values.help || chosen.length === 0) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(values.help ? 0 : 4);
}
for (const proof of chosen) await prove(proof, values);

async function prove(
  proof: Proof,
  { short, fresh, cases: given }: { short: boolean; fresh: boolean; cases?: string },
) {
  const cases = given === undefined ? {} : { cases: Number(given) };
  const began = performance.now();
  const progress = openProgress(proof.name, given ?? (short ? 'short' : 'full'), fresh);
  const done = new Set(progress.steps.map(({ step }) => step));
  for await (const step of proof.run({ short, done, ...cases })) progress.add(step);
  const counts: Record<string, number> = {};
  for (const step of progress.steps)
    for (const [what, number] of Object.entries(step.counts))
      counts[what] = (counts[what] ?? 0) + number;
  const broken = progress.steps.flatMap((step) => step.broken);
  const counted = Object.entries(counts).map(([what, number]) => `${number} ${what}`);
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(
    [
      `${broken.length === 0 ? 'holds' : 'BROKEN'}  ${proof.promise}`,
      `  ${counted.join(', ')}; commit ${progress.commit}, ${seconds} s`,
      ...broken.map((what) => `  ${what}`),
      '',
    ].join('\n'),
  );
  if (broken.length > 0) process.exitCode = 1;
  progress.forget();
}
