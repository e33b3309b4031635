/** The faces that an attempt shows, which must be of one person. */
import { MOST_SAMPLES } from '../../access/tasks/samples.ts';
import { InvalidArgument, type JobError, jobError } from '../../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../../faces/analysis.ts';
import { angleOf, leastAlikeBetween } from '../../faces/calibration/turned-faces.ts';
import type { HeadPose } from '../../faces/geometry.ts';
import type { FrameAnalysis } from '../../faces/liveness/burst/burst-frame.ts';
import type { Context } from '../context.ts';

/** Whether all images of the call must show one person. True for an attempt of a token. */
export const demandsOnePerson = ({ permit }: Pick<Context, 'permit'>): boolean =>
  permit !== undefined;

/** @throws InvalidArgument more than a task takes, with the member */
export function requireImagesOfAttempt(context: Context, { length }: readonly unknown[]): void {
  if (demandsOnePerson(context) && length > MOST_SAMPLES)
    throw new InvalidArgument(
      `images: at most ${MOST_SAMPLES} of one person in an attempt, ${length} given`,
    );
}

/** A face in an image or a frame. */
export interface ShownFace {
  readonly features: Float32Array;
  /** Undefined: unknown, so that it counts as frontal. */
  readonly pose: HeadPose | undefined;
  /** Request member. */
  readonly field: string;
  /** Whether it is a frame of a burst: small, and taken in motion. */
  readonly isFrame: boolean;
  /** Whether something covers eyes, or mouth and nose; of frames, this is unknown. */
  readonly isCovered?: boolean;
}

type Frames = readonly Pick<FrameAnalysis, 'face'>[] | undefined;

/**
 * The encoded faces of images, in the order of capture.
 * @param bursts for each image, the frames before it
 */
export function shownFaces(
  images: readonly { readonly field: string }[],
  analyses: readonly Pick<ImageAnalysis, 'subject' | 'faces' | 'coveredParts'>[],
  bursts: readonly Frames[] = [],
): readonly ShownFace[] {
  return images.flatMap(({ field }, i) => {
    const { subject, faces, coveredParts = [] } = analyses[i]!;
    const frames = (bursts[i] ?? []).flatMap(({ face }, k) =>
      face === undefined ? [] : [{ ...face, field: `${field}, frame ${k}`, isFrame: true }],
    );
    if (subject === undefined) return frames;
    return [
      ...frames,
      {
        ...subject,
        pose: faces[0]?.pose,
        field,
        isFrame: false,
        isCovered: coveredParts.length > 0,
      },
    ];
  });
}

/** The least turned image. @param faces at least one image */
export function straightest(faces: readonly ShownFace[]): ShownFace {
  const images = faces.filter(({ isFrame }) => !isFrame);
  return images.reduce((best, face) => (angleOf(face.pose) < angleOf(best.pose) ? face : best));
}

/** The error for an image of another person than the first. */
export const notTheFirst = (field: string): JobError =>
  jobError('RejectedByActiveLiveDetection', `${field}: This is not the person of the first image.`);

/**
 * An error for the first face of an attempt that is not of the person of the face before it, or of
 * an image. None: all faces are of one person.
 */
export function changesOfPerson(
  engine: FaceEngine,
  faces: readonly ShownFace[],
): readonly JobError[] {
  const isAlike = (face: ShownFace, other: ShownFace) =>
    other === face ||
    engine.compare(face.features, other.features) >=
      leastAlikeBetween(engine, SAME_MOMENT_RATE, face, other);
  const odd = faces.find((face, i) =>
    faces.some((other, k) => k < i && (k === i - 1 || !other.isFrame) && !isAlike(face, other)),
  );
  return odd === undefined ? [] : [notTheFirst(odd.field)];
}

/** False-match rate for two faces of one moment and one camera. */
const SAME_MOMENT_RATE = 0.001;
