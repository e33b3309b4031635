/** Findings of the liveness checks, in figures and outlines, for administrators of a client. */
import type { ImageAnalysis, LiveAnalysis } from '../../faces/analysis.ts';
import type { Point, Rotation } from '../../faces/geometry.ts';
import type { PairAnalysis } from '../../faces/liveness/decide.ts';
import type { EvidenceRegion } from '../../faces/liveness/liveness-analysis.ts';
import { faceBox, leastScore } from '../../faces/liveness/passive.ts';
import type { Context } from '../context.ts';
import { mayHave } from '../permit.ts';

/** Coordinates are pixels of the submitted image after EXIF and the rotation by `rotated`. */
export interface ImageEvidence {
  readonly rotated: Rotation;
  readonly width: number;
  readonly height: number;
  /** Boxes of the suitable faces, largest first. */
  readonly faces: readonly Rectangle[];
  /** The face as networks and detectors see it, hairline to chin. Null: none was judged. */
  readonly judged: Rectangle | null;
  /** Whether enough is visible to judge the texture. */
  readonly decided: boolean;
  /** Whether the texture, by all networks, is that of a live face. */
  readonly live: boolean;
  /** Least texture score of a live face. It is higher for a covered face. */
  readonly threshold: number;
  /** Probability of a live face by each network, 0..1. */
  readonly networks: Readonly<Record<string, number>>;
  readonly detectors: readonly DetectorEvidence[];
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Finding of a detector of obvious fakes, with outlines if there is something to show. */
export interface DetectorEvidence {
  readonly detector: string;
  readonly score: number;
  readonly fake: boolean;
  readonly message: string;
  readonly regions: readonly EvidenceRegion[];
}

export type MotionEvidence = ReturnType<typeof motionEvidence>;

export interface LivenessEvidence {
  readonly images: readonly ImageEvidence[];
  /** Null: there are not two images with one suitable face each. */
  readonly motion: MotionEvidence | null;
}

export interface PhotoVerifyEvidence extends LivenessEvidence {
  /** Null: the photo was not examined. */
  readonly photo: ImageEvidence | null;
  /** Comparison score of the photo with each live image. Empty: nothing was compared. */
  readonly comparisons: readonly number[];
}

/** Shows one in so many points of the mesh. */
const ARROW_STEP = 9;

/** `make()` if the caller may see it: the client itself, if its settings allow it. */
export function evidenceFor<T>(context: Context, make: () => T): T | undefined {
  const { debugEvidence } = context.client.settings;
  return debugEvidence && mayHave(context, 'evidence') ? make() : undefined;
}

export function livenessEvidence(
  analyses: readonly LiveAnalysis[],
  pair: PairAnalysis | undefined,
): LivenessEvidence {
  return {
    images: analyses.map(imageEvidence),
    motion: pair === undefined ? null : motionEvidence(analyses, pair),
  };
}

export function photoVerifyEvidence(
  liveness: LivenessEvidence,
  photo: ImageAnalysis | undefined,
  comparisons: readonly number[],
): PhotoVerifyEvidence {
  return {
    ...liveness,
    photo: photo === undefined ? null : facesEvidence(photo),
    comparisons: comparisons.map((score) => Math.round(score * 1e5) / 1e5),
  };
}

/** An image with known faces only, such as an ID photo. */
export function facesEvidence({ rotated, width, height, faces }: ImageAnalysis): ImageEvidence {
  const sideways = rotated === 90 || rotated === 270;
  return {
    rotated,
    width: sideways ? height : width,
    height: sideways ? width : height,
    faces: faces.map(({ box }) => rectangle(box)),
    judged: null,
    decided: false,
    live: false,
    threshold: leastScore(false),
    networks: {},
    detectors: [],
  };
}

function imageEvidence({ image, passive, fakes, view, covered }: LiveAnalysis): ImageEvidence {
  const networks = Object.entries(passive?.scores ?? {}).map(([name, score]) => [
    name,
    thousandths(score),
  ]);
  return {
    ...facesEvidence(image),
    judged: view === undefined ? null : rectangle(faceBox(pointsOf(view.mesh))),
    decided: passive?.decided ?? false,
    live: passive?.live ?? false,
    threshold: leastScore(covered === true),
    networks: Object.fromEntries(networks),
    detectors: fakes.map(({ detector, score, fake, message, regions = [] }) => ({
      detector,
      score: thousandths(score),
      fake,
      message,
      regions: regions.map(({ label, outline }) => ({ label, outline: outline.map(rounded) })),
    })),
  };
}

function motionEvidence(
  [first, second]: readonly LiveAnalysis[],
  { motion, identical }: PairAnalysis,
) {
  const [before, after] = [first, second].map((one) => pointsOf(one?.view?.mesh));
  const arrows: readonly { readonly from: Point; readonly to: Point }[] = before!.flatMap(
    (from, i) => (i % ARROW_STEP === 0 ? [{ from: rounded(from), to: rounded(after![i]!) }] : []),
  );
  return {
    score: thousandths(motion.score),
    /** `other-person`, `no-motion`, `flat` or `bent`; empty: none. */
    problem: motion.problem ?? '',
    /** Change of the light on the face, as a share of the least. 0: not examined. */
    light: thousandths(motion.light ?? 0),
    /** Whether the second image repeats the first one. */
    identical,
    /** Places of points of the face in the first and in the second image. */
    arrows,
  };
}

/** The points of a mesh of x, y, z triples. */
function pointsOf(mesh: Float32Array = new Float32Array()): Point[] {
  return Array.from({ length: mesh.length / 3 }, (_, i) => ({
    x: mesh[i * 3]!,
    y: mesh[i * 3 + 1]!,
  }));
}

function rectangle({ x, y, width, height }: Rectangle): Rectangle {
  return { x: tenths(x), y: tenths(y), width: tenths(width), height: tenths(height) };
}

function rounded({ x, y }: Point): Point {
  return { x: tenths(x), y: tenths(y) };
}

const tenths = (value: number) => Math.round(value * 10) / 10;
const thousandths = (value: number) => Math.round(value * 1000) / 1000;
