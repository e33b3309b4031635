/** Random templates for tests of what is stored, not of what is recognised. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Bcid } from '../src/bcid.ts';
import type { FeatureVector, Thumbnail } from '../src/templates/template.ts';

export function unitVector(dimension: number): Float32Array {
  const values = Float32Array.from({ length: dimension }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - Math.random()));
    return radius * Math.cos(2 * Math.PI * Math.random());
  });
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

export const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0);

export function feature(dimension = 64): FeatureVector {
  return { id: randomUUID(), values: unitVector(dimension), enrolled: new Date() };
}

export function thumbnailOf({ id, enrolled }: FeatureVector, bytes = 500): Thumbnail {
  return { featureId: id, enrolled, png: randomBytes(bytes) };
}

export const bcid = (classId: bigint, partition = 'main'): Bcid => ({
  storage: 'test',
  partition,
  classId,
});

/** A configuration part with a master key that no file holds. */
export const masterKey = () => ({
  masterKey: randomBytes(32).toString('base64'),
  keyFile: '/nowhere/master.key',
  keyFileIsDefault: false,
});
