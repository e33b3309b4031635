/** `npm run evaluate -- screen-light`: does a face before a flashing screen differ from its picture? */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { table } from '../../src/cli/output.ts';
import { percent } from '../figures.ts';
import { describeMachine } from '../machine.ts';
import { seededRandom } from '../motion/random.ts';
import { withEngine } from './engine.ts';

type Vector = readonly [x: number, y: number, z: number];
/** A piece of the surface: place in metres, and which way it looks. */
interface Piece {
  readonly at: Vector;
  readonly normal: Vector;
}

/** Metres: from the camera to the face, between the eyes, and sides of the screens. */
const DISTANCE = 0.4;
const EYES = 0.063;
const SCREENS = { laptop: [0.3, 0.19], phone: [0.07, 0.15] } as const;
/** Light of the room, as multiples of the whole screen's on the face. */
const ROOMS = [1, 3, 5, 10];
/** Corners of the eyes in meshes, and neighbours that make a normal. */
const CORNERS = [33, 263] as const;
const NEIGHBOURS = 10;
/** Relative errors of a piece: noise of a webcam averaged over patch and frames, and movement. */
const NOISE = 0.003;
const TRIALS = 20;

/** @throws Error no face in the images */
export async function evaluateScreenLight(argv: readonly string[]): Promise<void> {
  const { data, count } = new Command('evaluate screen-light')
    .exitOverride()
    .description('Simulates meshes of faces, and pictures of them, lit by halves of a screen.')
    .option('--data <dir>', 'portraits', '../shared/liveness/offices')
    .option('--count <images>', 'of the first images', '20')
    .parse([...argv], { from: 'user' })
    .opts<{ data: string; count: string }>();
  const meshes = await withEngine(false, async (engine) => {
    const found: Float32Array[] = [];
    for (const file of (await readdir(data)).sort().slice(0, Number(count))) {
      const { view } = await engine.analyseFrame(await readFile(join(data, file)));
      if (view !== undefined) found.push(view.mesh);
    }
    return found;
  });
  if (meshes.length === 0) throw new Error(`${data}: no faces`);
  const heads = meshes.map(piecesOf);
  const rows = Object.entries(SCREENS).flatMap(([screen, size]) =>
    ROOMS.flatMap((room) =>
      [0, 0.01, 0.03].map((moved) => {
        const random = seededRandom(9);
        const tries = (shape: (head: readonly Piece[]) => readonly Piece[], answers = true) =>
          heads.flatMap((head) =>
            Array.from({ length: TRIALS }, () =>
              reliefOf(shape(head), head, { size, room, moved, answers, random }),
            ),
          );
        const live = tries((head) => head);
        const flat = tries((head) => flattened(head, 0, random));
        const bent = tries((head) => flattened(head, 3, random));
        const fed = tries((head) => head, false);
        const at = (errors: readonly number[]) => percent(equalError(live, errors), 1);
        return [screen, String(room), percent(moved, 0), at(flat), at(bent), at(fed)];
      }),
    ),
  );
  const heading = ['SCREEN', 'ROOM', 'MOVED', 'EER, FLAT', 'EER, BENT', 'EER, FED IN'];
  process.stdout.write(`${heads.length} faces · ${describeMachine()}\n${table(heading, rows)}\n`);
}

function piecesOf(mesh: Float32Array): readonly Piece[] {
  const pointAt = (i: number): Vector => [mesh[3 * i]!, mesh[3 * i + 1]!, mesh[3 * i + 2]!];
  const points = Array.from({ length: mesh.length / 3 }, (_, i) => pointAt(i));
  const [one, other] = CORNERS.map(pointAt) as [Vector, Vector];
  // The outer corners are half as far apart again as the pupils.
  const scale = (1.5 * EYES) / Math.hypot(...minus(one, other));
  const middle = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k]! / points.length, 0));
  const places = points.map(
    ([x, y, z]): Vector => [
      (x - middle[0]!) * scale,
      (y - middle[1]!) * scale,
      DISTANCE + (z - middle[2]!) * scale,
    ],
  );
  return places.map((at) => ({ at, normal: normalAt(at, places) }));
}

/** Of the plane z = a x + b y + c through the neighbours, towards the camera. */
function normalAt(at: Vector, places: readonly Vector[]): Vector {
  const far = (p: Vector) => Math.hypot(...minus(p, at));
  const near = places.toSorted((p, q) => far(p) - far(q)).slice(0, NEIGHBOURS);
  const mean = [0, 1, 2].map((k) => near.reduce((sum, p) => sum + p[k]! / near.length, 0));
  const sum = (i: number, j: number) =>
    near.reduce((all, p) => all + (p[i]! - mean[i]!) * (p[j]! - mean[j]!), 0);
  const [xx, xy, yy, xz, yz] = [sum(0, 0), sum(0, 1), sum(1, 1), sum(0, 2), sum(1, 2)];
  const determinant = xx * yy - xy * xy + 1e-12;
  const [a, b] = [(xz * yy - yz * xy) / determinant, (yz * xx - xz * xy) / determinant];
  const length = Math.hypot(a, b, 1);
  return [a / length, b / length, -1 / length];
}

