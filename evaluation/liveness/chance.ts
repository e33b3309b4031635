/** `npm run evaluate -- chance`: how often a freely moving head follows a point by chance. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { drawDemand } from '../../src/access/tasks/paths.ts';
import { table } from '../../src/cli/output.ts';
import { type Direction, isDirection, PLACE_MS, type Place, SLOWLY } from '../../src/directions.ts';
import { followsPath, type TimedPose } from '../../src/faces/liveness/burst/followed-path.ts';
import { meetsChallenge } from '../../src/faces/liveness/motion/challenge.ts';
import { percent } from '../figures.ts';
import { describeMachine } from '../machine.ts';
import { seededRandom } from '../motion/random.ts';
import { movedBetween, readClip } from './clip.ts';
import { withEngine } from './engine.ts';
import { follow } from './follower.ts';

/** Recordings, each played from various moments; paths for each way of playing; people. */
const RECORDINGS = 50;
const PATHS = 250;
const PEOPLE = 5000;
/** Frames of one attempt, and milliseconds that the page waits for the last turn. */
const FRAMES = 21;
const WAITS = 1500;
/** Degrees of turn and nod at which pages take the last image. */
const TURNED = 12;
const NODDED = 9;

/** A recording: the pose of the head at each time. */
export type Track = readonly TimedPose[];

/** Ways to play a recording that ignores the path: speed, 1 or −1, and whether it is mirrored. */
const SPEEDS = [1, -1, 0.6, 1.6];

/** Prints the shares of recordings and simulated people that follow a point. */
export async function evaluateChance(argv: readonly string[]): Promise<void> {
  const { data } = new Command('evaluate chance')
    .exitOverride()
    .description('Plays recordings of heads to a page that asks to follow a point, as they do not.')
    .option('--data <dir>', 'sub-folders of clips', '../shared/liveness/videos')
    .parse([...argv], { from: 'user' })
    .opts<{ data: string }>();
  const tracks = await withEngine(false, async (engine) => {
    const found: Track[] = [];
    for (const folder of await readdir(data))
      for (const file of await readdir(join(data, folder))) {
        const frames = await readClip(engine, await readFile(join(data, folder, file)));
        const seen = frames.flatMap(({ view, seconds }) => (view ? [{ view, seconds }] : []));
        const [first] = seen;
        if (first === undefined) continue;
        found.push(
          seen.map(({ view, seconds }) => ({
            ...movedBetween(first.view, view),
            milliseconds: (seconds - first.seconds) * 1000,
          })),
        );
      }
    return found;
  });
  const rows = rowsOf(tracks);
  const heading = ['SHOWN', 'ATTEMPTS', 'POINT FOLLOWED', 'AND THE LAST TURN'];
  process.stdout.write(
    `${RECORDINGS} parts of ${tracks.length} recordings · ${describeMachine()}\n${table(heading, rows)}\n`,
  );
}

export function rowsOf(tracks: readonly Track[]): string[][] {
  const random = seededRandom(7);
  const starts = Array.from({ length: RECORDINGS }, (_, i) => {
    const track = tracks[i % tracks.length]!;
    const start = (Math.floor(i / tracks.length) * tracks.length) / RECORDINGS;
    return { track, start: start * track.at(-1)!.milliseconds };
  });
  const share = (name: string, tries: readonly (readonly [boolean, boolean])[]) => {
    const of = (count: number) => percent(count / tries.length, 3);
    const followed = tries.filter(([follows]) => follows);
    const both = followed.filter(([, turns]) => turns);
    return [name, String(tries.length), of(followed.length), of(both.length)];
  };
  const played = (slowly: boolean) =>
    starts.flatMap(({ track, start }) =>
      SPEEDS.flatMap((speed) =>
        [1, -1].flatMap((side) =>
          Array.from({ length: PATHS }, () =>
            attempt(drawDemand([], true), slowly, (at) => posed(track, start + at * speed, side)),
          ),
        ),
      ),
    );
  const people = (slips: number, slowly: boolean, alike = true) =>
    Array.from({ length: PEOPLE }, () => {
      const told = drawDemand([], true);
      const places = alike ? told : drawDemand([], true);
      const every = everyOf(slowly);
      return attempt(told, slowly, undefined, (times) =>
        follow({ places, every }, times, random, slips),
      );
    });
  return [
    share('recordings, blindly', played(false)),
    share('the same, point slowly', played(true)),
    share('a recorded login, in time', people(0.01, false, false)),
    share('people', people(0.01, false)),
    share('people who slip thrice as often', people(0.03, false)),
    share('people who never slip', people(0, false)),
    share('people, point slowly', people(0.01, true)),
  ];
}

const everyOf = (slowly: boolean) => (slowly ? SLOWLY : 1) * PLACE_MS;

/** Whether the head follows the point, and the second image answers. */
function attempt(
  places: readonly Place[],
  slowly: boolean,
  poseAt: ((milliseconds: number) => TimedPose) | undefined,
  posesAt = (times: readonly number[]): TimedPose[] =>
    times.map((milliseconds) => ({ ...poseAt!(milliseconds), milliseconds })),
): readonly [boolean, boolean] {
  const end = places.length * everyOf(slowly) + 450;
  const times = Array.from({ length: FRAMES + 1 }, (_, i) => (end * i) / FRAMES);
  const late = Array.from({ length: 16 }, (_, i) => end + (WAITS * i) / 15);
  const poses = posesAt([...times, ...late]);
  const [first, ...rest] = poses;
  const moved = rest.map(({ milliseconds, right, up }) => ({
    milliseconds,
    right: right - first!.right,
    up: up - first!.up,
  }));
  const last = places.at(-1)!;
  const taken = moved.slice(FRAMES).find((pose) => isDirection(last) && isTaken(pose, last));
  const turns = taken !== undefined && isDirection(last) && meetsChallenge([last], taken);
  const begun = { milliseconds: 0, right: 0, up: 0 };
  return [followsPath([begun, ...moved.slice(0, FRAMES)], { places, slowly }), turns];
}

/** The pose in a recording that is played back and forth. */
function posed(track: Track, at: number, side: number): TimedPose {
  const whole = track.at(-1)!.milliseconds;
  const round = ((at % (2 * whole)) + 2 * whole) % (2 * whole);
  const now = round > whole ? 2 * whole - round : round;
  const next = Math.max(
    1,
    track.findIndex(({ milliseconds }) => milliseconds >= now),
  );
  const [p, q] = [track[next - 1]!, track[next]!];
  const part = (now - p.milliseconds) / Math.max(1, q.milliseconds - p.milliseconds);
  const right = side * (p.right + part * (q.right - p.right));
  return { milliseconds: at, right, up: p.up + part * (q.up - p.up) };
}

/** Judges the head like the page: far enough, and less across than along. */
function isTaken({ right, up }: TimedPose, direction: Direction): boolean {
  const along = { right, left: -right, up, down: -up }[direction];
  const isNod = direction === 'up' || direction === 'down';
  const [far, aside] = isNod
    ? [along / NODDED, Math.abs(right) / TURNED]
    : [along / TURNED, Math.abs(up) / NODDED];
  return far >= 1 && aside <= far;
}
