/** Linear least squares by normal equations, for small, well-conditioned fits of many rows. */

/** Sums up the rows of an over-determined linear system, then solves it. */
export class LeastSquares {
  readonly #size: number;
  readonly #matrix: Float64Array;

  /** @param size number of unknowns */
  constructor(size: number) {
    this.#size = size;
    this.#matrix = new Float64Array(size * (size + 1));
  }

  /** Adds the equation Σ row[i]·unknown[i] = value with a weight. */
  add(row: ArrayLike<number>, value: number, weight = 1): void {
    const n = this.#size;
    const matrix = this.#matrix;
    for (let i = 0; i < n; i++) {
      const scaled = row[i]! * weight;
      if (scaled === 0) continue;
      const at = i * (n + 1);
      for (let j = i; j < n; j++) matrix[at + j]! += scaled * row[j]!;
      matrix[at + n]! += scaled * value;
    }
  }

  /** The unknowns with the least squared error. `ridge` keeps undetermined unknowns at zero. */
  solve(ridge = 1e-9): Float64Array {
    const n = this.#size;
    const m = Float64Array.from(this.#matrix);
    const width = n + 1;
    for (let i = 0; i < n; i++) {
      m[i * width + i]! += ridge;
      // Only the upper half was summed up.
      for (let j = 0; j < i; j++) m[i * width + j] = m[j * width + i]!;
    }
    for (let column = 0; column < n; column++) {
      let pivot = column;
      for (let row = column + 1; row < n; row++)
        if (Math.abs(m[row * width + column]!) > Math.abs(m[pivot * width + column]!)) pivot = row;
      for (let k = column; k < width; k++) {
        const swapped = m[column * width + k]!;
        m[column * width + k] = m[pivot * width + k]!;
        m[pivot * width + k] = swapped;
      }
      const head = m[column * width + column]!;
      for (let row = 0; row < n; row++) {
        if (row === column) continue;
        const factor = m[row * width + column]! / head;
        if (factor === 0) continue;
        for (let k = column; k < width; k++) m[row * width + k]! -= factor * m[column * width + k]!;
      }
    }
    return Float64Array.from({ length: n }, (_, i) => m[i * width + n]! / m[i * width + i]!);
  }
}
