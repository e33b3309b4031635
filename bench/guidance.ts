/**
 * `npm run bench -- guidance <folder>`: how soon the capture module takes a pair of images, and
 * whether the service can use it. It plays recordings to the module at the pace of a browser.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import sharp from 'sharp';
import { packHindrances, packWeights } from '../scripts/finder-weights.ts';
import { createBlazeFace } from '../src/faces/detection/blazeface.ts';
import { type DetectionNetworks, detectFaces } from '../src/faces/detection/detect.ts';
import { headPose } from '../src/faces/detection/pose.ts';
import { decodeImage } from '../src/faces/image/decode.ts';
import type { Picture } from '../src/faces/image/picture.ts';
import { sampleFrames } from '../src/faces/liveness/video/video.ts';
import { prepareModel } from '../src/inference/models/prepare.ts';
import { openSession } from '../src/inference/session.ts';
import { readHalves } from '../web/capture/finder/half-precision.ts';
import { VIEW } from '../web/capture/finder/network.ts';
import { createObserver, type Observe } from '../web/capture/finder/observer.ts';
import { createLooker, HEIGHT, type Look, WIDTH } from '../web/capture/look.ts';
import { greyOf, PORTRAIT_RATIO } from '../web/capture/measures.ts';
import { firstMoment, nextMoment } from '../web/capture/moment.ts';

/** Milliseconds between two looks, as in browsers. */
const INTERVAL = 100;
/** Milliseconds that a busy machine may take to decode a recording. */
const UNHURRIED = { timeout: 600_000, patience: 60_000 } as const;
/** Degrees, by the service's own mesh, that count as a movement between two images. */
const MOVED = 7;

/** A recording as a browser would look at it. */
interface Watched {
  readonly pictures: readonly Picture[];
  readonly looks: readonly Look[];
}

interface Pair {
  readonly seconds: number;
  readonly first: Picture;
  readonly second: Picture;
}

async function picturesOf(file: string): Promise<Picture[]> {
  const video = readFileSync(file);
  const input = new Input({ source: new BufferSource(video), formats: ALL_FORMATS });
  const count = Math.floor(((await input.computeDuration()) * 1000) / INTERVAL);
  const frames = [];
  const { signal } = new AbortController();
  for await (const frame of sampleFrames(video, { count, signal, ...UNHURRIED }))
    frames.push(frame);
  frames.sort((a, b) => a.number - b.number);
  return Promise.all(
    frames.map(
      async ({ image }) => (await decodeImage(image, { maxPixels: 1e8, maxSide: 1280 })).picture,
    ),
  );
}

/** The middle of a picture, in the shape and size that is looked at. */
async function middle(picture: Picture, ratio: number, width: number, height: number) {
  const high = Math.floor(Math.min(picture.height, picture.width / PORTRAIT_RATIO));
  const wide = Math.min(picture.width, Math.round(high * ratio));
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  return new Uint8ClampedArray(
    await sharp(picture.data, { raw })
      .extract({
        left: Math.floor((picture.width - wide) / 2),
        top: Math.floor((picture.height - high) / 2),
        width: wide,
        height: high,
      })
      .resize(width, height, { fit: 'contain' })
      .ensureAlpha()
      .raw()
      .toBuffer(),
  );
}

async function watchAll(pictures: readonly Picture[], observe: Observe) {
  const lookOf = createLooker();
  const looks: Look[] = [];
  for (const [i, picture] of pictures.entries()) {
    const grey = greyOf(WIDTH, HEIGHT, await middle(picture, PORTRAIT_RATIO, WIDTH, HEIGHT));
    const faces = observe(await middle(picture, 1, VIEW, VIEW));
    looks.push(lookOf(grey, faces, { at: i * INTERVAL, number: i }));
  }
  return looks;
}

/** The pair that is taken from that look on; undefined: none is. */
function takePair({ pictures, looks }: Watched, from: number): Pair | undefined {
  const isFirst = firstMoment();
  const first = looks.findIndex((look, i) => i >= from && isFirst(look).take);
  if (first < 0) return undefined;
  const isSecond = nextMoment(looks[first]!);
  const second = looks.findIndex((look, i) => i > first && isSecond(look).take);
  if (second < 0) return undefined;
  const seconds = ((second - from) * INTERVAL) / 1000;
  return { seconds, first: pictures[first]!, second: pictures[second]! };
}

/** Whether the service finds one face in both, with a movement between them. */
async function isUsable(networks: DetectionNetworks, { first, second }: Pair): Promise<boolean> {
  const poses = [];
  for (const picture of [first, second]) {
    const { faces } = await detectFaces(networks, picture, () => {});
    if (faces.length !== 1) return false;
    poses.push(headPose(faces[0]!.mesh.solid));
  }
  const [a, b] = poses as [ReturnType<typeof headPose>, ReturnType<typeof headPose>];
  return Math.max(Math.abs(b.yaw - a.yaw), Math.abs(b.pitch - a.pitch)) >= MOVED;
}

/** @param folder with recordings of people before a camera */
export async function benchGuidance([folder]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('which folder of recordings?');
  const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-guidance-'));
  try {
    console.log(await measure(folder, dataDir));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(folder: string, dataDir: string): Promise<string> {
  const kernel = readFileSync(new URL('../web/capture/finder/blazeface.wasm', import.meta.url));
  const [weights, hindrances] = await Promise.all([packWeights(), packHindrances()]);
  const observe = createObserver(kernel, readHalves(weights.buffer), readHalves(hindrances.buffer));
  const open = async (name: string) => openSession(await prepareModel(name, { dataDir }));
  const networks = {
    detector: createBlazeFace(await open('blazeface'), VIEW),
    mesh: await open('facemesh'),
  };
  const rows = ['| recording | begun | pairs | usable | seconds, median |'];
  rows.push('|---|---|---|---|---|');
  for (const name of readdirSync(folder).sort()) {
    const pictures = await picturesOf(join(folder, name));
    const watched = { pictures, looks: await watchAll(pictures, observe) };
    // Somebody may come at any moment: one attempt begins each second.
    const starts = Array.from({ length: Math.floor(pictures.length / 10) }, (_, i) => i * 10);
    const pairs = starts.map((at) => takePair(watched, at)).filter((pair) => pair !== undefined);
    let usable = 0;
    for (const pair of pairs) if (await isUsable(networks, pair)) usable++;
    const seconds = pairs.map((pair) => pair.seconds).sort((a, b) => a - b);
    const median = seconds[seconds.length >> 1]?.toFixed(1) ?? '–';
    rows.push(`| ${name} | ${starts.length} | ${pairs.length} | ${usable} | ${median} |`);
  }
  return rows.join('\n');
}
