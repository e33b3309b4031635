/** How much the light on a face differs between two views, once the one lies on the other. */
import type { Grid } from '../grid.ts';
import { lightRatio } from './light-ratio.ts';
import { besideSurface, besideSurroundings, quantile } from './smooth-light.ts';

/** Faces of less contrast count as if they had this much: flattening a picture gains nothing. */
const LEAST_CONTRAST = 0.05;
/** Of the face this share is looked at, the one that fits best: lids and lips move, some is hidden. */
const BEST = 0.35;
const COARSE = { halvings: 2, smoothing: 3 } as const;
const FINE = { halvings: 1, smoothing: 2 } as const;
const SURROUNDINGS = 8;

/** What remains of the change of the light, in contrasts of the face. */
export interface ShadingChange {
  /** Beside a light that changes evenly across the face: brightening, darkening one side. */
  readonly broad: number;
  /** Beside a light that swells and fades: a soft spot that was painted. */
  readonly curved: number;
  /** Beside the mean of the surroundings: folds, nose, reflections. */
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
