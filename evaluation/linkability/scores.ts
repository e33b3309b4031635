/** What somebody can compare who holds the opened records of two clients. */
import { cosine } from '../../src/faces/encoding/compare.ts';

/** Vectors as the two clients' records show them; the same number is the same person. */
export interface Records {
  readonly ours: readonly Float32Array[];
  readonly theirs: readonly Float32Array[];
}

/** `scores[i][j]` of our record i and their record j. */
type Scores = (records: Records) => (i: number, j: number) => number;

export const byCosine: Scores =
  ({ ours, theirs }) =>
  (i, j) =>
    cosine(ours[i]!, theirs[j]!);

/** Magnitudes in order: what permuted values and changed signs leave. */
export const byMagnitudes: Scores = ({ ours, theirs }) =>
  byCosine({ ours: ours.map(inOrder), theirs: theirs.map(inOrder) });

const inOrder = (values: Float32Array) => normalised(values.map(Math.abs).sort());

/**
 * A linear map from our records to theirs, fitted to the first `known` people (ridge regression in
 * the space of their similarities).
 */
export const byFittedMap =
  (known: number): Scores =>
  ({ ours, theirs }) => {
    const [from, to] = [ours.slice(0, known), theirs.slice(0, known)];
    const gram = from.map((a, i) =>
      Float64Array.from(from, (b, j) => cosine(a, b) + (i === j ? RIDGE : 0)),
    );
    const factor = choleskyOf(gram);
    const mapped = ours.map((values) => {
      const weights = solve(
        factor,
        from.map((one) => cosine(one, values)),
      );
      const sum = new Float32Array(values.length);
      for (const [k, one] of to.entries())
        for (let n = 0; n < sum.length; n++) sum[n]! += weights[k]! * one[n]!;
      return normalised(sum);
    });
    return byCosine({ ours: mapped, theirs });
  };

const RIDGE = 0.1;

function normalised(values: Float32Array): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return values.map((value) => value / (length || 1));
}

/** The lower triangle L of LLᵀ. */
function choleskyOf(matrix: readonly Float64Array[]): Float64Array[] {
  const lower = matrix.map(({ length }) => new Float64Array(length));
  for (const [i, row] of lower.entries())
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i]![j]!;
      for (let k = 0; k < j; k++) rest -= row[k]! * lower[j]![k]!;
      row[j] = i === j ? Math.sqrt(rest) : rest / lower[j]![j]!;
    }
  return lower;
}

function solve(lower: readonly Float64Array[], right: readonly number[]): Float64Array {
  const x = Float64Array.from(right);
  for (let i = 0; i < x.length; i++) {
    for (let k = 0; k < i; k++) x[i]! -= lower[i]![k]! * x[k]!;
    x[i]! /= lower[i]![i]!;
  }
  for (let i = x.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < x.length; k++) x[i]! -= lower[k]![i]! * x[k]!;
    x[i]! /= lower[i]![i]!;
  }
  return x;
}
