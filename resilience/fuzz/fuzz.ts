/** No input makes a parser crash, hang, or use unlimited memory. */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Proof } from '../proof.ts';
import { runCases } from './run-cases.ts';
import type { Target } from './target.ts';

const TARGETS = new URL('targets/', import.meta.url);
/** Contains `corpus`, inputs that led to something new and seed the next run, and `found`. */
const OUT = new URL('../out/', import.meta.url);
const CASES = 1_000_000;
const SHORT_CASES = 2_000;
/** Cases per step. */
const STEP = 100_000;

export const fuzz: Proof = {
  name: 'fuzz',
  promise: 'No input makes a parser crash, hang or use unlimited memory.',
  async *run({ short, done, cases = short ? SHORT_CASES : CASES }) {
    const files = readdirSync(TARGETS).sort();
    for (let from = 0; from < cases; from += STEP)
      for (const file of files) {
        const name = basename(file, '.ts');
        const step = `${name} ${from}`;
        if (!done.has(step))
          yield { step, ...(await fuzzed(name, from, Math.min(from + STEP, cases))) };
      }
  },
};

async function fuzzed(name: string, from: number, to: number) {
  const target = new URL(`${name}.ts`, TARGETS).href;
  const { cost = 1 } = ((await import(target)) as { readonly target: Target }).target;
  const job = { target, from: Math.ceil(from / cost), to: Math.ceil(to / cost) };
  const began = performance.now();
  const { cases, found, kept, slowest } = await runCases({ ...job, corpus: readCorpus(name) });
  for (const input of kept) write(`corpus/${name}`, input);
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stderr.write(
    `${name}: ${job.to} cases, ${seconds} s, ${kept.length} new ways, ` +
      `slowest ${slowest.toFixed(1)} ms, ${found.length} findings\n`,
  );
  const broken = found.map(
    ({ what, input }) => `${name}: ${what}; case in ${write(`found/${name}`, input)}`,
  );
  return { counts: { cases, ways: kept.length }, broken };
}

function readCorpus(name: string): Uint8Array[] {
  const folder = new URL(`corpus/${name}/`, OUT);
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder).map((file) => readFileSync(new URL(file, folder)));
}

/** Returns its path below `resilience/out`. */
function write(folder: string, input: Uint8Array): string {
  mkdirSync(new URL(folder, OUT), { recursive: true });
  const path = `${folder}/${createHash('sha256').update(input).digest('hex').slice(0, 16)}`;
  writeFileSync(new URL(path, OUT), input);
  return path;
}
