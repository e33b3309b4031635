/** Measures how the light on a face differs between two aligned views. */
import type { Grid } from '../grid.ts';
import { lightRatio } from './light-ratio.ts';
import { besideSurface, besideSurroundings, quantile } from './smooth-light.ts';

/** Faces with less contrast count as if they had this: flattening a picture gains nothing. */
const LEAST_CONTRAST = 0.05;
/**
 * Share of the face that is compared, namely the best-fitting part: lids and lips move, and some
 * parts are hidden.
 */
const BEST = 0.35;
const COARSE = { halvings: 2, smoothing: 3 } as const;
const FINE = { halvings: 1, smoothing: 2 } as const;
const SURROUNDINGS = 8;

/** Remaining change of the light, in units of the face's contrast. */
export interface ShadingChange {
  /** Beyond light that changes evenly across the face: brightening, darkening on one side. */
  readonly broad: number;
  /** Beyond light that swells and fades, such as a soft painted spot. */
  readonly curved: number;
  /** Beyond the mean of the surroundings: folds, nose, reflections. */
  readonly local: number;
}

/** Grows with the contrast. @param mesh x, y in patch pixels @returns undefined: too dark */
export function shadingChange(
  one: Grid,
  other: Grid,
  mesh: Float64Array,
): ShadingChange | undefined {
  const coarse = lightRatio(one, other, mesh, COARSE);
  const fine = lightRatio(one, other, mesh, FINE);
  if (coarse === undefined || fine === undefined) return undefined;
  const contrast = Math.max(fine.contrast, LEAST_CONTRAST);
  const usual = (misses: Float64Array) => quantile(misses, BEST) / contrast;
  return {
    broad: usual(besideSurface(coarse, 1)),
    curved: usual(besideSurface(fine, 3)),
    local: usual(besideSurroundings(fine, SURROUNDINGS)),
  };
}
