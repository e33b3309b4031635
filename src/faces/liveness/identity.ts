/** The identity of a live image: a cheap vector for telling two people apart. */
import type { Session } from '../../inference/session.ts';
import calibration from '../calibration/identity.json' with { type: 'json' };
import { alignToTemplate } from '../encoding/align.ts';
import { DLIB_PART } from '../encoding/built-in-encoder.ts';
import { cosine } from '../encoding/compare.ts';
import { composeSimilarities, invertSimilarity, type Point } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { resample, toPlanes } from '../image/resample.ts';

/** Independent of the encoder of templates. The network comes with an npm package. */
export const IDENTITY_MODEL = DLIB_PART.model;

/**
 * False-match rate at which two live images count as the same person's. Lax, because turned heads
 * score lower, and an impostor would have to pass every other check too.
 */
const PAIR_FMR = '0.01';
/** The rate for one image against several of a person, whose mean resembles all of them more. */
const SERIES_FMR = '0.001';

/** The identity of a face: 128 values of unit length from one pass of one network. */
export async function identityOf(
  network: Session,
  picture: Picture,
  mesh: readonly Point[],
): Promise<Float32Array> {
  const { crop, size, normalisation, output } = DLIB_PART;
  const toPicture = composeSimilarities(invertSimilarity(crop), alignToTemplate(mesh));
  const chip = resample(picture, toPicture, size, size, 'edge');
  const data = toPlanes(chip, normalisation);
  const outputs = await network.run({ input: { data, dims: [1, 3, size, size] } });
  return toUnitLength(outputs[output]!.data);
}

/** Whether two images show one person. */
export function isSamePerson(p: Float32Array, q: Float32Array): boolean {
  return cosine(p, q) >= calibration.thresholds[PAIR_FMR];
}

/** Whether an image shows the same person as the others. Needs at least one other. */
export function isPersonOf(identity: Float32Array, others: readonly Float32Array[]): boolean {
  const [first] = others as [Float32Array];
  if (others.length === 1) return isSamePerson(identity, first);
  const sum = first.map((_, i) => others.reduce((total, other) => total + other[i]!, 0));
  return cosine(identity, toUnitLength(sum)) >= calibration.thresholds[SERIES_FMR];
}

function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.sqrt(cosine(vector, vector)) || 1;
  return vector.map((value) => value / length);
}
