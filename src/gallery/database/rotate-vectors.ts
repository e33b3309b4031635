/** Feature vectors as the database may hold them. */
import type { KeyRing } from '../../sealing/keys.ts';
import { meanOf } from '../vectors.ts';
import { createRotation, type Rotation } from './rotation.ts';

/** Rotates a feature vector by the rotation of a gallery key. */
export type VectorRotation = (keyId: string, values: Float32Array) => Float32Array;

/**
 * Rotates the difference from the mean of typical faces. That keeps the distances and suits half
 * precision. It also hides the direction that all faces share, above all the value for crowded
 * neighbourhoods.
 */
export function createVectorRotation(
  keyRing: Pick<KeyRing, 'derive'>,
  dimension: number,
  typicalFaces: readonly Float32Array[],
): VectorRotation {
  const mean = meanOf(dimension, typicalFaces);
  const rotations = new Map<string, Rotation>();
  return (keyId, values) => {
    let rotation = rotations.get(keyId);
    if (rotation === undefined) {
      rotation = createRotation(keyRing.derive(`gallery ${keyId}`), dimension);
      rotations.set(keyId, rotation);
    }
    return rotation(values.map((value, i) => value - mean[i]!));
  };
}
