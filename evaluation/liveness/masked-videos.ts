/** `npm run evaluate -- masked-videos`: recordings of people who wear a mask that is drawn on them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { table } from '../../src/cli/output.ts';
import type { FaceEngine, LiveAnalysis } from '../../src/faces/analysis.ts';
import { decodeImage } from '../../src/faces/image/decode.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import {
  createVideoEvidence,
  type FrameTime,
  MOST_FRAMES,
} from '../../src/faces/liveness/video/decide-video.ts';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';
import type { Portrait } from '../quality/portrait.ts';
import { painted } from '../quality/spoil.ts';
import { OWN, withEngine } from './engine.ts';

/** Milliseconds that decoding a recording may take. */
const PATIENCE = 300_000;
const LIMITS = { maxPixels: 40_000_000, maxSide: 4096 };
const CLOTHS = {
  pale: [205, 215, 220],
  blue: [110, 150, 190],
  black: [30, 30, 32],
} as const;

const parse = (argv: readonly string[]) =>
  new Command('evaluate masked-videos')
    .exitOverride()
    .description('Draws masks over the faces of recordings and decides on the videos.')
    .option('--data <dir>', 'folder with videos/live and videos/replay', '../shared/liveness')
    .option('--own', OWN)
    .parse(argv, { from: 'user' })
    .opts<{ data: string; own?: boolean }>();

/** @throws Error no data, or the networks are not installed */
export async function evaluateMaskedVideos(argv: readonly string[]): Promise<void> {
  const { data, own = false } = parse(argv);
  const rows = await withEngine(own, async (engine) => {
    const found: string[][] = [];
    for (const kind of ['live', 'replay'])
      for (const name of (await readdir(join(data, 'videos', kind))).sort()) {
        const frames = await framesOf(engine, join(data, 'videos', kind, name));
        const judged = [await judge(engine, frames, async ({ image }) => image)];
        for (const cloth of Object.values(CLOTHS)) {
          const mask = painted(cloth, inMask);
          const worn = async ({ image, face }: Frame) => (face === undefined ? image : mask(face));
          judged.push(await judge(engine, frames, worn));
        }
        found.push([name, kind, ...judged]);
      }
    return found;
  });
  const cloths = Object.keys(CLOTHS).map((cloth) => cloth.toUpperCase());
  process.stdout.write(`${table(['CLIP', 'IS', 'NO MASK', ...cloths], rows)}\n`);
}

interface Frame extends FrameTime {
  readonly image: Uint8Array;
  /** Undefined where no face is found. */
  readonly face: Portrait | undefined;
}

async function framesOf(engine: FaceEngine, path: string): Promise<Frame[]> {
  const options = {
    count: MOST_FRAMES,
    signal: AbortSignal.any([]),
    timeout: PATIENCE,
    patience: PATIENCE,
  };
  const frames: Frame[] = [];
  for await (const { image, ...time } of sampleFrames(await readFile(path), options)) {
    const [face] = (await engine.analyse(image)).faces;
    if (face === undefined) frames.push({ ...time, image, face });
    else {
      const { data, width, height } = (await decodeImage(image, LIMITS)).picture;
      const raw = { width, height, channels: 3 } as const;
      const png = await sharp(data, { raw }).png().toBuffer();
      frames.push({ ...time, image, face: { png, width, height, face } });
    }
  }
  return frames;
}

/** The decision, the frames it took, how many were seen to be covered, and the mean score. */
async function judge(
  engine: FaceEngine,
  frames: readonly Frame[],
  shown: (frame: Frame) => Promise<Uint8Array>,
): Promise<string> {
  const evidence = createVideoEvidence();
  const seen: LiveAnalysis[] = [];
  for (const frame of frames) {
    const analysis = await engine.analyseLiveness(await shown(frame), { identity: true });
    seen.push(analysis);
    if (evidence.count(frame, analysis)) break;
  }
  const { live, errors, livenessScore } = evidence.decision();
  const covered = seen.filter((analysis) => analysis.covered).length;
  const outcome = live ? 'live' : (errors[0]?.errorCode ?? 'not live');
  return `${outcome}, ${livenessScore.toFixed(2)}, ${covered} of ${seen.length} covered`;
}

/** From below the eyes to below the chin, in eye distances from the middle between the eyes. */
const inMask = (x: number, y: number) =>
  y > 0.45 + 0.12 * Math.abs(x) && (x / 1.05) ** 2 + ((y - 0.75) / 1.15) ** 2 < 1;
