/**
 * The cohort of an encoder: average faces that measure how crowded a face's neighbourhood is.
 *
 * Some faces resemble many others, in LFW above all those of groups that the networks saw little
 * of. A single threshold gives them more false matches. Score normalisation against a cohort
 * corrects that (adaptive S-norm: Matějka et al., Analysis of Score Normalization in Multilingual
 * Speaker Recognition, Interspeech 2017). We fold it into the feature vector as an additional
 * value, so that comparing remains a plain cosine.
 */
import { cosine } from './compare.ts';

export interface Cohort {
  readonly dimension: number;
  readonly crowding: number | undefined;
  readonly vectors: readonly Float32Array[];
  /** SHA-256 of the file's content: a calibration only holds for its cohort. */
  readonly digest: string;
}

/** The number of most similar cohort members that count. */
const NEIGHBOURS = 5;
/** How strongly crowding lowers scores; fitted on half of the development people. */
const STRENGTH = 4;

/** Mean cosine with the nearest cohort members: high for a face that resembles many. */
export function crowdingOf(features: Float32Array, vectors: readonly Float32Array[]): number {
  const nearest = vectors
    .map((vector) => cosine(features, vector))
    .sort((p, q) => q - p)
    .slice(0, NEIGHBOURS);
  return nearest.reduce((sum, value) => sum + value, 0) / nearest.length;
}

/**
 * Appends the value that lowers the cosine of faces from crowded neighbourhoods, and scales to unit
 * length. With g = 1 − STRENGTH · (crowding − mean) the cosine of p and q becomes (p·q + g_p·g_q) /
 * √((1 + g_p²)(1 + g_q²)). 1 stays 1. Near the threshold it falls with both crowdings almost
 * linearly.
 * @param features unit length, `cohort.dimension` values
 * @returns unit length with the additional value; `features` itself without a cohort, or with a
 * cohort without crowding
 */
export function appendCrowding(features: Float32Array, cohort: Cohort | undefined): Float32Array {
  if (cohort?.crowding === undefined) return features;
  const g = 1 - STRENGTH * (crowdingOf(features, cohort.vectors) - cohort.crowding);
  const scale = 1 / Math.sqrt(1 + g * g);
  const out = new Float32Array(features.length + 1);
  for (let i = 0; i < features.length; i++) out[i] = features[i]! * scale;
  out[features.length] = g * scale;
  return out;
}

/** The cohort's members as feature vectors, each in a neighbourhood of average crowding. */
export function typicalFaces({ vectors, crowding }: Cohort): readonly Float32Array[] {
  if (crowding === undefined) return vectors;
  return vectors.map((vector) => Float32Array.from([...vector, 1], (value) => value / Math.SQRT2));
}
