/** BlazeFace, the built-in detector: boxes and six points (Bazarevsky et al. 2019). */
import type { Session } from '../../inference/session.ts';
import { applySimilarity, type Point, type Similarity, scaleOf } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { resample, toPlanes } from '../image/resample.ts';
import { type Candidate, type Detector, middleOf, type View, viewAround } from './detector.ts';

const NORMALISATION = {
  order: 'RGB',
  mean: [127.5, 127.5, 127.5],
  scale: [1 / 127.5, 1 / 127.5, 1 / 127.5],
} as const;

/** A face that fills the picture is only certain from a distance, see `detect.ts`. */
const FAR = 1 / 2;
/** Share of a closer view that a face should fill: it is placed best at this size. */
const CLOSE = 0.35;
/** Values an anchor regresses: centre x, y, width, height, then six points. */
const REGRESSORS = 16;

/** BlazeFace as a detector: two anchors per cell on the fine grid, six on the coarse grid. */
export function createBlazeFace(session: Session, inputSize: number): Detector {
  const anchors: Point[] = [];
  for (const { cells, perCell } of [
    { cells: 16, perCell: 2 },
    { cells: 8, perCell: 6 },
  ]) {
    const stride = inputSize / cells;
    for (let y = 0; y < cells; y++)
      for (let x = 0; x < cells; x++)
        for (let n = 0; n < perCell; n++)
          anchors.push({ x: (x + 0.5) * stride, y: (y + 0.5) * stride });
  }
  const view = { width: inputSize, height: inputSize };
  return {
    certainty: { face: 0.5, beside: 0, upright: 0.87, notSideways: 0.75, enough: 0, bonus: 0.05 },
    narrowest: 0.06,
    turned: [[1, FAR]],
    closer: [2, 3],
    views(picture, magnification, rotation) {
      if (magnification > 1) return tiles(picture, inputSize, magnification);
      const scale = Math.max(picture.width, picture.height) / magnification / inputSize;
      const { width, height } = picture;
      return [viewAround(middleOf({ x: 0, y: 0, width, height }), view, scale, rotation)];
    },
    closeView({ box }, rotation) {
      const scale = box.width / (CLOSE * inputSize);
      return viewAround(middleOf(box), view, scale, rotation);
    },
    propose: (picture, view, minimum) => proposeFaces({ session, anchors }, picture, view, minimum),
  };
}

/** Square views of 1 / level of the long side, overlapping by a quarter, that cover the picture. */
function tiles(picture: Picture, size: number, level: number): View[] {
  const side = Math.max(picture.width, picture.height) / level;
  const starts = (length: number): number[] => {
    if (length <= side) return [(length - side) / 2];
    const count = Math.ceil((length - side * 0.25) / (side * 0.75));
    return Array.from({ length: count }, (_, i) => (i * (length - side)) / (count - 1));
  };
  const a = side / size;
  return starts(picture.height).flatMap((ty) =>
    starts(picture.width).map((tx) => ({
      ...{ width: size, height: size },
      toPicture: { a, b: 0, tx, ty },
    })),
  );
}

interface BlazeFace {
  readonly session: Session;
  /** Anchor centres in input pixels, in the order of the network's outputs. */
  readonly anchors: readonly Point[];
}

async function proposeFaces(
  { session, anchors }: BlazeFace,
  picture: Picture,
  { width, height, toPicture }: View,
  minimum: number,
): Promise<Candidate[]> {
  const view = resample(picture, toPicture, width, height);
  const dims = [1, 3, height, width];
  const outputs = await session.run({ input: { data: toPlanes(view, NORMALISATION), dims } });
  const [fineScores, coarseScores, fine, coarse] = [
    'Identity',
    'Identity_1',
    'Identity_2',
    'Identity_3',
  ].map((name) => outputs[name]!.data) as [Float32Array, Float32Array, Float32Array, Float32Array];

  const found: Candidate[] = [];
  const take = (scores: Float32Array, regressors: Float32Array, firstAnchor: number) => {
    for (let i = 0; i < scores.length; i++) {
      const confidence = 1 / (1 + Math.exp(-scores[i]!));
      if (confidence < minimum) continue;
      const values = regressors.subarray(i * REGRESSORS, (i + 1) * REGRESSORS);
      found.push(candidateOf(values, anchors[firstAnchor + i]!, toPicture, confidence));
    }
  };
  take(fineScores, fine, 0);
  take(coarseScores, coarse, fineScores.length);
  return found;
}

function candidateOf(
  values: Float32Array,
  anchor: Point,
  toPicture: Similarity,
  confidence: number,
): Candidate {
  const place = (k: number): Point =>
    applySimilarity(toPicture, { x: anchor.x + values[k]!, y: anchor.y + values[k + 1]! });
  const centre = place(0);
  const side = Math.max(values[2]!, values[3]!) * scaleOf(toPicture);
  const points: Point[] = [];
  for (let k = 4; k < REGRESSORS; k += 2) points.push(place(k));
  return {
    box: { x: centre.x - side / 2, y: centre.y - side / 2, width: side, height: side },
    points,
    confidence,
  };
}
