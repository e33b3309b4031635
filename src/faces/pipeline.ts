/** The path of an image inside a worker: decode, detect, choose, grade, align, encode. */
import type { Session } from '../inference/session.ts';
import { freeBytes } from '../memory.ts';
import type { FaceFacts, ImageAnalysis, QualityAssessment, SubjectProblem } from './analysis.ts';
import {
  type DetectedFace,
  type Detection,
  type DetectionNetworks,
  detectFaces,
  glance,
} from './detection/detect.ts';
import { inFullResolution } from './detection/full-resolution.ts';
import { eyesOf } from './detection/landmarks.ts';
import { headPose } from './detection/pose.ts';
import { chooseSuitable } from './detection/suitable.ts';
import { alignToTemplate, cutFace, cutPatch, PATCH_SCALE } from './encoding/align.ts';
import { encodePatch, type LoadedEncoder } from './encoding/encode.ts';
import { restorePhoto } from './encoding/restore-photo.ts';
import { type Point, scaleOf } from './geometry.ts';
import { type DecodedImage, decodeImage } from './image/decode.ts';
import { encodePng, FIRST_SIDE, MAX_SIDE, type Picture } from './image/picture.ts';
import { assessFile, assessImageSize, IMAGE_SIZE } from './quality/assess.ts';
import { assessCheaply } from './quality/cheap-measures.ts';
import { assessCovering } from './quality/covered-face.ts';
import { fullyVisible } from './quality/fully-visible.ts';
import { MEASURES } from './quality/measures.ts';
import { readSharpness } from './quality/sharpness.ts';
import { readUtility } from './quality/utility.ts';

/** Everything a worker has loaded. */
export interface Pipeline {
  readonly networks: DetectionNetworks;
  readonly encoder: LoadedEncoder;
  /** The network of UnifiedQualityScore. */
  readonly utility: () => Promise<Session>;
  /** The network of Sharpness. */
  readonly sharpness: () => Promise<Session>;
  /** The network that finds covers of a face. */
  readonly covers: () => Promise<Session>;
  /** The network that grades covered eyes. */
  readonly glasses: () => Promise<Session>;
  readonly maxPixels: number;
}

/** Outputs of the subject's patch besides the feature vector. */
export interface EncodeOptions {
  readonly thumbnail: boolean;
  /** See `AnalyseOptions`. */
  readonly idPhoto?: boolean;
  /** False: only grade the subject. */
  readonly features?: boolean;
}

/** An image after the choice of its subject. */
export interface FoundSubject {
  /** All facts known without a subject. `problem` is set if there is none. */
  readonly image: ImageAnalysis;
  /** The upright picture, and its pixels per submitted pixel. */
  readonly picture: Picture;
  readonly scale: number;
  /** The suitable face, in pixels of `picture`; undefined if there is a problem. */
  readonly face: DetectedFace | undefined;
}

/**
 * Decodes, detects and chooses. @param checkpoint throws when the caller has left @param firstSide
 * see `ImageLimits`; without a large face there, the usual picture is searched @throws InvalidImage
 */
export async function findSubject(
  pipeline: Pick<Pipeline, 'networks' | 'maxPixels'>,
  bytes: Uint8Array,
  checkpoint: () => void,
  firstSide = MAX_SIDE,
): Promise<FoundSubject> {
  const { decoded, detection } = await lookAt(pipeline, bytes, firstSide, checkpoint);
  const { width, height, scale } = decoded;
  const { picture, rotated, faces } = detection;
  const { suitable, discarded } = chooseSuitable(faces, picture, scale);
  const image: ImageAnalysis = {
    width,
    height,
    rotated,
    faces: suitable.map((face) => factsOf(face, scale)),
    qualityScore: 0,
    qualityAssessments: [...assessImageSize(decoded), ...assessFile(decoded), ...discarded].map(
      rounded,
    ),
  };
  const without = (problem: SubjectProblem, known = image): FoundSubject => ({
    image: { ...known, problem },
    picture,
    scale,
    face: undefined,
  });
  if (suitable.length === 0) return without('FaceNotFound');
  if (suitable.length > 1) return without('MultipleFacesFound');
  const [face] = suitable as [DetectedFace];
  const visible = fullyVisible(picture, face.mesh.points);
  const qualityAssessments = [...image.qualityAssessments, rounded(visible.assessment)];
  const graded: ImageAnalysis = { ...image, qualityAssessments };
  if (!visible.enough) return without('ThumbnailExtractionFailed', graded);
  return { image: graded, picture, scale, face };
}

