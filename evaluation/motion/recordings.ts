/** Recordings for measuring motion detection: moving heads, and moved pictures. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { decodeImage } from '../../src/faces/image/decode.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';
import { readDataset } from '../dataset.ts';
import { seededRandom } from '../random.ts';
import { capture, renderSheet } from './flat-view.ts';
import type { ReadFace, SeenFace } from './mesh-reader.ts';

export type Group = 'head' | 'flat' | 'bent' | 'replay';

/** A face in one frame or rendered view. */
export interface Shot extends SeenFace {
  /** Tilt of the picture in degrees. 0 for videos. */
  readonly tilt: number;
}

/** Shots of one clip, or of one photograph held in various ways. */
export interface Recording {
  readonly group: Group;
  readonly name: string;
  readonly shots: readonly Shot[];
}

const FRAMES = 50;
/** Most milliseconds for decoding a recording. */
const PATIENCE = 300_000;
const LIMITS = { maxPixels: 40_000_000, maxSide: 1920 };
const VIEWS = 6;
const CAMERA = { width: 640, height: 480 };

/** Videos of heads and replays, without those that have no frame with one face. */
export async function readVideos(shared: string, read: ReadFace, note: (text: string) => void) {
  const folder = async (path: string, group: Group) =>
    (await readdir(path)).sort().map((file) => ({ path: join(path, file), group }));
  const files = [
    ...(await folder(join(shared, 'liveness/videos/live'), 'head')),
    ...(await folder(join(shared, 'liveness/videos/replay'), 'replay')),
    ...['short_hamilton_clip.mp4', 'video.mp4'].map((file) => ({
      path: join(shared, 'faces/photos', file),
      group: 'head' as const,
    })),
  ];
  const recordings: Recording[] = [];
  for (const { path, group } of files) {
    const shots: Shot[] = [];
    const options = { count: FRAMES, signal: AbortSignal.any([]), timeout: PATIENCE };
    for await (const { image } of sampleFrames(await readFile(path), options)) {
      const { picture } = await decodeImage(image, LIMITS);
      const face = await read(picture);
      if (face !== undefined) shots.push({ ...face, tilt: 0 });
    }
    note(`${basename(path)}: ${shots.length} frames of one face`);
    if (shots.length > 1) recordings.push({ group, name: basename(path), shots });
  }
  return recordings;
}

/** Photographs of `people` people, each held before a camera in VIEWS ways. */
export async function renderFlats(
  shared: string,
  read: ReadFace,
  group: 'flat' | 'bent',
  people: number,
): Promise<Recording[]> {
  const { root, images } = await readDataset(join(shared, 'faces/lfw-dev'));
  const firsts = [...Map.groupBy(images, ({ person }) => person).values()].map(([image]) => image!);
  const step = Math.max(1, Math.floor(firsts.length / people));
  const chosen = firsts.filter((_, i) => i % step === 0).slice(0, people);
  const recordings: Recording[] = [];
  for (const [index, { path, person }] of chosen.entries()) {
    const random = seededRandom(index * 2 + (group === 'bent' ? 1 : 0));
    const { picture } = await decodeImage(await readFile(join(root, path)), LIMITS);
    const shots: Shot[] = [];
    for (let view = 0; view < VIEWS; view++) {
      const { picture: seen, tilt } = await holdPhotograph(picture, group === 'bent', random);
      const face = await read(seen);
      if (face !== undefined) shots.push({ ...face, tilt });
    }
    if (shots.length > 1) recordings.push({ group, name: person, shots });
  }
  return recordings;
}

async function holdPhotograph(photograph: Picture, bent: boolean, random: () => number) {
  const between = (low: number, high: number) => low + (high - low) * random();
  const grey = () => between(60, 180);
  const background = {
    width: 4,
    height: 3,
    data: Uint8Array.from({ length: 36 }, grey),
  };
  const pose = {
    tilt: between(0, 60),
    tiltDirection: between(0, 360),
    roll: between(-20, 20),
    distance: between(1.2, 3),
    shiftX: between(-0.2, 0.2),
    shiftY: between(-0.15, 0.15),
    bend: bent ? between(-80, 80) : 0,
    light: between(0.75, 1.15),
  };
  const view = renderSheet(photograph, pose, { ...CAMERA, focal: between(500, 870) }, background);
  const flaws = {
    blur: between(0, 1.5),
    noise: between(0, 8),
    quality: Math.round(between(55, 95)),
    glare: random() < 0.5 ? 0 : between(10, 80),
    glareX: between(0.2, 0.8),
    glareY: between(0.2, 0.8),
  };
  return { picture: await capture(view, flaws, random), tilt: pose.tilt };
}
