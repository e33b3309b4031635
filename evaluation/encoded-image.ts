/** The engine's result for a photograph: a feature vector, or why there is none. */
import type { FaceFacts, ImageAnalysis, SubjectProblem } from '../src/faces/analysis.ts';

/** `InvalidImage`: the file was refused before the search for a face. */
export type Refusal = SubjectProblem | 'InvalidImage';

export interface EncodedImage {
  /** Present exactly if `problem` is absent. */
  readonly features?: Float32Array;
  readonly problem?: Refusal;
  readonly rotated: number;
  /** Suitable faces, largest first. */
  readonly faces: readonly FaceFacts[];
  /** Quality of the subject, 0..1. 0 if there is none. */
  readonly qualityScore: number;
}

export function encodedImage(analysis: ImageAnalysis): EncodedImage {
  const { subject, problem, rotated, faces, qualityScore } = analysis;
  const known = { rotated, faces, qualityScore };
  if (subject === undefined) return { problem: problem ?? 'FaceNotFound', ...known };
  return { features: subject.features, ...known };
}

/** Feature vectors with a smaller difference come from the same pipeline. */
const SAME_VECTOR = 1e-5;
const SAME_SCORE = 1e-3;

/** Whether two analyses of one file agree, so that the pipeline is unchanged. */
export function agrees(p: EncodedImage, q: EncodedImage): boolean {
  if (p.problem !== q.problem || p.faces.length !== q.faces.length) return false;
  // Negated so that a cache without scores fails.
  if (!(Math.abs(p.qualityScore - q.qualityScore) < SAME_SCORE)) return false;
  if (p.features === undefined || q.features === undefined) return p.features === q.features;
  const { features } = q;
  return (
    p.features.length === features.length &&
    p.features.every((value, index) => Math.abs(value - features[index]!) < SAME_VECTOR)
  );
}
