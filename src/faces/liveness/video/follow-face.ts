/** Follows a face from frame to frame inside a worker, by its mesh alone. */
import { freeBytes } from '../../../memory.ts';
import type { Candidate } from '../../detection/detector.ts';
import { eyesOf, fitMesh } from '../../detection/landmarks.ts';
import { decodeImage } from '../../image/decode.ts';
import { MAX_SIDE } from '../../image/picture.ts';
import { findSubject, hasFace, type Pipeline } from '../../pipeline.ts';

/** Below this, the mesh network sees no face. */
const LEAST_CONFIDENCE = 0.5;

/**
 * The mesh of a frame's face, as x, y, z triples in pixels of the frame. Looks for the face only
 * where it is not near its former place.
 * @param near its mesh in a frame shortly before, of the same size
 * @param checkpoint throws when the caller has gone
 * @returns undefined: not exactly one face
 * @throws InvalidImage
 */
export async function followFace(
  pipeline: Pick<Pipeline, 'networks' | 'maxPixels'>,
  bytes: Uint8Array,
  near: Float32Array | undefined,
  checkpoint: () => void,
): Promise<Float32Array | undefined> {
  if (near !== undefined) {
    const { maxPixels, networks } = pipeline;
    const { picture } = await decodeImage(bytes, { maxPixels, maxSide: MAX_SIDE });
    const mesh = await fitMesh(networks.mesh, picture, candidateAt(near));
    freeBytes(picture.data);
    if (mesh.confidence >= LEAST_CONFIDENCE) return mesh.solid;
    checkpoint();
  }
  const found = await findSubject(pipeline, bytes, checkpoint);
  freeBytes(found.picture.data);
  return hasFace(found) ? found.face.mesh.solid : undefined;
}

/** The square around a mesh, as a detector finds it. */
function candidateAt(mesh: Float32Array): Candidate {
  const points = Array.from({ length: mesh.length / 3 }, (_, i) => ({
    x: mesh[i * 3]!,
    y: mesh[i * 3 + 1]!,
  }));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const side = Math.max(right - left, bottom - top);
  const { rightEye, leftEye } = eyesOf(points);
  return {
    box: { x: (left + right - side) / 2, y: (top + bottom - side) / 2, width: side, height: side },
    points: [rightEye, leftEye],
    confidence: 1,
  };
}
