/** Decides whether two perceptual hashes belong to the same image, saved twice. */

/** Hashes closer than this belong to the same image; see evaluation/reports/replay.md. */
export const SAME_PICTURE = 0.012;

/**
 * Measures the distance of other hashes from this one, 0..1. It ignores the effects of saving an
 * image again: brightness, contrast, small shifts and stretches such as cropping. The distance is
 * the sine of the angle to the space of these changes (the tangent distance of P. Simard, Y. LeCun
 * and J. Denker, 1993).
 */
export function createHashComparison(hash: Uint16Array): (other: Uint16Array) => number {
  const changes = orthonormal(changesOf(Float64Array.from(hash)));
  const isOneColour = hash.every((value) => value === hash[0]);
  return (other) => {
    const mean = other.reduce((sum, value) => sum + value, 0) / other.length;
    let rest = 0;
    for (const value of other) rest += (value - mean) ** 2;
    // All images of a single colour look the same, and like no others.
    if (rest === 0) return isOneColour ? 0 : 1;
    let explained = 0;
    for (const change of changes) {
      let part = 0;
      for (let i = 0; i < change.length; i++) part += change[i]! * (other[i]! - mean);
      explained += part ** 2;
    }
    return Math.sqrt(Math.max(0, 1 - explained / rest));
  };
}

/** A constant, the hash itself, and its changes when moved or stretched along either side. */
function changesOf(hash: Float64Array): Float64Array[] {
  const side = Math.sqrt(hash.length);
  const middle = (side - 1) / 2;
  const changes = Array.from({ length: 6 }, () => new Float64Array(hash.length));
  const [constant, same, right, down, wider, taller] = changes as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  constant.fill(1);
  same.set(hash);
  const slope = (at: number, i: number, stride: number) => {
    const [before, after] = [Math.min(i, 1), Math.min(side - 1 - i, 1)];
    return (hash[at + after * stride]! - hash[at - before * stride]!) / (before + after);
  };
  for (let at = 0; at < hash.length; at++) {
    const [x, y] = [at % side, Math.floor(at / side)];
    right[at] = slope(at, x, 1);
    down[at] = slope(at, y, side);
    wider[at] = right[at]! * (x - middle);
    taller[at] = down[at]! * (y - middle);
  }
  return changes;
}

/** The same space, spanned by orthogonal unit vectors (Gram-Schmidt). */
function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const found: Float64Array[] = [];
  for (const vector of vectors) {
    const rest = Float64Array.from(vector);
    for (const other of found) {
      const part = dot(rest, other);
      for (let i = 0; i < rest.length; i++) rest[i]! -= part * other[i]!;
    }
    const length = Math.sqrt(dot(rest, rest));
    // A combination of the other vectors adds nothing.
    if (length > 1e-9 * Math.sqrt(dot(vector, vector)))
      found.push(rest.map((value) => value / length));
  }
  return found;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
