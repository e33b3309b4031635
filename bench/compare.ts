/** `npm run bench -- --compare BASE`: compares with another commit, in turns, as ratios. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { processorSeconds } from '../testing/process-usage.ts';
import { createClient, type Service, startService } from '../testing/service-process.ts';
import { median, medianInterval } from '../testing/statistics.ts';
import { makePhotographs, type Photographs } from './photographs.ts';
import { type Caller, enroll, loadWith, openCaller, verifyBody } from './requests.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** A larger ratio of processor time per verification is a failure. */
const MOST_LOSS = 1.15;
const WARM_UP = 10;
const COMPARED = ['640×480', '1200×1600'] as const;

/** The other commit cannot be checked out or started, which says nothing about this one. */
export class BaseUnusable extends Error {}

/** One figure per round. */
export interface Compared {
  readonly figure: string;
  /** Milliseconds. */
  readonly here: readonly number[];
  readonly base: readonly number[];
}

export interface Extent {
  readonly rounds: number;
  /** Verifications per turn. */
  readonly verifications: number;
}

/**
 * Prints a table of ratios.
 * @param folder empty, for the other commit's checkout and for the data of both
 * @returns whether the processor time of a verification is within 15 % of the other commit's
 * @throws BaseUnusable
 */
export async function compareCommits(
  base: string,
  folder: string,
  extent: Extent,
): Promise<boolean> {
  const checkout = join(folder, 'checkout');
  try {
    await checkOut(base, checkout).catch(unusable);
    const photographs = await makePhotographs();
    const here = await startSide(ROOT, join(folder, 'here'), photographs);
    const other = await startSide(checkout, join(folder, 'base'), photographs).catch(unusable);
    const compared = await takeTurns(here, other, photographs, extent);
    await Promise.all([here.stop(), other.stop()]);
    console.log(toTable(base, compared));
    return isWithin(compared);
  } finally {
    await run('git', ['worktree', 'remove', '--force', checkout], { cwd: ROOT }).catch(() => {});
  }
}

const unusable = (cause: unknown): never => {
  throw new BaseUnusable(`the other commit: ${cause}`, { cause });
};

/** Uses the packages of this checkout if the commit needs the same, otherwise its own. */
async function checkOut(commit: string, checkout: string): Promise<void> {
  await run('git', ['worktree', 'add', '--detach', checkout, commit], { cwd: ROOT });
  const lock = (root: string) => readFile(join(root, 'package-lock.json'), 'utf8');
  if ((await lock(ROOT)) === (await lock(checkout)))
    await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  else await run('npm', ['ci'], { cwd: checkout });
}

interface Side {
  readonly service: Service;
  readonly caller: Caller;
  stop(): Promise<void>;
}

async function startSide(root: string, dataDir: string, photographs: Photographs): Promise<Side> {
  const program = join(root, 'bin/prosopon');
  await mkdir(dataDir);
  const { token } = await createClient(dataDir, 'bench', program);
  const service = await startService(dataDir, 1, program);
  const target = { address: service.address, token };
  await enroll(target, photographs['1200×1600']);
  const caller = openCaller(target);
  return {
    service,
    caller,
    async stop() {
      await caller.close();
      await service.stop();
    },
  };
}

/** Each round begins with the side that ended the previous one, so that drift favours neither. */
async function takeTurns(
  here: Side,
  base: Side,
  photographs: Photographs,
  { rounds, verifications }: Extent,
): Promise<Compared[]> {
  const results: Compared[] = [];
  for (const size of COMPARED) {
    const body = verifyBody(photographs[size]);
    const turns = { here: [] as Turn[], base: [] as Turn[] };
    for (const { caller } of [here, base])
      await loadWith([caller], body, (done) => done >= WARM_UP);
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? (['here', 'base'] as const) : (['base', 'here'] as const);
      for (const side of order)
        turns[side].push(await turn(side === 'here' ? here : base, body, verifications));
    }
    const compared = (figure: string, of: (turn: Turn) => number): Compared => ({
      figure: `${figure}, ${size}`,
      here: turns.here.map(of),
      base: turns.base.map(of),
    });
    results.push(
      compared('processor time a verification', ({ processor }) => processor),
      compared('verify over HTTP, 1 client: p50', ({ latency }) => latency),
    );
  }
  return results;
}

/** Milliseconds per verification. */
interface Turn {
  readonly processor: number;
  readonly latency: number;
}

async function turn({ service, caller }: Side, body: Buffer, verifications: number): Promise<Turn> {
  const before = processorSeconds(service.pid);
  const { latencies } = await loadWith([caller], body, (done) => done >= verifications);
  const used = processorSeconds(service.pid) - before;
  return { processor: (used * 1000) / latencies.length, latency: median(latencies) };
}

/**
 * Whether the median processor time grew by at most 15 %. Growth within the interval of chance does
 * not count.
 */
export const isWithin = (compared: readonly Compared[]): boolean =>
  compared
    .filter(({ figure }) => figure.startsWith('processor time'))
    .every((one) => median(ratiosOf(one)) <= MOST_LOSS || medianInterval(ratiosOf(one))[0] <= 1);

const ratiosOf = ({ here, base }: Compared): number[] =>
  here.map((value, round) => value / base[round]!);

export function toTable(base: string, compared: readonly Compared[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['', 'here', base, 'here ÷ base', '95 %']),
    line(['---', '--:', '--:', '--:', '--:']),
    ...compared.map((one) => {
      const ratios = ratiosOf(one);
      const [low, high] = medianInterval(ratios);
      return line([
        one.figure,
        `${median(one.here).toFixed(1)} ms`,
        `${median(one.base).toFixed(1)} ms`,
        median(ratios).toFixed(3),
        `${low.toFixed(3)}–${high.toFixed(3)}`,
      ]);
    }),
  ].join('\n');
}