/** A large face is settled in a small copy of a large image. Others need the usual picture. */
async function lookAt(
  { networks, maxPixels }: Pick<Pipeline, 'networks' | 'maxPixels'>,
  bytes: Uint8Array,
  firstSide: number,
  checkpoint: () => void,
): Promise<{ readonly decoded: DecodedImage; readonly detection: Detection }> {
  const decoded = await decodeImage(bytes, { maxPixels, maxSide: MAX_SIDE, firstSide });
  const { picture, scale } = decoded;
  if (firstSide < MAX_SIDE && scale < 1 && Math.max(picture.width, picture.height) <= firstSide) {
    const detection = await glance(networks, picture, checkpoint);
    if (detection !== undefined) return { decoded, detection };
    freeBytes(picture.data);
    return lookAt({ networks, maxPixels }, bytes, MAX_SIDE, checkpoint);
  }
  const detection = await detectFaces(networks, picture, checkpoint);
  if (detection.picture !== picture) freeBytes(picture.data);
  return { decoded, detection };
}

/** A subject that was found. */
export type FaceSubject = FoundSubject & { readonly face: DetectedFace };

export const hasFace = (found: FoundSubject): found is FaceSubject => found.face !== undefined;

/** The subject in the submitted pixels, if the working picture has too few of its face. */
export async function placeSubject(
  { networks, maxPixels }: Pick<Pipeline, 'networks' | 'maxPixels'>,
  bytes: Uint8Array,
  found: FaceSubject,
): Promise<FaceSubject> {
  const { image } = found;
  const placed = await inFullResolution(
    networks,
    bytes,
    { ...found, rotated: image.rotated },
    maxPixels,
  );
  if (placed.picture === found.picture) return found;
  const others = image.qualityAssessments.filter(({ check }) => check !== IMAGE_SIZE);
  const qualityAssessments = [...assessImageSize({ ...image, ...placed }).map(rounded), ...others];
  const faces = [factsOf(placed.face, placed.scale)];
  return { ...placed, image: { ...image, faces, qualityAssessments } };
}

/** The subject with measures of its face's covers, and whether half of the face is covered. */
export async function seeCovering(
  pipeline: Pick<Pipeline, 'covers' | 'glasses'>,
  subject: FaceSubject,
): Promise<{ readonly subject: FaceSubject; readonly covered: boolean }> {
  const { image, picture, face } = subject;
  const { covers, glasses } = pipeline;
  const seen = await assessCovering(await covers(), glasses, picture, face.mesh.points);
  const qualityAssessments = [...image.qualityAssessments, ...seen.assessments.map(rounded)];
  return {
    subject: { ...subject, image: { ...image, qualityAssessments, coveredParts: seen.parts } },
    covered: seen.covered,
  };
}

/** The score of the patch, or of its `cutFace`, for all purposes, 0..1. */
async function unifiedScore(pipeline: Pipeline, patch: Picture): Promise<number> {
  const raw = await readUtility(await pipeline.utility(), patch);
  return MEASURES.UnifiedQualityScore.toScalar(raw) / 100;
}

/** Scores the subject without encoding it. */
export async function scoreSubject(
  pipeline: Pipeline,
  { image, picture, face }: FaceSubject,
): Promise<ImageAnalysis> {
  const patch = cutFace(picture, alignToTemplate(face.mesh.points));
  return { ...image, qualityScore: await unifiedScore(pipeline, patch) };
}

