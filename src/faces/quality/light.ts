/** Light on the face: brightness, contrast, exposure and evenness. */

import { clip, logistic, roundAway, sigmoid } from './mapping.ts';
import type { Estimator, Measure } from './measure.ts';
import { FRAME } from './pixels/alignment.ts';
import type { Grey } from './pixels/luminance.ts';
import type { Mask } from './pixels/mask.ts';
import type { AlignedFace } from './prepared-face.ts';
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

/** Overlap of the histograms of the two inner cheeks, 0..1; NaN if they leave the frame. */
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

/** Shares of levels in a square. Pixels outside the region count as black. */
function squareHistogram({ data }: Grey, region: Mask, x: number, y: number, side: number) {
  const counts = new Float64Array(256);
  for (let row = y; row < y + side; row++)
    for (let column = x; column < x + side; column++) {
      const at = row * FRAME + column;
      counts[region.data[at] === 1 ? data[at]! : 0]!++;
    }
  return Float32Array.from(counts, (count) => count / (side * side));
}

const onFace =
  (of: (shares: Float32Array) => number): Estimator =>
  ({ aligned }) =>
    of(aligned.levels);

const exposure = (first: number, last: number): Estimator =>
  onFace((shares) => shareOfLevels(shares, first, last));

export const LIGHT = {
  IlluminationUniformity: {
    id: 0x43,
    group: 'capture',
    about: 'How alike the light on both cheeks is.',
    advice: 'Light the face from the front, not from one side.',
    toScalar: (x) => roundAway(100 * x ** 0.3),
    estimate: ({ aligned }) => cheekOverlap(aligned),
  },
  LuminanceMean: {
    id: 0x44,
    group: 'capture',
    about: 'How bright the face is.',
    advice: (raw) =>
      raw < 0.5 ? 'The face is too dark: turn towards the light.' : 'The face is too bright.',
    toScalar: (x) => roundAway(100 * logistic(x, 0.2, 0.05) * (1 - logistic(x, 0.8, 0.05))),
    estimate: onFace((shares) => luminanceMoments(shares).mean),
  },
  LuminanceVariance: {
    id: 0x45,
    group: 'capture',
    about: 'How much contrast the face has.',
    advice: (raw) =>
      raw < 0.02
        ? 'The face has too little contrast: improve the light.'
        : 'The contrast is too hard: use softer light.',
    toScalar: (x) => roundAway(100 * Math.sin((Math.PI * 60 * x) / (60 * x + 1))),
    estimate: onFace((shares) => luminanceMoments(shares).variance),
  },
  UnderExposurePrevention: {
    id: 0x46,
    group: 'capture',
    about: 'How little of the face is nearly black.',
    advice: 'Parts of the face are too dark: add light.',
    toScalar: sigmoid(120, 0.832, -1, 0.92, 0.05),
    estimate: exposure(0, 25),
  },
  OverExposurePrevention: {
    id: 0x47,
    group: 'capture',
    about: 'How little of the face is burnt out.',
    advice: 'Parts of the face are burnt out: avoid direct light or flash.',
    toScalar: (x) => clip(1 / (x + 0.01)),
    estimate: exposure(247, 255),
  },
  DynamicRange: {
    id: 0x48,
    group: 'capture',
    about: 'How many brightness levels the face uses.',
    advice: 'The face is too dark or too flat: improve the light.',
    toScalar: (x) => clip(12.5 * x),
    estimate: onFace(entropy),
  },
} satisfies Record<string, Measure>;
