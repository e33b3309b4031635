/** `npm run evaluate -- chance`: how often a recording of a moving head answers a challenge by chance. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { drawTurns } from '../../src/access/tasks/challenges.ts';
import { table } from '../../src/cli/output.ts';
import type { Direction } from '../../src/directions.ts';
import { goesAstray } from '../../src/faces/liveness/burst/astray.ts';
import { meetsChallenge } from '../../src/faces/liveness/motion/challenge.ts';
import { percent } from '../figures.ts';
import { describeMachine } from '../machine.ts';
import { type Frame, movedBetween, readClip } from './clip.ts';
import { withEngine } from './engine.ts';

/** Recordings that are played, each from another moment, and challenges drawn for each of them. */
const RECORDINGS = 50;
const CHALLENGES = 200;
/** Rounds for which a page is shown the same recording again and again. */
const ROUNDS = 3;
/** Degrees at which pages take the next image: of a turn, of a nod. */
const TURNED = 12;
const NODDED = 9;
const LENGTHS = [1, 2, 3, 4];

interface Pose {
  readonly right: number;
  readonly up: number;
}

/** Prints the shares of 50 recordings that answer challenges of several lengths. */
export async function evaluateChance(argv: readonly string[]): Promise<void> {
  const { data } = new Command('evaluate chance')
    .exitOverride()
    .description('Plays recordings of heads to a page that asks for turns, as nobody follows them.')
    .option('--data <dir>', 'sub-folders of clips', '../shared/liveness/videos')
    .parse([...argv], { from: 'user' })
    .opts<{ data: string }>();
  const clips = await withEngine(false, async (engine) => {
    const found: Pose[][] = [];
    for (const folder of await readdir(data))
      for (const file of await readdir(join(data, folder)))
        found.push(posesOf(await readClip(engine, await readFile(join(data, folder, file)))));
    return found.filter((poses) => poses.length > 0);
  });
  const films = Array.from({ length: RECORDINGS }, (_, i) => {
    const poses = clips[i % clips.length]!;
    const start = Math.floor(
      (Math.floor(i / clips.length) * poses.length * clips.length) / RECORDINGS,
    );
    return [...poses.slice(start), ...poses.slice(0, start)];
  });
  const rows = LENGTHS.map((length) => {
    const challenges = Array.from({ length: CHALLENGES }, () => drawTurns([], length));
    const share = (direct: boolean) => {
      const answered = films.flatMap((film) =>
        challenges.filter((challenge) => answers(film, challenge, direct)),
      );
      return percent(answered.length / films.length / CHALLENGES, 2);
    };
    return [String(length), share(false), share(true)];
  });
  const heading = ['TURNS', 'BY ANY WAY', 'BY THE WAY ASKED FOR'];
  process.stdout.write(
    `${RECORDINGS} recordings · ${describeMachine()}\n${table(heading, rows)}\n`,
  );
}

/** How the head is turned in each frame, against the first. */
function posesOf(frames: readonly Frame[]): Pose[] {
  const views = frames.flatMap(({ view }) => view ?? []);
  return views.map((view) => movedBetween(views[0]!, view));
}

/** Whether the page gets its images, and they are what the service asks for. */
function answers(film: readonly Pose[], challenge: readonly Direction[], direct: boolean): boolean {
  let [at, start] = [0, film[0]!];
  for (const direction of challenge) {
    for (let strayed = false; ; ) {
      if (++at >= film.length * ROUNDS) return false;
      const pose = film[at % film.length]!;
      const moved = { right: pose.right - start.right, up: pose.up - start.up };
      strayed ||= goesAstray(moved, [direction]);
      if (!isTaken(moved, direction)) continue;
      if ((direct && strayed) || !meetsChallenge([direction], moved)) return false;
      start = pose;
      break;
    }
  }
  return true;
}

/** As the page judges the head: far enough, and less across than along. */
function isTaken({ right, up }: Pose, direction: Direction): boolean {
  const along = { right, left: -right, up, down: -up }[direction];
  const [far, aside] =
    direction === 'up' || direction === 'down'
      ? [along / NODDED, Math.abs(right) / TURNED]
      : [along / TURNED, Math.abs(up) / NODDED];
  return far >= 1 && aside <= far;
}
