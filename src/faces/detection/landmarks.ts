/** The 468-point face mesh of a candidate. */
import type { Session } from '../../inference/session.ts';
import {
  angleOf,
  applySimilarity,
  type Box,
  distance,
  type Point,
  type Similarity,
  scaleOf,
} from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { resample, toPlanes } from '../image/resample.ts';
import type { Candidate } from './detector.ts';

/** A fitted mesh. Point numbers are those of the MediaPipe face mesh. */
export interface FaceMesh {
  /** 468 points in picture pixels. */
  readonly points: readonly Point[];
  /** The same as x, y, z triples, z growing away from the camera, in picture pixels. */
  readonly solid: Float32Array;
  /** Confidence of the network that the crop shows a face, 0..1. */
  readonly confidence: number;
}

const INPUT_SIZE = 192;
/** The crop is this many times the detector's box, as in the network's training. */
const CROP_SCALE = 1.5;
const NORMALISATION = {
  order: 'RGB',
  mean: [0, 0, 0],
  scale: [1 / 255, 1 / 255, 1 / 255],
} as const;

/** Eyes of mesh and detector further apart than this (in sides of the box) are of two faces. */
const SAME_EYES = 0.25;
/** A view turned further from level eyes (radians) is turned again. */
const LEVEL = 0.12;

/** A mesh, and whether its eyes match those of the detector. */
export interface CheckedMesh {
  readonly mesh: FaceMesh;
  readonly agrees: boolean;
}

/** Fits the mesh. Fits it again if it is aslant, or its eyes differ from the detector's. */
export async function fitCheckedMesh(
  session: Session,
  picture: Picture,
  candidate: Candidate,
): Promise<CheckedMesh> {
  const mesh = await fitMesh(session, picture, candidate);
  const agrees = sameEyes(mesh, candidate);
  if (agrees && Math.abs(slant(mesh, candidate)) < LEVEL) return { mesh, agrees };
  const { rightEye, leftEye } = eyesOf(mesh.points);
  const points = agrees ? [rightEye, leftEye] : candidate.points;
  const again = await fitMesh(session, picture, {
    ...candidate,
    points,
    ...(!agrees && { box: aroundNose(candidate) }),
  });
  const agreesAgain = sameEyes(again, candidate);
  return agreesAgain || !agrees ? { mesh: again, agrees: agreesAgain } : { mesh, agrees };
}

function sameEyes({ points }: FaceMesh, candidate: Candidate): boolean {
  const { rightEye, leftEye } = eyesOf(points);
  const [right, left] = candidate.points as [Point, Point];
  const furthest = Math.max(distance(rightEye, right), distance(leftEye, left));
  return furthest <= SAME_EYES * candidate.box.width;
}

/** Radians between the eyes of mesh and detector. */
function slant({ points }: FaceMesh, candidate: Candidate): number {
  const { rightEye, leftEye } = eyesOf(points);
  const turn = angleOf(rightEye, leftEye) - angleOf(candidate.points[0]!, candidate.points[1]!);
  return Math.atan2(Math.sin(turn), Math.cos(turn));
}

/** Centres the box on the nose, for a box beside the face that misled the mesh. */
function aroundNose({ box, points }: Candidate): Box {
  const { x, y } = points[2]!;
  return { ...box, x: x - box.width / 2, y: y - box.height / 2 };
}

/** Fits the mesh to a square around the candidate's box, turned so that the eyes are level. */
export async function fitMesh(
  session: Session,
  picture: Picture,
  candidate: Candidate,
): Promise<FaceMesh> {
  const { box, points } = candidate;
  const turn = angleOf(points[0]!, points[1]!);
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return fitMeshIn(session, picture, squareView(centre, box.width * CROP_SCALE, turn));
}

/** View pixels (0..192) → picture pixels of a square with that centre, side and turn in radians. */
function squareView(centre: Point, side: number, turn: number): Similarity {
  const scale = side / INPUT_SIZE;
  const a = scale * Math.cos(turn);
  const b = scale * Math.sin(turn);
  const half = INPUT_SIZE / 2;
  return { a, b, tx: centre.x - a * half + b * half, ty: centre.y - b * half - a * half };
}

async function fitMeshIn(
  session: Session,
  picture: Picture,
  toPicture: Similarity,
): Promise<FaceMesh> {
  const view = resample(picture, toPicture, INPUT_SIZE, INPUT_SIZE);
  const input = { data: toPlanes(view, NORMALISATION), dims: [1, 3, INPUT_SIZE, INPUT_SIZE] };
  const outputs = await session.run({ input });
  const raw = outputs.Identity_2!.data;
  const flag = outputs.Identity_1!.data[0]!;
  const scale = scaleOf(toPicture);
  const points: Point[] = [];
  const solid = new Float32Array(raw.length);
  for (let i = 0; i < raw.length; i += 3) {
    const point = applySimilarity(toPicture, { x: raw[i]!, y: raw[i + 1]! });
    points.push(point);
    solid[i] = point.x;
    solid[i + 1] = point.y;
    solid[i + 2] = raw[i + 2]! * scale;
  }
  return { points, solid, confidence: flag };
}

/** Mean of the eye corners and lids: the subject's right eye (33, 133, …) and left eye. */
const RIGHT_EYE = [33, 133, 159, 145];
const LEFT_EYE = [263, 362, 386, 374];

/** Eye centres of a mesh, the subject's own right and left. */
export function eyesOf(points: readonly Point[]): { rightEye: Point; leftEye: Point } {
  const mean = (indices: readonly number[]): Point => ({
    x: indices.reduce((sum, i) => sum + points[i]!.x, 0) / indices.length,
    y: indices.reduce((sum, i) => sum + points[i]!.y, 0) / indices.length,
  });
  return { rightEye: mean(RIGHT_EYE), leftEye: mean(LEFT_EYE) };
}
