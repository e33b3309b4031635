/** Reads the inputs of motion detection from images: mesh and identity of the one face. */
import { createBlazeFace } from '../../src/faces/detection/blazeface.ts';
import { detectFaces } from '../../src/faces/detection/detect.ts';
import { chooseSuitable } from '../../src/faces/detection/suitable.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { IDENTITY_MODEL, identityOf } from '../../src/faces/liveness/identity.ts';
import { type MotionView, viewForMotion } from '../../src/faces/liveness/motion/motion-view.ts';
import { type ModelLocations, prepareModel } from '../../src/inference/models/prepare.ts';
import { openSession } from '../../src/inference/session.ts';

export interface SeenFace {
  readonly view: MotionView;
  readonly identity: Float32Array;
}

export type ReadFace = (picture: Picture) => Promise<SeenFace | undefined>;

/**
 * Opens the service's networks once. The reader returns undefined unless there is exactly one face.
 */
export async function openMeshReader(places: ModelLocations): Promise<ReadFace> {
  const open = async (model: string) => openSession(await prepareModel(model, places));
  const networks = {
    detector: createBlazeFace(await open('blazeface'), 256),
    mesh: await open('facemesh'),
  };
  const identifier = await open(IDENTITY_MODEL);
  const carryOn = () => {};
  return async (picture) => {
    const found = await detectFaces(networks, picture, carryOn);
    const { suitable } = chooseSuitable(found.faces, found.picture, 1);
    const [face] = suitable;
    if (face === undefined || suitable.length > 1) return undefined;
    const view = viewForMotion(found.picture, face.mesh.solid);
    const identity = await identityOf(identifier, found.picture, face.mesh.points);
    return { view, identity };
  };
}
