/** Takes a face from the submitted pixels if the working picture has too few of it. */

import { freeBytes } from '../../memory.ts';
import { alignToTemplate, PATCH_SCALE } from '../encoding/align.ts';
import { type Point, type Rotation, scaleOf } from '../geometry.ts';
import { decodeImage } from '../image/decode.ts';
import type { Picture } from '../image/picture.ts';
import { type DetectedFace, type DetectionNetworks, turnPicture } from './detect.ts';
import { fitCheckedMesh } from './landmarks.ts';

/** A face, its upright picture, and the size of a submitted pixel in pixels of that picture. */
export interface PlacedFace {
  readonly face: DetectedFace;
  readonly picture: Picture;
  readonly scale: number;
}

/** Decodes again, larger, if that gives the patch more pixels. Otherwise returns its input. */
export async function inFullResolution(
  { mesh }: DetectionNetworks,
  bytes: Uint8Array,
  found: PlacedFace & { readonly rotated: Rotation },
  maxPixels: number,
): Promise<PlacedFace> {
  const { face, picture, scale, rotated } = found;
  const perPatchPixel = scaleOf(alignToTemplate(face.mesh.points)) / PATCH_SCALE;
  if (scale >= 1 || perPatchPixel >= 1) return found;
  const longer = Math.min(1 / scale, 1 / perPatchPixel);
  const maxSide = Math.round(Math.max(picture.width, picture.height) * longer);
  const larger = await decodeImage(bytes, { maxPixels, maxSide });
  const upright = rotated === 0 ? larger.picture : turnPicture(larger.picture, rotated);
  const ratio = larger.scale / scale;
  if (upright !== larger.picture) freeBytes(larger.picture.data);
  const { candidate } = face;
  const enlarge = ({ x, y }: Point) => ({ x: x * ratio, y: y * ratio });
  const box = {
    ...enlarge(candidate.box),
    width: candidate.box.width * ratio,
    height: candidate.box.height * ratio,
  };
  const placed = { ...candidate, box, points: candidate.points.map(enlarge) };
  const fitted = await fitCheckedMesh(mesh, upright, placed);
  if (!fitted.agrees) {
    freeBytes(upright.data);
    return found;
  }
  return {
    face: { ...face, candidate: placed, ...fitted },
    picture: upright,
    scale: larger.scale,
  };
}