/** Grades and encodes the subject. */
export async function encodeSubject(
  pipeline: Pipeline,
  { image, picture, scale, face }: FaceSubject,
  options: EncodeOptions,
  checkpoint: () => void,
): Promise<ImageAnalysis> {
  checkpoint();
  const mesh = face.mesh.points;
  const templateToPicture = alignToTemplate(mesh);
  const patch = cutPatch(picture, templateToPicture);
  const { pose } = image.faces[0]!;
  const sharpness = await readSharpness(await pipeline.sharpness(), patch, templateToPicture);
  const compared = { mesh, scale, pose, patch, templateToPicture, sharpness };
  const qualityAssessments = [...image.qualityAssessments, ...assessCheaply(compared, checkpoint)];
  const qualityScore = await unifiedScore(pipeline, patch);
  if (options.features === false) return { ...image, qualityScore, qualityAssessments };
  const source = { picture, mesh, scale: scaleOf(templateToPicture) / PATCH_SCALE };
  const encoded = options.idPhoto ? await restorePhoto(patch, source) : patch;
  const features = await encodePatch(pipeline.encoder, encoded, checkpoint);
  const subject = options.thumbnail
    ? { features, thumbnail: await encodePng(patch) }
    : { features };
  return { ...image, qualityScore, qualityAssessments, subject };
}

/** Feature vector of a face. @param mesh in pixels of the picture */
export const encodeFace = (
  encoder: LoadedEncoder,
  picture: Picture,
  mesh: readonly Point[],
  checkpoint: () => void,
): Promise<Float32Array> =>
  encodePatch(encoder, cutPatch(picture, alignToTemplate(mesh)), checkpoint);

/** Analyses an image. @throws InvalidImage */
export async function analyseImage(
  pipeline: Pipeline,
  bytes: Uint8Array,
  options: EncodeOptions,
  checkpoint: () => void,
): Promise<ImageAnalysis> {
  const found = await findSubject(pipeline, bytes, checkpoint, FIRST_SIDE);
  const pictures = new Set([found.picture]);
  try {
    if (!hasFace(found)) return found.image;
    checkpoint();
    const placed = await placeSubject(pipeline, bytes, found);
    pictures.add(placed.picture);
    checkpoint();
    const { subject } = await seeCovering(pipeline, placed);
    return await encodeSubject(pipeline, subject, options, checkpoint);
  } finally {
    for (const { data } of pictures) freeBytes(data);
  }
}

/** Feature vector of a stored thumbnail, which is the patch. @throws InvalidImage */
export async function encodeThumbnail(
  pipeline: Pipeline,
  png: Uint8Array,
  checkpoint: () => void,
): Promise<Float32Array> {
  const { picture } = await decodeImage(png, { maxPixels: pipeline.maxPixels, maxSide: MAX_SIDE });
  return encodePatch(pipeline.encoder, picture, checkpoint);
}

/** Facts of a face in pixels of the submitted image. */
function factsOf({ candidate, mesh }: DetectedFace, scale: number): FaceFacts {
  const { leftEye, rightEye } = eyesOf(mesh.points);
  const submitted = ({ x, y }: Point) => ({ x: hundredths(x / scale), y: hundredths(y / scale) });
  const { box } = candidate;
  return {
    leftEye: submitted(leftEye),
    rightEye: submitted(rightEye),
    box: {
      x: box.x / scale,
      y: box.y / scale,
      width: box.width / scale,
      height: box.height / scale,
    },
    confidence: candidate.confidence,
    pose: headPose(mesh.solid),
  };
}

/** A check's score means nothing beyond a thousandth. */
function rounded(assessment: QualityAssessment): QualityAssessment {
  return { ...assessment, score: Math.round(assessment.score * 1000) / 1000 };
}

/** Differences below a hundredth of a pixel are noise. */
function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
