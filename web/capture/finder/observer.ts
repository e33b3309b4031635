/** Finds the faces of a view, and whether the subject's face is covered. */
import { type FoundFace, readFaces, subjectOf } from './faces.ts';
import { createInspector } from './hindrances.ts';
import { createNetwork } from './network.ts';

/** Examines VIEW × VIEW pixels, RGBA. Returns faces, most certain first. */
export type Observe = (view: Uint8ClampedArray) => FoundFace[];

/**
 * @param wasm `blazeface.wasm`
 * @param weights of the network that finds faces
 * @param hindrances weights of the network that examines them
 */
export function createObserver(
  wasm: Uint8Array<ArrayBuffer>,
  weights: Float32Array,
  hindrances: Float32Array,
): Observe {
  const network = createNetwork(wasm, weights);
  const inspect = createInspector(wasm, hindrances);
  return (view) => {
    const faces = readFaces(network(view));
    const subject = subjectOf(faces);
    return faces.map((face) =>
      face === subject ? { ...face, covered: inspect(view, face) } : face,
    );
  };
}
