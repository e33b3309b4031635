/** Gathers the facts about an image's subject that measures need. */
import {
  type DetectedFace,
  type Detection,
  type DetectionNetworks,
  detectFaces,
} from '../detection/detect.ts';
import { headPose } from '../detection/pose.ts';
import { alignToTemplate, cutFace } from '../encoding/align.ts';
import type { Box } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { meshLandmarks } from './approximate/mesh-landmarks.ts';
import { findCovers, viewOf } from './approximate/segmentation.ts';
import { steadyMesh } from './approximate/steady-mesh.ts';
import { type OpenTrained, readTrained } from './approximate/trained-networks.ts';
import { backgroundMask } from './background.ts';
import { uncovered } from './pixels/alignment.ts';
import { alignFace, type PreparedFace } from './prepared-face.ts';
import { rotateBack } from './rotate-back.ts';
import { runStage, StageFailure } from './stage-failure.ts';

/** Networks that quality uses. */
export interface QualityNetworks extends DetectionNetworks {
  readonly openTrained: OpenTrained;
}

/** Narrower faces (share of the image's width) are ignored, as in the reference. */
const LEAST_WIDTH = 0.07;

/** The largest face of an image with its facts. @throws StageFailure */
export async function prepareFace(
  networks: QualityNetworks,
  image: Picture,
  checkpoint: () => void,
): Promise<PreparedFace> {
  const faces = wideEnough(await detectFaces(networks, image, checkpoint), image);
  const [subject] = faces;
  if (subject === undefined) throw new StageFailure('FaceDetectionError');
  checkpoint();
  const { solid, points } = await runStage('FaceLandmarkExtractionError', () =>
    steadyMesh(networks.mesh, image, subject.mesh),
  );
  const landmarks = meshLandmarks(points);
  checkpoint();
  const aligned = alignFace(image, landmarks);
  if (aligned === undefined) throw new StageFailure('FaceLandmarkExtractionError');
  const templateToPicture = alignToTemplate(points);
  const patch = cutFace(image, templateToPicture);
  const view = viewOf(aligned.picture);
  const occlusion = await networks.openTrained('segmentation');
  const { covers, background, cloth } = await runStage('FaceOcclusionSegmentationError', () =>
    findCovers(occlusion, view),
  );
  const padding = uncovered(image.width, image.height, aligned.toFrame);
  return {
    image,
    boxes: faces.map(({ candidate }) => candidate.box),
    pose: headPose(solid),
    landmarks,
    aligned,
    background: backgroundMask(background, padding),
    covers,
    trained: await readTrained(
      networks.openTrained,
      { frame: aligned.picture, view, patch, templateToPicture, cloth },
      checkpoint,
    ),
  };
}

/** Faces in pixels of the submitted image, largest first. */
function wideEnough(detection: Detection, image: Picture): DetectedFace[] {
  const area = ({ width, height }: Box) => width * height;
  return detection.faces
    .filter(({ candidate, agrees }) => agrees && candidate.box.width > LEAST_WIDTH * image.width)
    .map((face) => rotateBack(face, detection.rotated, image))
    .sort((p, q) => area(q.candidate.box) - area(p.candidate.box));
}
