/** Finds the faces of a picture, near and far, in the orientation in which they are upright. */
import type { Session } from '../../inference/session.ts';
import { angleOf, intersectionOverUnion, type Rotation, type Similarity } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import type { Candidate, Detector } from './detector.ts';
import { eyesOf, type FaceMesh, fitMesh } from './landmarks.ts';

/** A candidate that the mesh network confirmed. */
export interface DetectedFace {
  readonly candidate: Candidate;
  readonly mesh: FaceMesh;
}

export interface Detection {
  /** Clockwise degrees by which the picture was rotated. */
  readonly rotated: Rotation;
  /** The rotated picture; all coordinates are its pixels. */
  readonly picture: Picture;
  /** Largest first. */
  readonly faces: readonly DetectedFace[];
}

/** The networks detection needs. */
export interface DetectionNetworks {
  readonly detector: Detector;
  readonly mesh: Session;
}

/** Below this a candidate is noise (both networks answer 0..1). */
const LEAST_CONFIDENCE = 0.5;
/** An upright face this sure needs no look at the other orientations. */
const SURELY_UPRIGHT = 0.87;
/** Above this it may still be upside down, but not sideways. */
const SURELY_NOT_SIDEWAYS = 0.75;
/** Pictures are mostly upright: another orientation has to be this much surer. */
const UPRIGHT_BONUS = 0.05;
/** The detector misses faces narrower than this share of its view. */
const SMALLEST_IN_VIEW = 0.06;
/**
 * A face this much smaller than the largest one is a bystander, and smaller ones are not looked
 * for: the person was nearly twice as far away.
 */
export const BYSTANDER_RATIO = 0.6;
/**
 * A face that fills the picture is sure from afar only, in a view this much wider than the picture:
 * close by, an open mouth upside down passes for a face, and so do parts of a face.
 */
const FAR = 2;
/** Faces wider than this share of the long side may be such parts. */
const FILLING = 0.6;
/** Tiles per side when looking for small faces; the smallest are about 2 % of the long side. */
const TILE_LEVELS = [2, 3] as const;
/** Boxes that overlap more (intersection over union) show the same face. */
const SAME_FACE = 0.3;

/** Finds, confirms and orders the faces. `checkpoint` may throw between stages to stop the work. */
export async function detectFaces(
  networks: DetectionNetworks,
  picture: Picture,
  checkpoint: () => void,
): Promise<Detection> {
  const size = networks.detector.inputSize;
  const look = (source: Picture, views: readonly Similarity[]) =>
    confirmedFaces(networks, source, views, checkpoint);

  const lookNear = (of: Picture, rotation: Rotation) =>
    look(of, [wholeView(of, size, 1, rotation)]);
  const lookFar = (of: Picture, rotation: Rotation) =>
    look(of, [wholeView(of, size, FAR, rotation)]);

  let rotated: Rotation = 0;
  let source = picture;
  let faces = await lookNear(picture, 0);
  const unsure = uprightConfidence(faces, 0) < SURELY_UPRIGHT;
  if (unsure || faces.some((face) => fills(face, picture))) {
    const far = await lookFar(picture, 0);
    const upright = [...faces, ...far];
    if (unsure && uprightConfidence(upright, 0) < SURELY_UPRIGHT)
      rotated = await bestOrientation(
        async (rotation) => [
          ...(await lookNear(picture, rotation)),
          ...(await lookFar(picture, rotation)),
        ],
        upright,
      );
    if (rotated === 0) faces = nearOrFar(faces, far, picture);
    else {
      source = turnPicture(picture, rotated);
      faces = nearOrFar(await lookNear(source, 0), await lookFar(source, 0), source);
    }
  }
  for (const level of TILE_LEVELS) {
    const smallest = (faces[0]?.candidate.box.width ?? 0) * BYSTANDER_RATIO;
    const tile = Math.max(source.width, source.height) / (level === 2 ? 1 : TILE_LEVELS[0]);
    if (faces.length > 0 && smallest >= tile * SMALLEST_IN_VIEW) break;
    faces = merge([...faces, ...(await look(source, tileViews(source, size, level)))]);
  }
  return { rotated, picture: source, faces };
}

/** Faces as they are seen close by, but from afar those that fill the picture, if any is seen. */
function nearOrFar(
  near: readonly DetectedFace[],
  far: readonly DetectedFace[],
  picture: Picture,
): DetectedFace[] {
  if (near.length === 0) return [...far];
  return merge([...near, ...far.filter((face) => fills(face, picture))]);
}

function fills({ candidate: { box } }: DetectedFace, { width, height }: Picture): boolean {
  return box.width > FILLING * Math.max(width, height);
}

/** The orientation whose best face is surest; upright where no orientation shows a face. */
async function bestOrientation(
  look: (rotation: Rotation) => Promise<DetectedFace[]>,
  upright: readonly DetectedFace[],
): Promise<Rotation> {
  let best: Rotation = 0;
  let confidence = 0;
  const sideways = uprightConfidence(upright, 0) < SURELY_NOT_SIDEWAYS;
  const rotations = sideways ? ([0, 90, 180, 270] as const) : ([0, 180] as const);
  for (const rotation of rotations) {
    const faces = rotation === 0 ? upright : await look(rotation);
    const sure = uprightConfidence(faces, rotation);
    const bonus = rotation === 0 && sure > 0 ? UPRIGHT_BONUS : 0;
    if (sure + bonus <= confidence) continue;
    best = rotation;
    confidence = sure + bonus;
  }
  return best;
}

