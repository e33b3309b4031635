/** Each stage before a face is measured, made to fail: the error of the interface names it. */
import { beforeAll, expect, it } from 'vitest';
import { Unavailable } from '../../../src/errors.ts';
import { createBlazeFace } from '../../../src/faces/detection/blazeface.ts';
import { detectFaces } from '../../../src/faces/detection/detect.ts';
import { decodeImage } from '../../../src/faces/image/decode.ts';
import type { Picture } from '../../../src/faces/image/picture.ts';
import { modelOf } from '../../../src/faces/quality/approximate/trained-networks.ts';
import { prepareFace, type QualityNetworks } from '../../../src/faces/quality/prepare-face.ts';
import { prepareModel } from '../../../src/inference/models/prepare.ts';
import { openSession, type Session } from '../../../src/inference/session.ts';
import { testModels } from '../../../testing/models.ts';
import { portraitJpeg } from '../../../testing/photos.ts';

let networks: QualityNetworks;
let image: Picture;
beforeAll(async () => {
  const places = await testModels();
  const open = async (name: string) => openSession(await prepareModel(name, places));
  networks = {
    detector: createBlazeFace(await open('blazeface'), 256),
    mesh: await open('facemesh'),
    openTrained: async (name) => open(modelOf(name)),
  };
  ({ picture: image } = await decodeImage(await portraitJpeg(0), {
    maxPixels: 40e6,
    maxSide: 1920,
  }));
});

/** A network that fails at this call, counted from 0. */
function failing(network: Session, at: number): Session {
  let calls = 0;
  const run: Session['run'] = async (feeds) => {
    if (calls++ >= at) throw new Error('out of memory');
    return network.run(feeds);
  };
  return Object.assign(Object.create(network) as Session, { run });
}

const prepare = (broken: Partial<QualityNetworks>) =>
  prepareFace({ ...networks, ...broken }, image, () => {});

it('landmarks', async () => {
  let calls = 0;
  const run: Session['run'] = (feeds) => {
    calls++;
    return networks.mesh.run(feeds);
  };
  const counting = Object.assign(Object.create(networks.mesh) as Session, { run });
  await detectFaces({ ...networks, mesh: counting }, image, () => {});
  await expect(prepare({ mesh: failing(networks.mesh, calls) })).rejects.toMatchObject({
    errorCode: 'FaceLandmarkExtractionError',
  });
});

it('occlusion segmentation', async () => {
  const openTrained: QualityNetworks['openTrained'] = async (name) =>
    failing(await networks.openTrained(name), name === 'segmentation' ? 0 : 1);
  await expect(prepare({ openTrained })).rejects.toMatchObject({
    errorCode: 'FaceOcclusionSegmentationError',
  });
});

it('a network that is not there is no failure of a stage', async () => {
  const openTrained = async () => {
    throw new Unavailable('the network is missing');
  };
  await expect(prepare({ openTrained })).rejects.toBeInstanceOf(Unavailable);
});
