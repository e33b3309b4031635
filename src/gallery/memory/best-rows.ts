/** The best rows of a scan so far: a list that is cut back to the best whenever it is full. */

export class BestRows {
  /** Scores below this no longer count. */
  threshold: number;
  readonly #keep: number;
  /** Rows to keep of those looked at so far. */
  #wanted: number;
  #rows: Uint32Array;
  #scores: Float32Array;
  #size = 0;
  #extrapolated = false;

  /** @param keep rows wanted @param most rows added at a time at most */
  constructor(keep: number, most: number, threshold: number) {
    this.#keep = keep;
    this.#wanted = keep;
    this.threshold = threshold;
    this.#rows = new Uint32Array(2 * keep + most);
    this.#scores = new Float32Array(2 * keep + most);
  }

  /** Adds pairs of row number and score. @param words, floats the same pairs in two views */
  add(words: Uint32Array, floats: Float32Array): void {
    let size = this.#size;
    for (let at = 0; at < words.length; at += 2) {
      this.#rows[size] = words[at]!;
      this.#scores[size++] = floats[at + 1]!;
    }
    this.#size = size;
    if (size > 2 * this.#wanted) this.#cut();
  }

  /** True when the extrapolated threshold has left out some of the wanted rows. */
  get tooFew(): boolean {
    return this.#extrapolated && this.#size < this.#keep;
  }

  /** Keeps the share of the wanted rows that a sample holds. @param share of all rows, with the sample */
  expect(share: number): void {
    if (this.#size > this.#wanted) this.#cut();
    const expected = this.#keep * share;
    // Five standard deviations more than that: of the wanted rows, none should be left out.
    const rank = Math.ceil(expected + 5 * Math.sqrt(expected));
    this.#wanted = share < 1 ? Math.min(rank, this.#keep) : this.#keep;
  }

  /** The rows in the order they were added, cut to the wanted number. */
  finish(): { readonly rows: Uint32Array; readonly scores: Float32Array } {
    if (this.#size > this.#wanted) this.#cut();
    return {
      rows: this.#rows.subarray(0, this.#size),
      scores: this.#scores.subarray(0, this.#size),
    };
  }

  #cut(): void {
    if (this.#wanted < this.#keep) this.#extrapolated = true;
    this.threshold = nthLargest(this.#scores.slice(0, this.#size), this.#wanted);
    let level = this.#wanted;
    for (let i = 0; i < this.#size; i++) if (this.#scores[i]! > this.threshold) level--;
    let kept = 0;
    for (let i = 0; i < this.#size; i++) {
      const score = this.#scores[i]!;
      if (score < this.threshold || (score === this.threshold && level-- <= 0)) continue;
      this.#rows[kept] = this.#rows[i]!;
      this.#scores[kept++] = score;
    }
    this.#size = kept;
  }
}

/** The n-th largest value, n from 1 (Hoare's quickselect); the values are reordered. */
export function nthLargest(values: Float32Array, n: number): number {
  let left = 0;
  let right = values.length - 1;
  const wanted = n - 1;
  while (left < right) {
    const pivot = values[(left + right) >> 1]!;
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i]! > pivot) i++;
      while (values[j]! < pivot) j--;
      if (i > j) break;
      const swapped = values[i]!;
      values[i++] = values[j]!;
      values[j--] = swapped;
    }
    if (wanted <= j) right = j;
    else if (wanted >= i) left = i;
    else break;
  }
  return values[wanted]!;
}
