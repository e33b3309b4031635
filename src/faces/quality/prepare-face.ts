/** Finds out about the subject of an image whatever measures need, by the best means there are. */
import type { Session } from '../../inference/session.ts';
import {
  type DetectedFace,
  type Detection,
  type DetectionNetworks,
  detectFaces,
} from '../detect.ts';
import type { Box, Point } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { headPose } from '../pose.ts';
import { meshLandmarks } from './approximate/mesh-landmarks.ts';
import { personBackground } from './approximate/person-background.ts';
import { steadyMesh } from './approximate/steady-mesh.ts';
import { uncovered } from './kernels/alignment.ts';
import { intersect, type Mask } from './kernels/mask.ts';
import {
  alignFace,
  type Fact,
  type Facts,
  type PreparedFace,
  type QualityMethod,
} from './prepared-face.ts';
import { referenceBoxes } from './reference/detector.ts';
import { referencePose } from './reference/head-pose.ts';
import { referenceLandmarks } from './reference/landmarks.ts';
import type { ReferenceNetworks } from './reference/open-reference.ts';
import { parsedBackground, referenceParsing, referenceVisible } from './reference/segmentation.ts';
import { rotateBack } from './rotate-back.ts';
import { type StageErrorCode, StageFailure } from './stage-failure.ts';

/** Networks of the default models that quality uses. */
export interface ApproximateNetworks extends DetectionNetworks {
  readonly segmentation: () => Promise<Session>;
}

export interface QualityNetworks {
  readonly approximate: ApproximateNetworks;
  /** Taken wherever they are there, and what they need is, too. */
  readonly reference: ReferenceNetworks;
}

/** Narrower faces (share of the image's width) are not looked at, as in the reference. */
const LEAST_WIDTH = 0.07;

/** Boxes of all faces; pose and landmarks of the largest. */
type Located = Pick<Facts, 'boxes' | 'pose' | 'landmarks'>;
type FactsOf<T> = { readonly [N in keyof T]: Fact<T[N]> };

/**
 * The largest face of an image and what is known about it.
 * @throws StageFailure
 */
export async function prepareFace(
  networks: QualityNetworks,
  image: Picture,
  checkpoint: () => void,
): Promise<PreparedFace> {
  const located = await locate(networks, image, checkpoint);
  checkpoint();
  const face = alignFace(image, located.landmarks.value);
  if (face === undefined) throw new StageFailure('UnknownError');
  const aligned = { value: face, method: located.landmarks.method };
  const padding = uncovered(image.width, image.height, face.toFrame);
  const { parsing: parser, occlusion } = networks.reference;
  const facts = { ...located, aligned };

  checkpoint();
  const around =
    parser === undefined
      ? { background: await approximateBackground(networks.approximate, face.picture, padding) }
      : await parsed(parser, aligned, padding);
  checkpoint();
  if (occlusion === undefined)
    return { image, facts: { ...facts, ...around, exposed: approximate(face.region) } };
  const visible = await stage('FaceOcclusionSegmentationError', () =>
    referenceVisible(occlusion, face.picture),
  );
  const { method } = aligned;
  const uncoveredFace = {
    visible: { value: visible, method },
    exposed: { value: intersect(face.region, visible), method },
  };
  return { image, facts: { ...facts, ...around, ...uncoveredFace } };
}

/** By the networks of the reference; without its detector, by ours. */
async function locate(
  { reference, approximate: ours }: QualityNetworks,
  image: Picture,
  checkpoint: () => void,
): Promise<FactsOf<Located>> {
  const { detector, pose, landmarks } = reference;
  if (detector === undefined || pose === undefined || landmarks === undefined) {
    const found = await locateByMesh(ours, image, checkpoint);
    if (detector === undefined) return found;
    const boxes = await boxesOf(detector, image);
    return {
      boxes: { value: boxes, method: 'reference' },
      pose: pose === undefined ? found.pose : await poseOf(pose, image, boxes[0]!),
      landmarks:
        landmarks === undefined ? found.landmarks : await landmarksOf(landmarks, image, boxes[0]!),
    };
  }
  const boxes = await boxesOf(detector, image);
  checkpoint();
  return {
    boxes: { value: boxes, method: 'reference' },
    pose: await poseOf(pose, image, boxes[0]!),
    landmarks: await landmarksOf(landmarks, image, boxes[0]!),
  };
}

async function boxesOf(detector: Session, image: Picture): Promise<Box[]> {
  const boxes = await stage('FaceDetectionError', () => referenceBoxes(detector, image));
  if (boxes.length === 0) throw new StageFailure('FaceDetectionError');
  return boxes;
}

async function poseOf(network: Session, image: Picture, box: Box): Promise<Fact<Facts['pose']>> {
  const value = await stage('UnknownError', () => referencePose(network, image, box));
  return { value, method: 'reference' };
}

async function landmarksOf(
  network: Session,
  image: Picture,
  box: Box,
): Promise<Fact<readonly Point[]>> {
  const value = await stage('FaceLandmarkExtractionError', () =>
    referenceLandmarks(network, image, box),
  );
  return { value, method: 'reference' };
}

async function locateByMesh(
  networks: ApproximateNetworks,
  image: Picture,
  checkpoint: () => void,
): Promise<FactsOf<Located>> {
  const detection = await detectFaces(networks, image, checkpoint);
  const faces = wideEnough(detection, image);
  const [subject] = faces;
  if (subject === undefined) throw new StageFailure('FaceDetectionError');
  checkpoint();
  const { solid, points } = await steadyMesh(networks.mesh, image, subject.mesh);
  return {
    boxes: approximate(faces.map(({ candidate }) => candidate.box)),
    pose: approximate(headPose(solid)),
    landmarks: approximate(meshLandmarks(points)),
  };
}

async function approximateBackground(
  { segmentation }: ApproximateNetworks,
  frame: Picture,
  padding: Mask,
): Promise<Fact<Mask>> {
  return approximate(await personBackground(await segmentation(), frame, padding));
}

async function parsed(
  parser: Session,
  { value: face, method }: Fact<Facts['aligned']>,
  padding: Mask,
): Promise<FactsOf<Pick<Facts, 'parsing' | 'background'>>> {
  const parsing = await stage('FaceParsingError', () => referenceParsing(parser, face.picture));
  return {
    parsing: { value: parsing, method },
    background: { value: parsedBackground(parsing, padding), method },
  };
}

function approximate<T>(value: T): { value: T; method: QualityMethod } {
  return { value, method: 'approximate' };
}

/** Runs a stage; whatever it throws is that stage's failure. */
async function stage<T>(errorCode: StageErrorCode, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw new StageFailure(errorCode, { cause });
  }
}

/** Faces in image pixels, as the image was submitted, largest first. */
function wideEnough(detection: Detection, image: Picture): DetectedFace[] {
  const area = ({ width, height }: Box) => width * height;
  return detection.faces
    .filter(({ candidate }) => candidate.box.width > LEAST_WIDTH * image.width)
    .map((face) => rotateBack(face, detection.rotated, image))
    .sort((p, q) => area(q.candidate.box) - area(p.candidate.box));
}