/** A picture of the face on a sheet that is tilted and bent to a cylinder at random. */
function flattened(head: readonly Piece[], bend: number, random: () => number): readonly Piece[] {
  const [tilt, curve] = [0.5 * (random() - 0.5), bend * (random() - 0.5) * 2];
  return head.map(({ at: [x, y] }) => {
    const slope = tilt + 2 * curve * x;
    const length = Math.hypot(slope, 1);
    return {
      at: [x, y, DISTANCE + tilt * x + curve * x * x],
      normal: [slope / length, 0, -1 / length],
    };
  });
}

interface Scene {
  readonly size: readonly [width: number, height: number];
  readonly room: number;
  /** Relative error of a piece that has moved between two flashes. */
  readonly moved: number;
  /** Whether the light of the screen reaches it: not a recording that is fed in. */
  readonly answers?: boolean;
  readonly random: () => number;
}

/** An error that varies across the face: several waves of 3 to 15 cm, of variance 1 together. */
function waves(random: () => number): (at: Vector) => number {
  const each = Array.from({ length: 4 }, () => {
    const [turn, phase] = [2 * Math.PI * random(), 2 * Math.PI * random()];
    const rate = (2 * Math.PI) / (0.03 + 0.12 * random());
    return { x: rate * Math.cos(turn), y: rate * Math.sin(turn), phase };
  });
  return ([x, y]) =>
    Math.SQRT1_2 *
    each.reduce((sum, wave) => sum + Math.cos(wave.x * x + wave.y * y + wave.phase), 0);
}

/**
 * Flashes left and right half, and neither. Correlation of the difference with where a mesh of the
 * face looks, beyond what goes evenly across it, as exposure and white balance do.
 */
function reliefOf(surface: readonly Piece[], face: readonly Piece[], scene: Scene): number {
  const { size, room, moved, answers = true, random } = scene;
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const halves = [-1, 1].map((side) => surface.map((piece) => lightOf(piece, side, size)));
  const whole = halves.flat().reduce((sum, light) => sum + light, 0) / surface.length;
  const seen = [halves[0]!, halves[1]!, surface.map(() => 0)].map((lights) => {
    const smooth = waves(random);
    return surface.map(({ at }, i) => {
      const error = NOISE * normal() + moved * Math.SQRT1_2 * (normal() + smooth(at));
      return ((answers ? lights[i]! : 0) + room * whole) * (1 + error);
    });
  });
  const differences = surface.map((_, i) => (seen[0]![i]! - seen[1]![i]!) / (seen[2]![i]! + 1e-9));
  const [x, y] = [0, 1].map((k) => face.map(({ at }) => at[k]!)) as [number[], number[]];
  const across = [x, y, x.map((value) => value * value), x.map((value, i) => value * y[i]!)];
  return correlation(
    without(differences, across),
    without(
      face.map((piece) => piece.normal[0]),
      across,
    ),
  );
}

/** Light of half of a screen below the camera on a piece that scatters it evenly. */
function lightOf({ at, normal }: Piece, side: number, [width, height]: Scene['size']): number {
  let light = 0;
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) {
      const from: Vector = [(side * width * (i + 0.5)) / 8, (height * (j + 0.5)) / 4, 0];
      const way = minus(from, at);
      const far = Math.hypot(...way);
      const facing = way.reduce((sum, value, k) => sum + value * normal[k]!, 0) / far;
      light += (Math.max(0, facing) * (-way[2] / far)) / far ** 2;
    }
  return (light * width * height) / 32;
}

/** What is left of the values after least squares on the others, one after the other. */
function without(values: readonly number[], others: readonly (readonly number[])[]): number[] {
  const bases: number[][] = [];
  const rest = (column: readonly number[]) =>
    bases.reduce((left, base) => {
      const share = dot(left, base);
      return left.map((value, i) => value - share * base[i]!);
    }, centred(column));
  for (const other of others) {
    const left = rest(other);
    const length = Math.sqrt(dot(left, left)) + 1e-12;
    bases.push(left.map((value) => value / length));
  }
  return rest(values);
}

const centred = (values: readonly number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
};
const dot = (p: readonly number[], q: readonly number[]) =>
  p.reduce((sum, value, i) => sum + value * q[i]!, 0);
const correlation = (p: readonly number[], q: readonly number[]) =>
  dot(p, q) / Math.sqrt(dot(p, p) * dot(q, q) + 1e-18);
const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];

/** Where as many faces as attacks are mistaken. Faces score lower. */
function equalError(live: readonly number[], attacks: readonly number[]): number {
  const sign = Math.sign(live.reduce((sum, one) => sum + one, 0));
  const thresholds = [...live, ...attacks].map((score) => sign * score);
  const errors = thresholds.map((least) => {
    const refused = live.filter((score) => sign * score < least).length / live.length;
    const passed = attacks.filter((score) => sign * score >= least).length / attacks.length;
    return Math.max(refused, passed);
  });
  return Math.min(...errors);
}
