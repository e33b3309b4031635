/** What the networks answer for three faces, as numbers that can be compared with a release. */
import { createRequire } from 'node:module';
import type { FaceEngine } from '../analysis.ts';
import { sharp } from '../image/sharp.ts';
import { PAD_MISSING } from '../liveness/pad-finder.ts';

/** Faces in photographs that come with a package: left, top and side of the cut. */
const FACES = [
  ['sample6.jpg', 1382, 222, 420],
  ['sample1.jpg', 318, 299, 400],
  ['sample4.jpg', 871, 128, 404],
] as const;
/** Typical faces of the cohort that stand for a feature vector. */
const COMPARED = 8;
const RATES = [0.01, 0.001, 0.000_1, 0.000_01, 0.000_001];

/**
 * The largest deviation of each part that counts as the same arithmetic: about what noise of one
 * level in every pixel does, which is far more than decoders and processors differ by. A second run
 * on the same machine differs by less than a millionth.
 */
export const TOLERANCES = {
  /** Eyes, in pixels of the cut. */
  detection: 1,
  /** Comparison scores, in steps from the threshold of the first rate to that of the last. */
  encoding: 0.05,
  /** Comparison scores at five false-match rates. */
  thresholds: 0.000_001,
  /** Scores of 0..1, and the decision as 0 or 1. */
  liveness: 0.02,
  /** Scores of 0..100. */
  quality: 3,
} as const;

export type Part = keyof typeof TOLERANCES;
export const PARTS = Object.keys(TOLERANCES) as readonly Part[];
export type Outputs = Readonly<Record<Part, readonly number[]>>;

/** The names of the networks in use. */
export interface NetworkNames {
  readonly detector: string;
  readonly encoder: string;
  readonly liveness: string;
}

/** Runs every network of the engine. @throws Unavailable; ModelError damaged files */
export async function measureOutputs(engine: FaceEngine): Promise<Outputs> {
  const cuts = await Promise.all(FACES.map(cutFace));
  const faces = [];
  for (const cut of cuts) faces.push(await engine.analyseLiveness(cut, { features: true }));
  const { measurements } = await engine.gradeQuality(cuts[0]!);
  const vectors = faces.map(({ image }) => image.subject?.features ?? new Float32Array());
  const thresholds = RATES.map((rate) => engine.threshold(rate));
  const span = thresholds.at(-1)! - thresholds[0]!;
  const typical = engine.encoder.typicalFaces.slice(0, COMPARED);
  return {
    detection: faces.flatMap(({ image }) =>
      image.faces.flatMap(({ leftEye, rightEye }) => [
        ...[leftEye.x, leftEye.y],
        ...[rightEye.x, rightEye.y],
      ]),
    ),
    encoding: vectors.flatMap((vector, i) =>
      [...vectors.slice(i + 1), ...typical].map((other) => engine.compare(vector, other) / span),
    ),
    thresholds,
    liveness: faces.flatMap(({ passive }) =>
      passive === undefined ? [] : [passive.score, Number(passive.live)],
    ),
    quality: measurements.map(({ scalarScore }) => scalarScore),
  };
}

/** Which of the two stands of networks judges liveness. */
export const livenessOf = async (engine: Pick<FaceEngine, 'missing'>): Promise<string> =>
  (await engine.missing()).includes(PAD_MISSING) ? 'recapture' : 'pad';

async function cutFace([file, left, top, side]: (typeof FACES)[number]): Promise<Buffer> {
  const photograph = createRequire(import.meta.url).resolve(`@vladmandic/face-api/demo/${file}`);
  return sharp(photograph).extract({ left, top, width: side, height: side }).png().toBuffer();
}
