/** `npm run evaluate -- chance`: how often a freely moving head follows a point by chance. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { MOST_REMEMBERED, unanswered } from '../../src/access/tasks/near-paths.ts';
import { table } from '../../src/cli/output.ts';
import { type Direction, isDirection, PLACE_MS, type Place, SLOWLY } from '../../src/directions.ts';
import { followedPaths, type TimedPose } from '../../src/faces/liveness/burst/followed-path.ts';
import { meetsChallenge } from '../../src/faces/liveness/motion/challenge.ts';
import { PATHS, type Path } from '../../src/followed-point.ts';
import { percent } from '../figures.ts';
import { describeMachine } from '../machine.ts';
import { seededRandom } from '../motion/random.ts';
import { readClip } from './clip.ts';
import { withEngine } from './engine.ts';
import { follow } from './follower.ts';
import { type Pose, posed, type Track, trackOf } from './track.ts';

/** Recordings, each played from various moments; people; logins that are remembered beside one. */
const RECORDINGS = 50;
const PEOPLE = 2000;
const RECORDED = 400;
/** Frames of one attempt, and milliseconds for which recordings go on after it. */
const FRAMES = 21;
const WAITS = 1500;
/** Degrees of turn and nod at which pages take the last image. */
const TURNED = 12;
const NODDED = 9;
/** Offsets at which an attacker may begin to play a recording, in milliseconds. */
const OFFSETS = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2].map((places) => places * PLACE_MS);

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
      for (const file of await readdir(join(data, folder)))
        found.push(trackOf(await readClip(engine, await readFile(join(data, folder, file)))));
    return found.filter((track) => track.length > 0);
  });
  const rows = rowsOf(tracks);
  const heading = ['SHOWN', 'MOVEMENTS', 'POINT FOLLOWED', 'AND THE LAST TURN'];
  process.stdout.write(
    `${RECORDINGS} parts of ${tracks.length} recordings · ${describeMachine()}\n${table(heading, rows)}\n`,
  );
}

/** Where a head is, at milliseconds since the point began to move. */
type Head = (milliseconds: number) => Pose;

export function rowsOf(tracks: readonly Track[]): string[][] {
  const random = seededRandom(7);
  const starts = Array.from({ length: RECORDINGS }, (_, i) => {
    const track = tracks[i % tracks.length]!;
    const start = (Math.floor(i / tracks.length) * tracks.length) / RECORDINGS;
    return { track, start: start * track.at(-1)!.milliseconds };
  });
  const played = (slowly: boolean) =>
    starts.flatMap(({ track, start }) =>
      SPEEDS.flatMap((speed) =>
        [1, -1].map((side) => answered((at) => posed(track, start + at * speed, side), slowly)),
      ),
    );
  const any = () => PATHS[Math.floor(random() * PATHS.length)]!;
  const people = (slips: number, slowly = false) =>
    Array.from({ length: PEOPLE }, () => {
      const places = any();
      const every = everyOf(slowly);
      const poses = follow({ places, every }, timesOf(slowly), random, slips);
      const told = new Set([places]);
      return { followed: followedIn(poses, slowly).intersection(told), of: told };
    });
  const logins = Array.from({ length: RECORDED }, () => recordedLogin(any(), random));
  const cuts = logins.map((login, i) => {
    const at = (1 + Math.floor(random() * (PATHS[0]!.length - 1))) * PLACE_MS + 300;
    return cut(login, logins[(i + 1) % logins.length]!, at);
  });
  /** Paths left where these and others were followed before. */
  const left = (...paths: readonly Path[]) => {
    const others = Array.from({ length: MOST_REMEMBERED - paths.length }, any);
    return new Set(unanswered([...others, ...paths]));
  };
  const shown = (recorded: readonly Recorded[], offsets: readonly number[], remembers: boolean) =>
    recorded.map(({ head, paths }) => ({
      ...answeredAtBest(head, offsets),
      ...(remembers && { of: left(...paths) }),
    }));
  return [
    share('recordings, blindly', played(false)),
    share('the same, point slowly', played(true)),
    share('a still', [answered(() => STILL, false)]),
    share('a recorded login, in time', shown(logins, [0], false)),
    share('the same, login remembered', shown(logins, [0], true)),
    share('a recorded login, at its best offset', shown(logins, OFFSETS, false)),
    share('the same, login remembered', shown(logins, OFFSETS, true)),
    share('two recorded logins cut together', shown(cuts, [0], false)),
    share('the same, both remembered', shown(cuts, [0], true)),
    share('people', people(0.01)),
    share('people who slip thrice as often', people(0.03)),
    share('people who never slip', people(0)),
    share('people, point slowly', people(0.01, true)),
  ];
}

