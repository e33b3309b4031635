/** Feature vectors as the database may hold them. */
import type { KeyRing } from '../../sealing/keys.ts';
import { meanOf } from '../vectors.ts';
import { createRotation, type Rotation } from './rotation.ts';

/** Rotates a feature vector by the rotation of a gallery key. */
export type VectorRotation = (keyId: string, values: Float32Array) => Float32Array;

/**
 * What is rotated is the difference from the mean of typical faces: it keeps the distances, half
 * precision holds it better, and the direction that all faces share (of the value for crowded
 * neighbourhoods above all) is not given away.
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
