/** `npm run evaluate -- replay`: which copies of a picture are known again, and what is taken for one. */
import { Command } from 'commander';
import { createHashComparison, SAME_PICTURE } from '../../src/access/perceptual-hashes.ts';
import { table } from '../../src/cli/output.ts';
import { describeMachine } from '../machine.ts';
import { COPIES, type Film, readFilms, readPeople } from './pictures.ts';

interface ReplayOptions {
  readonly shared: string;
  readonly people: string;
  readonly every: string;
}

const note = (message: string) => void process.stderr.write(`${message}\n`);
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

/** Runs the command with the arguments after `replay`. */
export async function evaluateReplay(argv: readonly string[]): Promise<void> {
  const { shared, people, every } = new Command('evaluate replay')
    .exitOverride()
    .description('Measures the guard against pictures that were used before and saved anew.')
    .option('--shared <dir>', 'folder with liveness/videos and faces/lfw-dev', '../shared')
    .option('--people <count>', 'people of LFW with several photographs', '200')
    .option('--every <frames>', 'every which frame of a recording is copied', '15')
    .parse([...argv], { from: 'user' })
    .opts<ReplayOptions>();
  const films = await readFilms(shared, Number(every), note);
  const say = (title: string, heading: string[], rows: string[][]) =>
    process.stdout.write(`\n${title}\n\n${table(heading, rows)}\n`);
  process.stdout.write(`Pictures saved anew, limit ${SAME_PICTURE} · ${describeMachine()}\n`);
  say(
    'Copies of frames that are refused',
    ['copy', 'frames', 'refused', 'median', 'largest'],
    copyRows(films),
  );
  say(
    'Frames of one live camera that are taken for each other, by the time between them',
    ['recording', ...GAPS.map(({ name }) => name)],
    films.map(frameRow),
  );
  const { pairs, alike } = await strangers(shared, Number(people));
  process.stdout.write(`\nDifferent photographs of one person (LFW): ${alike} of ${pairs} pairs\n`);
}

function copyRows(films: readonly Film[]): string[][] {
  return Object.keys(COPIES).map((name) => {
    const distances = films
      .flatMap(({ copies }) => copies.filter((copy) => copy.name === name))
      .map(({ original, hash }) => createHashComparison(hash)(original))
      .sort((a, b) => a - b);
    const refused = distances.filter((distance) => distance <= SAME_PICTURE).length;
    return [
      name,
      String(distances.length),
      percent(refused, distances.length),
      distances[distances.length >> 1]!.toFixed(4),
      distances.at(-1)!.toFixed(4),
    ];
  });
}

/** Seconds between two frames. */
const GAPS = [
  { name: 'to 0.1 s', from: 0, to: 0.1 },
  { name: '0.1–0.5 s', from: 0.1, to: 0.5 },
  { name: '0.5–1 s', from: 0.5, to: 1 },
  { name: '1–2 s', from: 1, to: 2 },
  { name: 'from 2 s', from: 2, to: Number.POSITIVE_INFINITY },
] as const;

function frameRow({ name, frames }: Film): string[] {
  const pairs = GAPS.map(() => 0);
  const alike = GAPS.map(() => 0);
  for (const [i, { hash, second }] of frames.entries()) {
    const distance = createHashComparison(hash);
    for (const earlier of frames.slice(0, i)) {
      const gap = GAPS.findIndex(({ from, to }) => {
        const between = second - earlier.second;
        return between >= from && between < to;
      });
      if (gap < 0) continue;
      pairs[gap]! += 1;
      if (distance(earlier.hash) <= SAME_PICTURE) alike[gap]! += 1;
    }
  }
  return [name, ...pairs.map((all, i) => (all === 0 ? '–' : `${alike[i]} of ${all}`))];
}

/** Pairs of photographs of one person each. */
async function strangers(shared: string, people: number) {
  let pairs = 0;
  let alike = 0;
  for await (const hashes of readPeople(shared, people))
    for (const [i, hash] of hashes.entries()) {
      const distance = createHashComparison(hash);
      for (const other of hashes.slice(0, i)) {
        pairs += 1;
        if (distance(other) <= SAME_PICTURE) alike += 1;
      }
    }
  return { pairs, alike };
}