/** Confidence of the surest face that is upright after a rotation by `rotation`; else 0. */
function uprightConfidence(faces: readonly DetectedFace[], rotation: Rotation): number {
  // Both networks have to be sure: upside down, one of them often is.
  const upright = faces.filter((face) => Math.abs(rollOf(face, rotation)) <= 45);
  return Math.max(
    0,
    ...upright.map(({ candidate, mesh }) => candidate.confidence * mesh.confidence),
  );
}

/** Roll of the eyes in degrees as seen after a clockwise rotation by `rotation`. */
function rollOf(face: DetectedFace, rotation: Rotation): number {
  const { rightEye, leftEye } = eyesOf(face.mesh.points);
  const degrees = (angleOf(rightEye, leftEye) * 180) / Math.PI + rotation;
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

async function confirmedFaces(
  { detector, mesh }: DetectionNetworks,
  picture: Picture,
  views: readonly Similarity[],
  checkpoint: () => void,
): Promise<DetectedFace[]> {
  const candidates: Candidate[] = [];
  for (const view of views) {
    checkpoint();
    candidates.push(...(await detector.propose(picture, view, LEAST_CONFIDENCE)));
  }
  const faces: DetectedFace[] = [];
  for (const candidate of suppress(candidates)) {
    checkpoint();
    const fitted = await fitMesh(mesh, picture, candidate);
    if (fitted.confidence >= LEAST_CONFIDENCE) faces.push({ candidate, mesh: fitted });
  }
  return merge(faces);
}

/** The surest of each set of overlapping candidates. */
function suppress(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of [...candidates].sort((p, q) => q.confidence - p.confidence))
    if (!kept.some((other) => intersectionOverUnion(other.box, candidate.box) > SAME_FACE))
      kept.push(candidate);
  return kept;
}

/** Largest first, without parts of a face that were taken for a face of their own. */
function merge(faces: readonly DetectedFace[]): DetectedFace[] {
  const kept: DetectedFace[] = [];
  const bySize = [...faces].sort((p, q) => meshWidth(q.mesh) - meshWidth(p.mesh));
  for (const face of bySize) {
    const { box } = face.candidate;
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const inside = kept.some(({ candidate: { box: other } }) => {
      const within =
        x > other.x && x < other.x + other.width && y > other.y && y < other.y + other.height;
      return within || intersectionOverUnion(other, box) > SAME_FACE;
    });
    if (!inside) kept.push(face);
  }
  return kept;
}

/** Width of the face in picture pixels, from cheek to cheek of the mesh (points 234 and 454). */
export function meshWidth({ points }: FaceMesh): number {
  return Math.hypot(points[454]!.x - points[234]!.x, points[454]!.y - points[234]!.y);
}

/** `size` pixels of the whole picture, `zoom` times as wide, rotated clockwise by `rotation`. */
function wholeView(picture: Picture, size: number, zoom: number, rotation: Rotation): Similarity {
  const side = Math.max(picture.width, picture.height) * zoom;
  const angle = (-rotation * Math.PI) / 180;
  const a = (side / size) * Math.cos(angle);
  const b = (side / size) * Math.sin(angle);
  const half = size / 2;
  return {
    a,
    b,
    tx: picture.width / 2 - a * half + b * half,
    ty: picture.height / 2 - b * half - a * half,
  };
}

/** Square views of 1 / level of the long side that overlap by a quarter and cover the picture. */
function tileViews(picture: Picture, size: number, level: number): Similarity[] {
  const side = Math.max(picture.width, picture.height) / level;
  const starts = (length: number): number[] => {
    if (length <= side) return [(length - side) / 2];
    const count = Math.ceil((length - side * 0.25) / (side * 0.75));
    return Array.from({ length: count }, (_, i) => (i * (length - side)) / (count - 1));
  };
  const scale = side / size;
  return starts(picture.height).flatMap((ty) =>
    starts(picture.width).map((tx) => ({ a: scale, b: 0, tx, ty })),
  );
}

/** The picture rotated clockwise by a right angle. */
function turnPicture({ width, height, data }: Picture, rotation: Rotation): Picture {
  const swapped = rotation === 90 || rotation === 270;
  const w = swapped ? height : width;
  const h = swapped ? width : height;
  const out = new Uint8Array(w * h * 3);
  for (let y = 0, o = 0; y < h; y++) {
    for (let x = 0; x < w; x++, o += 3) {
      const sx = rotation === 90 ? y : rotation === 180 ? width - 1 - x : width - 1 - y;
      const sy = rotation === 90 ? height - 1 - x : rotation === 180 ? height - 1 - y : x;
      const p = (sy * width + sx) * 3;
      out[o] = data[p]!;
      out[o + 1] = data[p + 1]!;
      out[o + 2] = data[p + 2]!;
    }
  }
  return { width: w, height: h, data: out };
}
