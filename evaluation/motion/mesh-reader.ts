/** From pictures to what motion detection sees of them: the mesh and feature vector of the one face. */
import { alignToTemplate, cutPatch } from '../../src/faces/align.ts';
import { createBlazeFace } from '../../src/faces/blazeface.ts';
import { detectFaces } from '../../src/faces/detect.ts';
import { encodePatch } from '../../src/faces/encode.ts';
import { findEncoder } from '../../src/faces/encoders.ts';
import type { Picture } from '../../src/faces/image/picture.ts';
import { type MotionView, viewForMotion } from '../../src/faces/liveness/motion-view.ts';
import { chooseSuitable } from '../../src/faces/suitable.ts';
import { type ModelPlaces, prepareModel } from '../../src/inference/prepare.ts';
import { openSession, type Session } from '../../src/inference/session.ts';

export interface SeenFace {
  readonly view: MotionView;
  readonly features: Float32Array;
}

export type ReadFace = (picture: Picture) => Promise<SeenFace | undefined>;

/** Opens the networks of the service once; the reader answers undefined without exactly one face. */
export async function openMeshReader(places: ModelPlaces): Promise<ReadFace> {
  const open = async (model: string) => openSession(await prepareModel(model, places));
  const networks = {
    detector: createBlazeFace(await open('blazeface'), 256),
    mesh: await open('facemesh'),
  };
  const { definition, cohort } = await findEncoder(undefined, places);
  const sessions: Session[] = [];
  for (const part of definition.parts) sessions.push(await open(part.model));
  const encoder = { definition, sessions, cohort };
  const carryOn = () => {};
  return async (picture) => {
    const found = await detectFaces(networks, picture, carryOn);
    const { suitable } = chooseSuitable(found.faces, found.picture, 1);
    const [face] = suitable;
    if (face === undefined || suitable.length > 1) return undefined;
    const view = viewForMotion(found.picture, face.mesh.solid);
    const patch = cutPatch(found.picture, alignToTemplate(face.mesh.points));
    const features = await encodePatch(encoder, patch, carryOn);
    return { view, features };
  };
}
