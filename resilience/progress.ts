/** Finished steps, a line each, so that a stopped proof can continue. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { Step } from './proof.ts';

const FOLDER = new URL('out/', import.meta.url);

/** For this commit only: steps of another one prove nothing. */
export function openProgress(proof: string, length: string, fresh: boolean) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  mkdirSync(FOLDER, { recursive: true });
  const path = new URL(`${proof}-${length}-${commit}.jsonl`, FOLDER);
  if (fresh) rmSync(path, { force: true });
  const steps: Step[] = [];
  try {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    steps.push(...lines.map((line) => JSON.parse(line) as Step));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return {
    commit,
    steps: steps as readonly Step[],
    add(step: Step) {
      steps.push(step);
      appendFileSync(path, `${JSON.stringify(step)}\n`);
    },
    /** The next run starts anew. */
    forget: () => rmSync(path, { force: true }),
  };
}
