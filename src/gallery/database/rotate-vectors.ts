/** Feature vectors as the database may hold them. */
import type { KeyRing } from '../../sealing/keys.ts';
import { dot, meanOf } from '../vectors.ts';
import { createRotation, type Rotation } from './rotation.ts';

/**
 * Completes a vector to unit length by one more value, so that the nearest has the highest score,
 * and rotates it by the rotation of a gallery key.
 */
export type VectorRotation = (keyId: string, values: Float32Array) => Float32Array;

/** Values of a rotated vector. */
export const rotatedDimension = (dimension: number): number => dimension + 1;

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
  const mean = Float32Array.of(...meanOf(dimension, typicalFaces), 0);
  const rotations = new Map<string, Rotation>();
  return (keyId, values) => {
    let rotation = rotations.get(keyId);
    if (rotation === undefined) {
      rotation = createRotation(keyRing.derive(`gallery ${keyId}`), rotatedDimension(dimension));
      rotations.set(keyId, rotation);
    }
    const rest = Math.sqrt(Math.max(0, 1 - dot(values, values)));
    return rotation(mean.map((value, i) => (values[i] ?? rest) - value));
  };
}
