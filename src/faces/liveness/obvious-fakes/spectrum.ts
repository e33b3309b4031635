/** Mean power spectra of picture regions, by overlapping windows (Welch's method). */

/** In-place radix-2 fast Fourier transform; the length is a power of two. */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let length = 2; length <= n; length <<= 1) {
    const half = length >> 1;
    const angle = (-2 * Math.PI) / length;
    for (let k = 0; k < half; k++) {
      const [c, s] = [Math.cos(angle * k), Math.sin(angle * k)];
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

/** Power of one window, size × size, added to `sum` (frequency 0 at index 0). */
function addPower(window: Float64Array, size: number, sum: Float64Array): void {
  const columns = new Float64Array(size * size);
  const imaginary = new Float64Array(size * size);
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  for (let y = 0; y < size; y++) {
    re.set(window.subarray(y * size, (y + 1) * size));
    im.fill(0);
    transform(re, im);
    for (let x = 0; x < size; x++) {
      columns[x * size + y] = re[x]!;
      imaginary[x * size + y] = im[x]!;
    }
  }
  for (let x = 0; x < size; x++) {
    const column = columns.subarray(x * size, (x + 1) * size);
    const other = imaginary.subarray(x * size, (x + 1) * size);
    transform(column, other);
    for (let y = 0; y < size; y++)
      sum[y * size + x]! += column[y]! * column[y]! + other[y]! * other[y]!;
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
  const sum = new Float64Array(size * size);
  const window = new Float64Array(size * size);
  const starts = (length: number) => {
    const count = Math.max(1, Math.ceil((length - size) / (size / 2)) + 1);
    return Array.from({ length: count }, (_, i) =>
      count === 1 ? 0 : Math.round((i * (length - size)) / (count - 1)),
    );
  };
  let windows = 0;
  for (const top of starts(height))
    for (const left of starts(width)) {
      let mean = 0;
      for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++) mean += grey[(top + y) * width + left + x]!;
      mean /= size * size;
      for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++)
          window[y * size + x] =
            (grey[(top + y) * width + left + x]! - mean) * taper[x]! * taper[y]!;
      addPower(window, size, sum);
      windows++;
    }
  return sum.map((value) => value / windows);
}
