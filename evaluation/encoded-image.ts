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
}

export function encodedImage({ subject, problem, rotated, faces }: ImageAnalysis): EncodedImage {
  if (subject === undefined) return { problem: problem ?? 'FaceNotFound', rotated, faces };
  return { features: subject.features, rotated, faces };
}

/** Feature vectors that differ by less than this come from the same pipeline. */
const SAME_VECTOR = 1e-5;

/** Whether two analyses of one file agree: then the pipeline has not changed between them. */
export function agrees(p: EncodedImage, q: EncodedImage): boolean {
  if (p.problem !== q.problem || p.faces.length !== q.faces.length) return false;
  if (p.features === undefined || q.features === undefined) return p.features === q.features;
  const { features } = q;
  return (
    p.features.length === features.length &&
    p.features.every((value, index) => Math.abs(value - features[index]!) < SAME_VECTOR)
  );
}
