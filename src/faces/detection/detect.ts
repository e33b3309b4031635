/** Finds the faces of a picture, near and far, in the orientation that shows them upright. */
import type { Session } from '../../inference/session.ts';
import { angleOf, distance, intersectionOverUnion, type Rotation } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { type Candidate, type Detector, middleOf } from './detector.ts';
import { eyesOf, type FaceMesh, fitCheckedMesh } from './landmarks.ts';

/** A candidate that the mesh network confirmed. */
export interface DetectedFace {
  readonly candidate: Candidate;
  readonly mesh: FaceMesh;
  /** Mesh and detector see the eyes in the same place. Otherwise the mesh cannot be trusted. */
  readonly agrees: boolean;
  /** Wide enough in its view to tell which way up it is. */
  readonly isClear: boolean;
  /** Certain enough to count beside other faces. */
  readonly isSure: boolean;
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

/** Below this the mesh network sees no face. */
const LEAST_CONFIDENCE = 0.5;
/** A face this much smaller than the largest is a bystander: nearly twice as far away. */
export const BYSTANDER_RATIO = 0.6;
/** Close by, an upside-down open mouth looks like a face, so large faces are checked from afar. */
const FAR = 1 / 2;
/** Faces wider than this share of the long side may be such parts. */
const FILLING = 0.6;
/** Faces narrower than this many times the narrowest are looked at again from close by. */
const PLACED = 2;
/** Faces this wide (in long sides) lose nothing of their mesh in a copy of `FIRST_SIDE` pixels. */
const LARGE = 0.12;
/** Boxes that overlap more (intersection over union) show the same face. */
const SAME_FACE = 0.3;

/** Finds, confirms and orders the faces. `checkpoint` may throw between stages to stop the work. */
export async function detectFaces(
  networks: DetectionNetworks,
  picture: Picture,
  checkpoint: () => void,
): Promise<Detection> {
  const { detector } = networks;
  const look = memoised((magnification, rotation) =>
    confirmedFaces(networks, picture, magnification, rotation, checkpoint),
  );
  const near = await look(1, 0);
  const fillsPicture = near.some((face) => fills(face, picture));
  const isSure = uprightConfidence(near, 0) >= detector.certainty.upright;
  const rotated = isSure ? 0 : await bestOrientation(detector, look);
  const source = rotated === 0 ? picture : turnPicture(picture, rotated);
  const lookAgain = (magnification: number) =>
    rotated === 0
      ? look(magnification, 0)
      : confirmedFaces(networks, source, magnification, 0, checkpoint);
  let faces =
    isSure && !fillsPicture ? near : nearOrFar(await lookAgain(1), await lookAgain(FAR), source);

  let clear = clearWidth(detector, source, 1);
  for (const magnification of detector.closer) {
    const smallest = (faces[0]?.candidate.box.width ?? 0) * BYSTANDER_RATIO;
    if (faces.length > 0 && smallest >= clear) break;
    faces = merge([...faces, ...(await lookAgain(magnification))]);
    clear = clearWidth(detector, source, magnification);
  }
  return { rotated, picture: source, faces };
}

/** Looks at a small upright copy once. Undefined unless a large face decides what is in it. */
export async function glance(
  networks: DetectionNetworks,
  picture: Picture,
  checkpoint: () => void,
): Promise<Detection | undefined> {
  const { detector } = networks;
  const faces = await confirmedFaces(networks, picture, 1, 0, checkpoint);
  const [face] = faces;
  if (face === undefined || faces.some((each) => fills(each, picture))) return undefined;
  const { width } = face.candidate.box;
  const isLarge =
    face.agrees &&
    width >= LARGE * Math.max(picture.width, picture.height) &&
    width * BYSTANDER_RATIO >= clearWidth(detector, picture, 1);
  const settles = isLarge && uprightConfidence(faces, 0) >= detector.certainty.upright;
  return settles ? { rotated: 0, picture, faces } : undefined;
}

/** Least width in pixels at which faces are seen well. */
function clearWidth({ narrowest }: Detector, picture: Picture, magnification: number): number {
  return (narrowest * Math.max(picture.width, picture.height)) / magnification;
}

/** The result of a look at the picture; each look happens once. */
type Look = (magnification: number, rotation: Rotation) => Promise<DetectedFace[]>;

function memoised(look: Look): Look {
  const seen = new Map<string, Promise<DetectedFace[]>>();
  return (magnification, rotation) => {
    const key = `${magnification} ${rotation}`;
    const faces = seen.get(key) ?? look(magnification, rotation);
    seen.set(key, faces);
    return faces;
  };
}

/** Faces as seen close by, except filling faces, which are taken from afar if seen there. */
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

/** The orientation with the most certain face; upright if none shows a face. */
async function bestOrientation({ certainty, turned }: Detector, look: Look): Promise<Rotation> {
  const confidenceIn = async (rotation: Rotation, magnifications: readonly number[]) => {
    let confidence = 0;
    for (const magnification of magnifications) {
      const faces = await look(magnification, rotation);
      confidence = Math.max(confidence, uprightConfidence(faces, rotation));
    }
    return confidence;
  };
  let best: Rotation = 0;
  for (const magnifications of turned) {
    const upright = await confidenceIn(0, magnifications);
    if (upright >= certainty.upright) return 0;
    best = 0;
    let confidence = upright > 0 ? upright + certainty.bonus : 0;
    const sideways = upright < certainty.notSideways;
    for (const rotation of sideways ? ([90, 180, 270] as const) : ([180] as const)) {
      const sure = await confidenceIn(rotation, magnifications);
      if (sure <= confidence) continue;
      best = rotation;
      confidence = sure;
    }
    if (confidence >= certainty.enough) break;
  }
  return best;
}

/** Confidence of the most certain face that is upright after rotating by `rotation`; else 0. */
function uprightConfidence(faces: readonly DetectedFace[], rotation: Rotation): number {
  const upright = faces.filter(
    (face) => face.agrees && face.isClear && Math.abs(rollOf(face, rotation)) <= 45,
  );
  // Both networks have to be certain: a single network often is when upside down.
  return Math.max(
    0,
    ...upright.map(({ candidate, mesh }) => candidate.confidence * mesh.confidence),
  );
}

/** Roll of the eyes in degrees after a clockwise rotation by `rotation`. */
function rollOf(face: DetectedFace, rotation: Rotation): number {
  const { rightEye, leftEye } = eyesOf(face.mesh.points);
  const degrees = (angleOf(rightEye, leftEye) * 180) / Math.PI + rotation;
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

async function confirmedFaces(
  { detector, mesh }: DetectionNetworks,
  picture: Picture,
  magnification: number,
  rotation: Rotation,
  checkpoint: () => void,
): Promise<DetectedFace[]> {
  const candidates: Candidate[] = [];
  for (const view of detector.views(picture, magnification, rotation)) {
    checkpoint();
    candidates.push(...(await detector.propose(picture, view, detector.certainty.face)));
  }
  const clear = clearWidth(detector, picture, magnification);
  /** Undefined: no face is seen from close by. */
  const lookCloser = async (found: Candidate): Promise<Candidate | undefined> => {
    const view = detector.closeView?.(found, rotation);
    if (view === undefined || found.box.width >= PLACED * clear) return found;
    const seen = await detector.propose(picture, view, detector.certainty.face);
    const isSame = ({ box }: Candidate) =>
      distance(middleOf(box), middleOf(found.box)) < found.box.width / 2;
    return seen.filter(isSame).sort((p, q) => q.confidence - p.confidence)[0];
  };
  const faces: DetectedFace[] = [];
  for (const found of suppress(candidates)) {
    checkpoint();
    const closer = await lookCloser(found);
    const candidate = closer ?? found;
    const fitted = await fitCheckedMesh(mesh, picture, candidate);
    if (fitted.mesh.confidence >= LEAST_CONFIDENCE)
      faces.push({
        candidate,
        ...fitted,
        isClear: closer !== undefined && candidate.box.width >= clear,
        isSure: candidate.confidence >= detector.certainty.beside,
      });
  }
  return merge(faces);
}

/** The most certain of each set of overlapping candidates. */
function suppress(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of [...candidates].sort((p, q) => q.confidence - p.confidence))
    if (!kept.some((other) => intersectionOverUnion(other.box, candidate.box) > SAME_FACE))
      kept.push(candidate);
  return kept;
}

/** Largest first, without parts of a face that were detected as faces. */
function merge(faces: readonly DetectedFace[]): DetectedFace[] {
  const kept: DetectedFace[] = [];
  const bySize = faces.toSorted((p, q) => meshWidth(q.mesh) - meshWidth(p.mesh));
  // A face whose mesh is elsewhere never displaces another.
  for (const face of bySize.toSorted((p, q) => Number(q.agrees) - Number(p.agrees))) {
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
  return kept.sort((p, q) => meshWidth(q.mesh) - meshWidth(p.mesh));
}

/** Width of the face in picture pixels, from cheek to cheek of the mesh (points 234 and 454). */
export function meshWidth({ points }: FaceMesh): number {
  return Math.hypot(points[454]!.x - points[234]!.x, points[454]!.y - points[234]!.y);
}

/** The picture rotated clockwise by a right angle. */
export function turnPicture({ width, height, data }: Picture, rotation: Rotation): Picture {
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
