/** Mean power spectra of picture regions, by overlapping windows (Welch's method). */

/** A complex square of `size` × `size` values, row by row. */
interface Field {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Tables shared by all transforms of one length. */
interface Turns {
  /** Cosine and sine of −k / length turns, for k below half the length. */
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
  /** Index with its bits in reverse order. */
  readonly reversed: Uint32Array;
}

function turnsOf(length: number): Turns {
  const bits = Math.log2(length);
  const angle = (k: number) => (-2 * Math.PI * k) / length;
  const reverse = (index: number) => {
    let out = 0;
    for (let bit = 0; bit < bits; bit++) out = (out << 1) | ((index >> bit) & 1);
    return out;
  };
  return {
    cosines: Float64Array.from({ length: length / 2 }, (_, k) => Math.cos(angle(k))),
    sines: Float64Array.from({ length: length / 2 }, (_, k) => Math.sin(angle(k))),
    reversed: Uint32Array.from({ length }, (_, index) => reverse(index)),
  };
}

/** Radix-2 FFT of all columns at once, in place, on whole rows. */
function transformColumns({ re, im }: Field, size: number, turns: Turns): void {
  const { cosines, sines, reversed } = turns;
  for (let i = 0; i < size; i++) {
    const j = reversed[i]!;
    if (i < j) swapRows(re, im, i * size, j * size, size);
  }
  for (let length = 2; length <= size; length <<= 1) {
    const half = length >> 1;
    const step = size / length;
    for (let k = 0; k < half; k++) {
      const c = cosines[k * step]!;
      const s = sines[k * step]!;
      for (let row = k; row < size; row += length) {
        let i = row * size;
        let j = (row + half) * size;
        for (const end = i + size; i < end; i++, j++) {
          const x = re[j]! * c - im[j]! * s;
          const y = re[j]! * s + im[j]! * c;
          re[j] = re[i]! - x;
          im[j] = im[i]! - y;
          re[i]! += x;
          im[i]! += y;
        }
      }
    }
  }
}

function swapRows(re: Float64Array, im: Float64Array, i: number, j: number, size: number): void {
  for (let x = 0; x < size; x++) {
    const real = re[i + x]!;
    const imaginary = im[i + x]!;
    re[i + x] = re[j + x]!;
    im[i + x] = im[j + x]!;
    re[j + x] = real;
    im[j + x] = imaginary;
  }
}

function transpose(values: Float64Array, size: number): void {
  for (let y = 0; y < size; y++)
    for (let x = 0; x < y; x++) {
      const value = values[y * size + x]!;
      values[y * size + x] = values[x * size + y]!;
      values[x * size + y] = value;
    }
}

/**
 * Mean power spectrum of a grey region. Windows of `size` pixels overlap by half; in large regions
 * only some are used, equally spaced. Each is freed of its mean and tapered (Hann).
 * @param size a power of two
 * @param mostAcross most windows along one side
 * @returns size × size, with frequency 0 at index 0; undefined: the region is smaller than a window
 */
export function powerSpectrum(
  grey: Float32Array,
  width: number,
  height: number,
  size: number,
  mostAcross = Number.POSITIVE_INFINITY,
): Float64Array | undefined {
  if (width < size || height < size) return undefined;
  const taper = Float64Array.from(
    { length: size },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / size),
  );
  const starts = (length: number) => {
    const enough = Math.ceil((length - size) / (size / 2)) + 1;
    const count = Math.max(1, Math.min(mostAcross, enough));
    return Array.from({ length: count }, (_, i) =>
      count === 1 ? 0 : Math.round((i * (length - size)) / (count - 1)),
    );
  };
  const corners = starts(height).flatMap((top) => starts(width).map((left) => top * width + left));
  const cut = (corner: number, window: Float64Array) => {
    let mean = 0;
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) mean += grey[corner + y * width + x]!;
    mean /= size * size;
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++)
        window[y * size + x] = (grey[corner + y * width + x]! - mean) * taper[x]! * taper[y]!;
  };
  // Transforms two windows at a time, as real and imaginary part. Only the sum of their powers is
  // needed, which is the even part of the transform's power.
  const turns = turnsOf(size);
  const sum = new Float64Array(size * size);
  const field = { re: new Float64Array(size * size), im: new Float64Array(size * size) };
  for (let i = 0; i < corners.length; i += 2) {
    cut(corners[i]!, field.re);
    if (i + 1 < corners.length) cut(corners[i + 1]!, field.im);
    else field.im.fill(0);
    transformColumns(field, size, turns);
    transpose(field.re, size);
    transpose(field.im, size);
    transformColumns(field, size, turns);
    for (let k = 0; k < sum.length; k++) sum[k]! += field.re[k]! ** 2 + field.im[k]! ** 2;
  }
  // Columns and rows have changed places.
  transpose(sum, size);
  return sum.map((value, i) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    const mirrored = ((size - y) % size) * size + ((size - x) % size);
    return (value + sum[mirrored]!) / 2 / corners.length;
  });
}
