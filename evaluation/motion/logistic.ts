/** Logistic regression with few features: Newton's method, equal class weights, a ridge. */
import { LeastSquares } from '../../src/faces/liveness/motion/least-squares.ts';

export interface Sample {
  readonly features: readonly number[];
  readonly positive: boolean;
  /** Weight within its class. */
  readonly weight: number;
}

export interface LogisticModel {
  readonly weights: readonly number[];
  readonly bias: number;
}

const ROUNDS = 40;
/** Penalty on squared weights of standardised features, per unit of sample weight. */
const RIDGE = 3e-3;

export function fitLogistic(samples: readonly Sample[]): LogisticModel {
  const size = samples[0]!.features.length;
  const total = (positive: boolean) =>
    samples.reduce((sum, s) => (s.positive === positive ? sum + s.weight : sum), 0);
  const classes = [total(false), total(true)] as const;
  const share = (s: Sample) => s.weight / classes[s.positive ? 1 : 0] / 2;
  const mean = Array.from({ length: size }, (_, k) =>
    samples.reduce((sum, s) => sum + share(s) * s.features[k]!, 0),
  );
  const deviation = mean.map((m, k) =>
    Math.sqrt(samples.reduce((sum, s) => sum + share(s) * (s.features[k]! - m) ** 2, 0)),
  );
  const rows = samples.map((s) => [
    ...s.features.map((value, k) => (value - mean[k]!) / (deviation[k]! || 1)),
    1,
  ]);
  let beta: Float64Array = new Float64Array(size + 1);
  for (let round = 0; round < ROUNDS; round++) {
    const system = new LeastSquares(size + 1);
    for (const [i, row] of rows.entries()) {
      const linear = row.reduce((sum, value, k) => sum + value * beta[k]!, 0);
      const p = 1 / (1 + Math.exp(-linear));
      const curvature = Math.max(1e-6, p * (1 - p));
      const target = linear + ((samples[i]!.positive ? 1 : 0) - p) / curvature;
      system.add(row, target, curvature * share(samples[i]!));
    }
    for (let k = 0; k < size; k++) system.add(row(size + 1, k), 0, RIDGE);
    beta = system.solve(1e-12);
  }
  const weights = mean.map((_, k) => beta[k]! / (deviation[k]! || 1));
  const bias = beta[size]! - weights.reduce((sum, weight, k) => sum + weight * mean[k]!, 0);
  return { weights, bias };
}

export function logit({ weights, bias }: LogisticModel, features: readonly number[]): number {
  return features.reduce((sum, value, k) => sum + value * weights[k]!, bias);
}

function row(size: number, one: number): number[] {
  return Array.from({ length: size }, (_, k) => (k === one ? 1 : 0));
}
