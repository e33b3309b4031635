/** Alignment: the similarity that maps a face mesh to the template of all encoders. */

import templates from '../calibration/alignment-templates.json' with { type: 'json' };
import { fitSimilarity, type Point, type Similarity } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { resample } from '../image/resample.ts';

/** The mean mesh in the 112 × 112 frame of ArcFace, in which encoders describe their crops. */
const MESH_TEMPLATE: readonly Point[] = templates.mesh.map(([x, y]) => ({ x: x!, y: y! }));

/** The patch: 320 × 320 pixels, two per template unit, from (−24, −24) to (136, 136). */
export const PATCH_SIZE = 320;
export const PATCH_SCALE = 2;
const PATCH_MARGIN = 24;

/** Template units → patch pixels. */
export const TEMPLATE_TO_PATCH: Similarity = {
  a: PATCH_SCALE,
  b: 0,
  tx: PATCH_MARGIN * PATCH_SCALE,
  ty: PATCH_MARGIN * PATCH_SCALE,
};

/** The similarity from template units to picture pixels for a face mesh (468 points in pixels). */
export function alignToTemplate(mesh: readonly Point[]): Similarity {
  return fitSimilarity(MESH_TEMPLATE, mesh);
}

/** The upright patch for encoders and thumbnails. A thumbnail reproduces the enrolled vector. */
export function cutPatch(picture: Picture, templateToPicture: Similarity): Picture {
  return cut(picture, templateToPicture, PATCH_MARGIN);
}

/** The patch without its margin, half of its pixels: the template of 112 × 112 units. */
export function cutFace(picture: Picture, templateToPicture: Similarity): Picture {
  return cut(picture, templateToPicture, 0);
}

function cut(picture: Picture, { a, b, tx, ty }: Similarity, margin: number): Picture {
  const scale = 1 / PATCH_SCALE;
  const toPicture: Similarity = {
    a: a * scale,
    b: b * scale,
    tx: tx - a * margin + b * margin,
    ty: ty - b * margin - a * margin,
  };
  const size = PATCH_SIZE - 2 * (PATCH_MARGIN - margin) * PATCH_SCALE;
  return resample(picture, toPicture, size, size, 'edge');
}
