/** The data that motion detection keeps of an image: the mesh and a small grey patch of a face. */
import { alignToTemplate } from '../../encoding/align.ts';
import { applySimilarity, invertSimilarity, type Point, type Similarity } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import { resample } from '../../image/resample.ts';

/** Side of the grey patch in pixels. */
export const MOTION_PATCH_SIZE = 96;
/** Margin of a patch in template units (alignment to 112): it shows −12 to 124. */
const MARGIN = 12;

/** One view of a face. A plain record, so that it can cross processes. */
export interface MotionView {
  /** 468 points as x, y, z triples, in pixels of the upright image; z away from the camera. */
  readonly mesh: Float32Array;
  /** Size of that image in pixels. */
  readonly width: number;
  readonly height: number;
  /** The face in grey, 0..255, MOTION_PATCH_SIZE², aligned to the template by a similarity. */
  readonly patch: Uint8Array;
}

/** @param solid the mesh in pixels of `picture`, `scale` of which make a submitted pixel */
export function viewForMotion(picture: Picture, solid: Float32Array, scale = 1): MotionView {
  return {
    mesh: scale === 1 ? solid : solid.map((value) => value / scale),
    width: picture.width / scale,
    height: picture.height / scale,
    patch: greyPatch(picture, patchToPicture(solid), MOTION_PATCH_SIZE),
  };
}

/** The mesh points in pixels of the patch, as x, y pairs. */
export function meshInPatch({ mesh }: MotionView): Float64Array {
  return meshIn(mesh, patchToPicture(mesh));
}

function greyPatch(picture: Picture, toPicture: Similarity, size: number): Uint8Array {
  const { data } = resample(picture, toPicture, size, size, 'edge');
  const patch = new Uint8Array(size ** 2);
  for (let i = 0; i < patch.length; i++)
    patch[i] = 0.299 * data[i * 3]! + 0.587 * data[i * 3 + 1]! + 0.114 * data[i * 3 + 2]! + 0.5;
  return patch;
}

function meshIn(mesh: Float32Array, toPicture: Similarity): Float64Array {
  const toPatch = invertSimilarity(toPicture);
  const out = new Float64Array((mesh.length / 3) * 2);
  for (const [i, point] of pointsOf(mesh).entries()) {
    const { x, y } = applySimilarity(toPatch, point);
    out[i * 2] = x;
    out[i * 2 + 1] = y;
  }
  return out;
}

/** From patch pixels to pixels of the image that contains the mesh. */
const patchToPicture = (mesh: Float32Array) => cutOut(mesh, MARGIN, MOTION_PATCH_SIZE);

function cutOut(mesh: Float32Array, margin: number, size: number): Similarity {
  const { a, b, tx, ty } = alignToTemplate(pointsOf(mesh));
  const scale = (112 + 2 * margin) / size;
  return {
    a: a * scale,
    b: b * scale,
    tx: tx - a * margin + b * margin,
    ty: ty - b * margin - a * margin,
  };
}

function pointsOf(mesh: Float32Array): Point[] {
  return Array.from({ length: mesh.length / 3 }, (_, i) => ({
    x: mesh[i * 3]!,
    y: mesh[i * 3 + 1]!,
  }));
}

/** Middle and approximate width of the face in pixels. */
export function placeOf({ mesh }: MotionView): { x: number; y: number; width: number } {
  const count = mesh.length / 3;
  let [x, y, squares] = [0, 0, 0];
  for (let i = 0; i < mesh.length; i += 3) {
    x += mesh[i]! / count;
    y += mesh[i + 1]! / count;
  }
  for (let i = 0; i < mesh.length; i += 3) squares += (mesh[i]! - x) ** 2 + (mesh[i + 1]! - y) ** 2;
  return { x, y, width: Math.sqrt(squares / count) * 2 };
}
