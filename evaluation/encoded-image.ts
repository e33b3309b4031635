/** What the engine said about one photograph: a feature vector, or why there is none. */
import type { FaceFacts, ImageAnalysis, SubjectProblem } from '../src/faces/analysis.ts';

/** `InvalidImage`: the file was refused before a face was looked for. */
export type Refusal = SubjectProblem | 'InvalidImage';

export interface EncodedImage {
  /** Set exactly when `problem` is not. */
  readonly features?: Float32Array;
  readonly problem?: Refusal;
  readonly rotated: number;
  /** Suitable faces, largest first. */
  readonly faces: readonly FaceFacts[];
  /** Of the subject, 0..1; 0 where there is none. */
  readonly qualityScore: number;
}

export function encodedImage(analysis: ImageAnalysis): EncodedImage {
  const { subject, problem, rotated, faces, qualityScore } = analysis;
  const known = { rotated, faces, qualityScore };
  if (subject === undefined) return { problem: problem ?? 'FaceNotFound', ...known };
  return { features: subject.features, ...known };
}

/** Feature vectors that differ by less than this come from the same pipeline. */
const SAME_VECTOR = 1e-5;
const SAME_SCORE = 1e-3;

/** Whether two analyses of one file agree: then the pipeline has not changed between them. */
export function agrees(p: EncodedImage, q: EncodedImage): boolean {
  if (p.problem !== q.problem || p.faces.length !== q.faces.length) return false;
  // Written so that a cache without scores is not believed.
  if (!(Math.abs(p.qualityScore - q.qualityScore) < SAME_SCORE)) return false;
  if (p.features === undefined || q.features === undefined) return p.features === q.features;
  const { features } = q;
  return (
    p.features.length === features.length &&
    p.features.every((value, index) => Math.abs(value - features[index]!) < SAME_VECTOR)
  );
}
