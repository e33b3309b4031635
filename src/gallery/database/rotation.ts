/** Secret rotations of vectors by an orthogonal matrix: distances stay, faces cannot be read. */
import { createCipheriv } from 'node:crypto';

/** Rotates a vector; its length and its distances to others that were rotated stay. */
export type Rotation = (values: Float32Array) => Float32Array;

/** Bytes of the stream drawn at a time. */
const DRAWN = 1 << 16;

/**
 * Draws a rotation evenly from all orthogonal matrices of `dimension` rows; the same key gives the
 * same rotation. It consists of reflections at random hyperplanes, each of one dimension less than
 * the last, then random signs (Stewart, The Efficient Generation of Random Orthogonal Matrices,
 * SIAM J. Numer. Anal. 17, 1980). Takes `dimension`² multiplications a vector.
 * @param key 32 bytes
 */
export function createRotation(key: Uint8Array, dimension: number): Rotation {
  const normal = normals(key);
  const mirrors: Float64Array[] = [];
  for (let size = dimension; size > 1; size--) {
    const mirror = Float64Array.from({ length: size }, normal);
    const length = Math.sqrt(mirror.reduce((sum, value) => sum + value * value, 0));
    mirrors.push(mirror.map((value) => value / length));
  }
  const signs = Float64Array.from({ length: dimension }, () => (normal() < 0 ? -1 : 1));
  return (values) => {
    const rotated = Float64Array.from(values);
    for (const mirror of mirrors) {
      const from = dimension - mirror.length;
      let share = 0;
      for (let i = 0; i < mirror.length; i++) share += mirror[i]! * rotated[from + i]!;
      for (let i = 0; i < mirror.length; i++) rotated[from + i]! -= 2 * share * mirror[i]!;
    }
    return Float32Array.from(rotated, (value, i) => value * signs[i]!);
  };
}

/** Normally distributed numbers (Box and Muller) from the key stream of AES-256 in counter mode. */
function normals(key: Uint8Array): () => number {
  const cipher = createCipheriv('aes-256-ctr', key, new Uint8Array(16));
  const zeros = new Uint8Array(DRAWN);
  let drawn = new DataView(new ArrayBuffer(0));
  let at = 0;
  const uniform = () => {
    if (at === drawn.byteLength) {
      const bytes = cipher.update(zeros);
      drawn = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      at = 0;
    }
    at += 4;
    return (drawn.getUint32(at - 4, true) + 0.5) / 2 ** 32;
  };
  return () => {
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    return radius * Math.cos(2 * Math.PI * uniform());
  };
}
