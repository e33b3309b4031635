/** What is injected in place of a camera: recordings of one person, and pictures that a program moves. */
import sharp from 'sharp';
import { movedBetween } from '../../evaluation/liveness/clip.ts';
import type { Direction } from '../../src/directions.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import type { Point } from '../../src/faces/geometry.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import type { MotionView } from '../../src/faces/liveness/motion/motion-view.ts';
import { type LiveImageBody, livePerson } from '../../testing/live-people.ts';
import { filmOf } from '../../testing/recordings.ts';
import { morphOf, pngOf, type SeenFace, warp } from './morph.ts';

/** An instrument of attack, in the terms of CEN/TS 18099. */
export interface Instrument {
  readonly name: (typeof INSTRUMENTS)[number];
  /** Two images with the frames between them; tagged as asked. */
  take(asked: Direction): Promise<readonly LiveImageBody[]>;
  /** Pictures of a film, ten a second; absent: as those of another. */
  film?(): Promise<readonly Buffer[]>;
}

export const INSTRUMENTS = [
  'recording that moves as asked',
  'recording that moves otherwise',
  'puppet of one picture',
  'puppet of a morph',
  'one still picture',
] as const;

const FRAMES = 108;
/** Frames of the recordings that look straight ahead. */
const STRAIGHT = { 'live/k-real.mp4': 94, 'live/nod-head.mp4': 1 } as const;
/** Degrees of a puppet's turn, and pictures of it. */
const TURN = 18;
const STEPS = 8;
const SECOND = 10;
const BURST_HEIGHT = 320;
/** Levels by which the noise of a camera changes a pixel. */
const NOISE = 3;

/** Of one person, Ben. @param folder of the recordings */
export async function instrumentsOf(
  engine: FaceEngine,
  folder: string,
): Promise<readonly Instrument[]> {
  const ben = await livePerson(folder, 'ben');
  const film = await filmOf(folder, 'live/k-real.mp4', FRAMES);
  const own = await see(engine, film[STRAIGHT['live/k-real.mp4']]!);
  const ada = (await filmOf(folder, 'live/nod-head.mp4', 36))[STRAIGHT['live/nod-head.mp4']]!;
  const other = await see(engine, ada);
  const morph = await see(engine, await pngOf(morphOf(own, other, 0.5)));
  return [
    {
      name: 'recording that moves as asked',
      take: async (asked) => ben.pair([asked]),
      film: async () => film.filter((_, i) => i % 3 === 0),
    },
    {
      name: 'recording that moves otherwise',
      take: async (asked) => {
        const [first, second] = ben.pair([asked === 'left' ? 'right' : 'left']);
        return [first!, { ...second!, tags: [asked] }];
      },
    },
    puppet('puppet of one picture', engine, own),
    puppet('puppet of a morph', engine, morph),
    {
      name: 'one still picture',
      take: async (asked) => images(asked, Array(STEPS + 1).fill(own.picture)),
      film: () => Promise.all(Array.from({ length: 3 * SECOND }, () => grainy(own.picture))),
    },
  ];
}

interface Seen extends SeenFace {
  readonly view: MotionView;
}

async function see(engine: FaceEngine, image: Uint8Array): Promise<Seen> {
  const { data, info } = await sharp(image)
    .resize({ width: 640, height: 480, fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { width: info.width, height: info.height, data: new Uint8Array(data) };
  const { view } = await engine.analyseFrame(await pngOf(picture));
  if (view === undefined) throw new Error('no face to inject');
  return { picture, view, mesh: turned(view, 0) };
}

/** A picture whose mesh a program turns in space: the head seems to move. */
function puppet(name: Instrument['name'], engine: FaceEngine, face: Seen): Instrument {
  const at = (share: number, [right, up]: readonly [number, number]) =>
    share === 0 ? face.picture : posed(face, share * TURN * right, share * TURN * up);
  return {
    name,
    async take(asked) {
      for (const axes of AXES[asked]) {
        const { view } = await engine.analyseFrame(await pngOf(at(1, axes)));
        if (view === undefined) continue;
        const { right, up } = movedBetween(face.view, view);
        if ({ right, left: -right, up, down: -up }[asked] < 0) continue;
        return images(
          asked,
          Array.from({ length: STEPS + 1 }, (_, i) => at(i / STEPS, axes)),
        );
      }
      return images(asked, Array(STEPS + 1).fill(face.picture));
    },
    film: () =>
      Promise.all(
        Array.from({ length: 3 * SECOND }, (_, i) =>
          grainy(at(Math.sin((i * Math.PI) / SECOND), [1, 0])),
        ),
      ),
  };
}

/** Both senses of the axis, of which one is what is asked. */
const SIDEWAYS = [
  [1, 0],
  [-1, 0],
] as const;
const UPWARDS = [
  [0, 1],
  [0, -1],
] as const;
const AXES = { left: SIDEWAYS, right: SIDEWAYS, up: UPWARDS, down: UPWARDS } as const;

function posed(face: Seen, yaw: number, pitch: number): Picture {
  const { picture, view } = face;
  const { width, height } = picture;
  const goal = turned(view, yaw, pitch);
  const still = Array.from({ length: 33 }, (_, i) => i / 32).flatMap((share) => [
    { x: share * width, y: 0 },
    { x: share * width, y: height },
    { x: 0, y: share * height },
    { x: width, y: share * height },
  ]);
  return warp(picture, [
    ...goal.flatMap((at, i) => (i % 3 === 0 ? [{ at, from: face.mesh[i]! }] : [])),
    ...still.map((at) => ({ at, from: at })),
  ]);
}

/** The points of the mesh, turned in space about its middle by degrees. */
function turned({ mesh }: MotionView, yaw: number, pitch = 0): Point[] {
  const count = mesh.length / 3;
  const mean = (k: number) =>
    Array.from({ length: count }, (_, i) => mesh[i * 3 + k]!).reduce((sum, v) => sum + v) / count;
  const [cx, cy, cz] = [mean(0), mean(1), mean(2)];
  const [a, b] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  return Array.from({ length: count }, (_, i) => {
    const [x, y, z] = [mesh[i * 3]! - cx, mesh[i * 3 + 1]! - cy, mesh[i * 3 + 2]! - cz];
    return {
      x: cx + x * Math.cos(a) + z * Math.sin(a),
      y: cy + y * Math.cos(b) + z * Math.sin(b),
    };
  });
}

/** The first and the last picture, and the small ones between. */
async function images(
  asked: Direction,
  pictures: readonly Picture[],
): Promise<readonly LiveImageBody[]> {
  const files = await Promise.all(pictures.map(grainy));
  const small = (file: Buffer) =>
    sharp(file).resize({ height: BURST_HEIGHT }).jpeg({ quality: 90 }).toBuffer();
  const burst = await Promise.all(
    files.slice(1, -1).map(async (file, i) => ({
      image: (await small(file)).toString('base64'),
      at: (i + 1) * 90,
    })),
  );
  return [
    { image: files[0]!.toString('base64') },
    { image: files.at(-1)!.toString('base64'), tags: [asked], burst },
  ];
}

function grainy({ width, height, data }: Picture): Promise<Buffer> {
  const noisy = Uint8ClampedArray.from(data, (v) => v + (Math.random() - 0.5) * 2 * NOISE);
  return pngOf({ width, height, data: new Uint8Array(noisy) });
}
