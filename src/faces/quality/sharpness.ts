/** The measure Sharpness: 26 statistics of edges on the face, judged by the random forest. */
import type { TreeEnsemble } from '../../inference/tree-ensemble.ts';
import type { Point } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { crop } from './kernels/crop.ts';
import { faceRegion } from './kernels/face-region.ts';
import { boxBlur, filterSeparably, gaussian3, type Plane, planeOf } from './kernels/filters.ts';
import { type Grey, grey } from './kernels/luminance.ts';
import { cropMask, type Mask } from './kernels/mask.ts';
import type { Estimator } from './measure.ts';
import { factOf } from './prepared-face.ts';

/** Second derivative and smoothing of the Laplacians of aperture 5, 7 and 9. */
const LAPLACIANS = [
  [
    [1, 0, -2, 0, 1],
    [1, 4, 6, 4, 1],
  ],
  [
    [1, 2, -1, -4, -1, 2, 1],
    [1, 6, 15, 20, 15, 6, 1],
  ],
  [
    [1, 4, 4, -4, -10, -4, 4, 4, 1],
    [1, 8, 28, 56, 70, 56, 28, 8, 1],
  ],
] as const;
/** First derivatives of aperture 1, 3, 5, 7 and 9; those of 1 and 3 are the same. */
const DERIVATIVES = [
  [-1, 0, 1],
  [-1, 0, 1],
  [-1, -2, 0, 2, 1],
  [-1, -4, -5, 0, 5, 4, 1],
  [-1, -6, -14, -14, 0, 14, 14, 6, 1],
] as const;
const BOX_SIDES = [3, 5, 7] as const;

/**
 * Mean and standard deviation over the mask of: five Laplacians of the smoothed face, its differences
 * to three box blurs, five mixed derivatives. The filters see the crop alone.
 * @param face grey crop; `mask` of the same size
 */
export function sharpnessFeatures(face: Grey, mask: Mask): Float32Array {
  const plane = planeOf(face);
  const smooth = gaussian3(plane);
  const features: number[] = [];
  const take = (values: Plane) => features.push(...statistics(values.data, mask));
  const sum = (p: Plane, q: Plane, weight = 1): Plane => ({
    ...p,
    data: p.data.map((value, i) => value + weight * q.data[i]!),
  });
  take(
    sum(
      filterSeparably(smooth, [1, -2, 1], [0, 1, 0]),
      filterSeparably(smooth, [0, 1, 0], [1, -2, 1]),
    ),
  );
  take(sum(scaled(filterSeparably(smooth, [1, 0, 1], [1, 0, 1]), 2), smooth, -8));
  for (const [second, smoothing] of LAPLACIANS)
    take(
      sum(filterSeparably(smooth, second, smoothing), filterSeparably(smooth, smoothing, second)),
    );
  for (const side of BOX_SIDES) take(sum(plane, boxBlur(plane, side), -1));
  for (const kernel of DERIVATIVES) take(filterSeparably(plane, kernel, kernel));
  return Float32Array.from(features);
}

function scaled(plane: Plane, factor: number): Plane {
  return { ...plane, data: plane.data.map((value) => value * factor) };
}

/** Mean and population standard deviation of the absolute values in the mask. */
function statistics(values: Float64Array, mask: Mask): [number, number] {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < values.length; i++)
    if (mask.data[i] === 1) {
      const value = Math.abs(values[i]!);
      count++;
      sum += value;
      squares += value * value;
    }
  const mean = sum / count;
  return [mean, Math.sqrt(Math.max(0, squares / count - mean * mean))];
}

/** The face region of the original image, cut out with its mask; undefined where it is empty. */
function cutFace(
  image: Picture,
  landmarks: readonly Point[],
): { face: Grey; mask: Mask } | undefined {
  const region = faceRegion(landmarks, image.width, image.height);
  let [left, top, right, bottom] = [image.width, image.height, -1, -1];
  for (let y = 0, i = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++, i++)
      if (region.data[i] === 1) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
  if (right < left) return undefined;
  const part = [left, top, right - left + 1, bottom - top + 1] as const;
  return { face: grey(crop(image, ...part)), mask: cropMask(region, ...part) };
}

/**
 * What a forest's sum is subtracted from. OpenCV does not store the termination criterion of a forest;
 * one that is loaded has the default of 50 trees.
 */
const MOST_TREES = 50;

/** @param forest two classes; trees vote by the sum of their leaf values */
export function sharpnessBy(forest: TreeEnsemble): Estimator {
  return {
    needs: ['landmarks'],
    estimate(face) {
      const cut = cutFace(face.image, factOf(face, 'landmarks'));
      if (cut === undefined) return Number.NaN;
      return MOST_TREES - forest.sum(sharpnessFeatures(cut.face, cut.mask));
    },
  };
}