const STILL = { right: 0, up: 0 };

interface Recorded {
  readonly head: Head;
  /** Paths that were followed in it. */
  readonly paths: readonly Path[];
}

/** Milliseconds between the poses of a recorded login. */
const FINE = 40;

function recordedLogin(places: Path, random: () => number): Recorded {
  const end = endOf(false) + WAITS;
  const times = Array.from({ length: Math.ceil(end / FINE) + 1 }, (_, i) => i * FINE);
  const poses = follow({ places, every: PLACE_MS }, times, random, 0.01);
  const poseAt = (at: number) =>
    poses[Math.max(0, Math.min(poses.length - 1, Math.round(at / FINE)))]!;
  return { head: poseAt, paths: [places] };
}

/** The beginning of one recording and the end of another. */
const cut = (one: Recorded, other: Recorded, from: number): Recorded => ({
  head: (at) => (at < from ? one : other).head(at),
  paths: [...one.paths, ...other.paths],
});

interface Answered {
  readonly followed: ReadonlySet<Path>;
  /** Those whose last turn is answered as well. Absent: not tried. */
  readonly both?: ReadonlySet<Path>;
  /** The paths that may be demanded. Absent: all. */
  readonly of?: ReadonlySet<Path>;
}

function share(name: string, tries: readonly Answered[]): string[] {
  const mean = (answersOf: (one: Answered) => ReadonlySet<Path>) => {
    const shares = tries.map((one) => {
      const of = one.of ?? new Set(PATHS);
      return answersOf(one).intersection(of).size / of.size;
    });
    return percent(shares.reduce((sum, one) => sum + one, 0) / tries.length, 3);
  };
  const turns = tries.every(({ both }) => both) ? mean(({ both }) => both!) : '–';
  return [name, String(tries.length), mean(({ followed }) => followed), turns];
}

const everyOf = (slowly: boolean) => (slowly ? SLOWLY : 1) * PLACE_MS;
const endOf = (slowly: boolean) => PATHS[0]!.length * everyOf(slowly) + 450;
const timesOf = (slowly: boolean) =>
  Array.from({ length: FRAMES + 1 }, (_, i) => (endOf(slowly) * i) / FRAMES);

/** Paths that a movement answers at one of the offsets. */
function answeredAtBest(head: Head, offsets: readonly number[]): Answered {
  const each = offsets.map((offset) => answered((at) => head(at - offset), false));
  const union = (sets: readonly ReadonlySet<Path>[]) =>
    sets.reduce((all, set) => all.union(set), new Set<Path>());
  return {
    followed: union(each.map(({ followed }) => followed)),
    both: union(each.map(({ both }) => both)),
  };
}

/** Paths that a movement follows, and those whose second image it answers as well. */
function answered(head: Head, slowly: boolean) {
  const posesAt = (times: readonly number[]) =>
    times.map((milliseconds) => ({ ...head(milliseconds), milliseconds }));
  const poses = posesAt(timesOf(slowly));
  const followed = followedIn(poses, slowly);
  const end = endOf(slowly);
  const late = relative(poses[0]!, posesAt(Array.from({ length: 16 }, (_, i) => end + 100 * i)));
  const turns = (last: Place | undefined) => {
    if (last === undefined || !isDirection(last)) return false;
    const taken = late.find((pose) => isTaken(pose, last));
    return taken !== undefined && meetsChallenge([last], taken);
  };
  return { followed, both: new Set([...followed].filter((path) => turns(path.at(-1)))) };
}

const followedIn = ([first, ...rest]: readonly TimedPose[], slowly: boolean) =>
  new Set(
    followedPaths(
      [{ milliseconds: 0, ...STILL }, ...relative(first!, rest)],
      PATHS[0]!.length,
      slowly,
    ),
  );

const relative = (first: Pose, poses: readonly TimedPose[]) =>
  poses.map(({ milliseconds, right, up }) => ({
    milliseconds,
    right: right - first.right,
    up: up - first.up,
  }));

/** Judges the head like the page: far enough, and less across than along. */
function isTaken({ right, up }: Pose, direction: Direction): boolean {
  const along = { right, left: -right, up, down: -up }[direction];
  const isNod = direction === 'up' || direction === 'down';
  const [far, aside] = isNod
    ? [along / NODDED, Math.abs(right) / TURNED]
    : [along / TURNED, Math.abs(up) / NODDED];
  return far >= 1 && aside <= far;
}
