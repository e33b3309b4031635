/** Reads faces from the network's proposals, as the service does. */
import { type Proposals, REGRESSORS, VIEW } from './network.ts';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A face. Lengths are shares of the view's side. Left and right are the person's own. */
export interface FoundFace {
  /** A square from brows to chin. */
  readonly box: { readonly x: number; readonly y: number; readonly side: number };
  readonly rightEye: Spot;
  readonly leftEye: Spot;
  readonly nose: Spot;
  readonly mouth: Spot;
  readonly rightEar: Spot;
  readonly leftEar: Spot;
  /** 0..1. */
  readonly confidence: number;
  /** Probability that mouth or nose are covered, 0..1. Only for the subject's face. */
  readonly covered?: number;
}

/** Below this a proposal is noise, as in the service. */
const LEAST_CONFIDENCE = 0.5;
/** Boxes that overlap more (intersection over union) show the same face. */
const SAME_FACE = 0.3;
/** Faces smaller than this share of the largest are bystanders, as in the service. */
const BYSTANDER = 0.6;

/** Faces, most certain first. */
export function readFaces(proposals: readonly Proposals[]): FoundFace[] {
  const found = proposals.flatMap(readGrid).sort((a, b) => b.confidence - a.confidence);
  const kept: FoundFace[] = [];
  for (const face of found)
    if (!kept.some((other) => overlap(other, face) > SAME_FACE)) kept.push(face);
  return kept;
}

/** The face of the subject. `several`: another one is as near. */
export function subjectOf(faces: readonly FoundFace[]): FoundFace | 'several' | undefined {
  const [largest, next] = [...faces].sort((a, b) => b.box.side - a.box.side);
  if (largest === undefined || next === undefined) return largest;
  return next.box.side >= BYSTANDER * largest.box.side ? 'several' : largest;
}

function readGrid({ cells, perCell, outputs, values }: Proposals): FoundFace[] {
  const found: FoundFace[] = [];
  for (let cell = 0; cell < cells * cells; cell++)
    for (let anchor = 0; anchor < perCell; anchor++) {
      const confidence = 1 / (1 + Math.exp(-values[cell * outputs + anchor]!));
      if (confidence < LEAST_CONFIDENCE) continue;
      const at = cell * outputs + perCell + anchor * REGRESSORS;
      const regressed = values.subarray(at, at + REGRESSORS);
      const centre = {
        x: ((cell % cells) + 0.5) / cells,
        y: (Math.floor(cell / cells) + 0.5) / cells,
      };
      found.push(faceOf(regressed, centre, confidence));
    }
  return found;
}

function faceOf(regressed: Float32Array, centre: Spot, confidence: number): FoundFace {
  const spot = (k: number): Spot => ({
    x: centre.x + regressed[k]! / VIEW,
    y: centre.y + regressed[k + 1]! / VIEW,
  });
  const middle = spot(0);
  const side = Math.max(regressed[2]!, regressed[3]!) / VIEW;
  return {
    box: { x: middle.x - side / 2, y: middle.y - side / 2, side },
    rightEye: spot(4),
    leftEye: spot(6),
    nose: spot(8),
    mouth: spot(10),
    rightEar: spot(12),
    leftEar: spot(14),
    confidence,
  };
}

function overlap({ box: a }: FoundFace, { box: b }: FoundFace): number {
  const along = (from: 'x' | 'y') =>
    Math.max(0, Math.min(a[from] + a.side, b[from] + b.side) - Math.max(a[from], b[from]));
  const both = along('x') * along('y');
  return both / (a.side ** 2 + b.side ** 2 - both);
}
