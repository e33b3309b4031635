/** Encoding: from the face patch to a feature vector of unit length. */
import type { Session } from '../../inference/session.ts';
import type { Picture } from '../image/picture.ts';
import { resample, toPlanes } from '../image/resample.ts';
import { appendCrowding, type Cohort } from './cohort.ts';
import { dimensionOf, type EncoderDefinition, inputToPatch } from './encoder.ts';

/** An encoder with loaded networks, in the order of its parts. */
export interface LoadedEncoder {
  readonly definition: EncoderDefinition;
  readonly sessions: readonly Session[];
  /** Adds its crowding value to feature vectors. */
  readonly cohort: Cohort | undefined;
}

/**
 * Feature vector of a patch. Every network gets the crop it was trained on and, if that helps, its
 * mirror image; the two embeddings are added. The unit vectors of the networks are joined with
 * √weight, so that the cosine of two feature vectors is the weighted mean of the networks' cosines.
 * Then the crowding value is appended.
 */
export async function encodePatch(
  { definition, sessions, cohort }: LoadedEncoder,
  patch: Picture,
  checkpoint: () => void,
): Promise<Float32Array> {
  const features = new Float32Array(dimensionOf(definition));
  const total = definition.parts.reduce((sum, part) => sum + part.weight, 0);
  let offset = 0;
  for (const [index, part] of definition.parts.entries()) {
    const session = sessions[index]!;
    const crop = resample(patch, inputToPatch(part), part.size, part.size, 'edge');
    const dims = [1, 3, part.size, part.size];
    const sum = new Float32Array(part.dimension);
    for (const mirrored of part.mirror === false ? [false] : [false, true]) {
      checkpoint();
      const data = toPlanes(crop, part.normalisation, undefined, 0, mirrored);
      const outputs = await session.run({ input: { data, dims } });
      const embedding = outputs[part.output]!.data;
      for (let i = 0; i < sum.length; i++) sum[i]! += embedding[i]!;
    }
    const scale = Math.sqrt(part.weight / total) / length(sum);
    for (let i = 0; i < sum.length; i++) features[offset + i] = sum[i]! * scale;
    offset += part.dimension;
  }
  return appendCrowding(features, cohort);
}

function length(vector: Float32Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.sqrt(sum) || 1;
}
