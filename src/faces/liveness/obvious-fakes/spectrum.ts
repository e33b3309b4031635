/** Mean power spectra of picture regions, by overlapping windows (Welch's method). */

/** Cosines and sines of k / length turns, for k below half the length. */
function turns(length: number): readonly [Float64Array, Float64Array] {
  const angle = (k: number) => (-2 * Math.PI * k) / length;
  return [
    Float64Array.from({ length: length / 2 }, (_, k) => Math.cos(angle(k))),
    Float64Array.from({ length: length / 2 }, (_, k) => Math.sin(angle(k))),
  ];
}

/** In-place radix-2 fast Fourier transform; the length is a power of two. */
function transform(
  re: Float64Array,
  im: Float64Array,
  [cosines, sines]: readonly [Float64Array, Float64Array],
): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      const [r, m] = [re[i]!, im[i]!];
      re[i] = re[j]!;
      im[i] = im[j]!;
      re[j] = r;
      im[j] = m;
    }
  }
  for (let length = 2; length <= n; length <<= 1) {
    const half = length >> 1;
    const step = n / length;
    for (let k = 0; k < half; k++) {
      const c = cosines[k * step]!;
      const s = sines[k * step]!;
      for (let i = k; i < n; i += length) {
        const j = i + half;
        const x = re[j]! * c - im[j]! * s;
        const y = re[j]! * s + im[j]! * c;
        re[j] = re[i]! - x;
        im[j] = im[i]! - y;
        re[i] = re[i]! + x;
        im[i] = im[i]! + y;
      }
    }
  }
}

/** Adds the power of a complex window, size × size, to `sum` (frequency 0 at index 0). */
function addPower(re: Float64Array, im: Float64Array, size: number, sum: Float64Array): void {
  const table = turns(size);
  for (let y = 0; y < size; y++) {
    const [from, to] = [y * size, (y + 1) * size];
    transform(re.subarray(from, to), im.subarray(from, to), table);
  }
  const [columnRe, columnIm] = [new Float64Array(size), new Float64Array(size)];
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) {
      columnRe[y] = re[y * size + x]!;
      columnIm[y] = im[y * size + x]!;
    }
    transform(columnRe, columnIm, table);
    for (let y = 0; y < size; y++) sum[y * size + x]! += columnRe[y]! ** 2 + columnIm[y]! ** 2;
  }
}

/**
 * Mean power spectrum of a grey region, in windows of `size` pixels that overlap by half, each
 * freed of its mean and tapered (Hann).
 * @returns size × size, frequency 0 at index 0; undefined when the region is smaller than a window
 */
export function powerSpectrum(
  grey: Float32Array,
  width: number,
  height: number,
  size: number,
): Float64Array | undefined {
  if (width < size || height < size) return undefined;
  const taper = Float64Array.from(
    { length: size },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / size),
  );
  const starts = (length: number) => {
    const count = Math.max(1, Math.ceil((length - size) / (size / 2)) + 1);
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
  // Two windows at a time, as real and imaginary part: of their powers only the sum is needed,
  // which is the even part of the transform's power.
  const sum = new Float64Array(size * size);
  const [first, second] = [new Float64Array(size * size), new Float64Array(size * size)];
  for (let i = 0; i < corners.length; i += 2) {
    cut(corners[i]!, first);
    if (i + 1 < corners.length) cut(corners[i + 1]!, second);
    else second.fill(0);
    addPower(first, second, size, sum);
  }
  return sum.map((value, i) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    const mirrored = ((size - y) % size) * size + ((size - x) % size);
    return (value + sum[mirrored]!) / 2 / corners.length;
  });
}
