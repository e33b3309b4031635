/** Light on the face: brightness, contrast, exposure, and how evenly it falls. */
import { FRAME } from './kernels/alignment.ts';
import { type Grey, histogram } from './kernels/luminance.ts';
import type { Mask } from './kernels/mask.ts';
import type { Estimator } from './measure.ts';
import { type AlignedFace, factOf } from './prepared-face.ts';
import { cheekSquares } from './wflw.ts';

/** Mean and variance of levels 0..1. */
export function luminanceMoments(shares: Float32Array): { mean: number; variance: number } {
  let mean = 0;
  for (let i = 0; i < 256; i++) mean += (shares[i]! * i) / 255;
  let variance = 0;
  for (let i = 0; i < 256; i++) variance += shares[i]! * (i / 255 - mean) ** 2;
  return { mean, variance };
}

/** Entropy in bits; NaN for an empty region. */
export function entropy(shares: Float32Array): number {
  let bits = 0;
  for (const share of shares) if (share !== 0) bits -= share * Math.log2(share);
  return bits;
}

/** Share of the levels from `first` to `last`, inclusive. */
export function shareOfLevels(shares: Float32Array, first: number, last: number): number {
  let sum = 0;
  for (let i = first; i <= last; i++) sum += shares[i]!;
  return sum;
}

/** Overlap of the histograms of the two inner cheeks, 0..1; NaN where they leave the frame. */
function cheekOverlap({ luminance, landmarks, region }: AlignedFace): number {
  const { corners, side } = cheekSquares(landmarks);
  if (side === 0 || corners.some(({ x, y }) => !squareInFrame(x, y, side))) return Number.NaN;
  const [left, right] = corners.map(({ x, y }) => squareHistogram(luminance, region, x, y, side));
  let overlap = 0;
  for (let i = 0; i < 256; i++) overlap += Math.min(left![i]!, right![i]!);
  return overlap;
}

export function squareInFrame(x: number, y: number, side: number): boolean {
  return x >= 0 && y >= 0 && x + side <= FRAME && y + side <= FRAME;
}

/** Shares of levels in a square; what lies outside the region counts as black. */
function squareHistogram({ data }: Grey, region: Mask, x: number, y: number, side: number) {
  const counts = new Float64Array(256);
  for (let row = y; row < y + side; row++)
    for (let column = x; column < x + side; column++) {
      const at = row * FRAME + column;
      counts[region.data[at] === 1 ? data[at]! : 0]!++;
    }
  return Float32Array.from(counts, (count) => count / (side * side));
}

const onFace = (of: (shares: Float32Array) => number): Estimator => ({
  needs: ['aligned'],
  estimate(face) {
    const { luminance, region } = factOf(face, 'aligned');
    return of(histogram(luminance, region));
  },
});

const exposure = (first: number, last: number): Estimator => ({
  needs: ['aligned', 'exposed'],
  estimate(face) {
    const shares = histogram(factOf(face, 'aligned').luminance, factOf(face, 'exposed'));
    return shareOfLevels(shares, first, last);
  },
});

export const LIGHT = {
  IlluminationUniformity: {
    needs: ['aligned'],
    estimate: (face) => cheekOverlap(factOf(face, 'aligned')),
  },
  LuminanceMean: onFace((shares) => luminanceMoments(shares).mean),
  LuminanceVariance: onFace((shares) => luminanceMoments(shares).variance),
  UnderExposurePrevention: exposure(0, 25),
  OverExposurePrevention: exposure(247, 255),
  DynamicRange: onFace(entropy),
} satisfies Record<string, Estimator>;
