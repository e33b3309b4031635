/** Finds out about the subject of an image whatever measures need, by the best means there are. */
import type { Session } from '../../inference/session.ts';
import {
  type DetectedFace,
  type Detection,
  type DetectionNetworks,
  detectFaces,
} from '../detect.ts';
import type { Box } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { headPose } from '../pose.ts';
import { meshLandmarks } from './approximate/mesh-landmarks.ts';
import { personBackground } from './approximate/person-background.ts';
import { uncovered } from './kernels/alignment.ts';
import { alignFace, type Fact, type Facts, type PreparedFace } from './prepared-face.ts';
import { StageFailure } from './stage-failure.ts';
import { turnBack } from './turn-back.ts';

/** Networks of the default models that quality uses. */
export interface ApproximateNetworks extends DetectionNetworks {
  readonly segmentation: Session;
}

/** Narrower faces (share of the image's width) are not looked at, as in the reference. */
const LEAST_WIDTH = 0.07;

/**
 * The largest face of an image and what is known about it.
 * @throws StageFailure
 */
export async function prepareFace(
  networks: ApproximateNetworks,
  image: Picture,
  checkpoint: () => void,
): Promise<PreparedFace> {
  const detection = await detectFaces(networks, image, checkpoint);
  const faces = wideEnough(detection, image);
  const [subject] = faces;
  if (subject === undefined) throw new StageFailure('FaceDetectionError');
  checkpoint();
  const landmarks = meshLandmarks(subject.mesh.points);
  const aligned = alignFace(image, landmarks);
  if (aligned === undefined) throw new StageFailure('UnknownError');
  checkpoint();
  const padding = uncovered(image.width, image.height, aligned.toFrame);
  const background = await personBackground(networks.segmentation, aligned.picture, padding);
  return {
    image,
    facts: {
      boxes: approximate<'boxes'>(faces.map(({ candidate }) => candidate.box)),
      pose: approximate<'pose'>(headPose(subject.mesh.solid)),
      landmarks: approximate<'landmarks'>(landmarks),
      aligned: approximate<'aligned'>(aligned),
      exposed: approximate<'exposed'>(aligned.region),
      background: approximate<'background'>(background),
    },
  };
}

const approximate = <N extends keyof Facts>(value: Facts[N]): Fact<Facts[N]> => ({
  value,
  method: 'approximate',
});

/** Faces in image pixels, as the image was submitted, largest first. */
function wideEnough(detection: Detection, image: Picture): DetectedFace[] {
  const area = ({ width, height }: Box) => width * height;
  return detection.faces
    .filter(({ candidate }) => candidate.box.width > LEAST_WIDTH * image.width)
    .map((face) => turnBack(face, detection.rotated, image))
    .sort((p, q) => area(q.candidate.box) - area(p.candidate.box));
}
