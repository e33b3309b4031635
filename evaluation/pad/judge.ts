/** Judges presentations by the checks of single images, exactly as the service does. */
import { createBlazeFace } from '../../src/faces/detection/blazeface.ts';
import type { DetectionNetworks } from '../../src/faces/detection/detect.ts';
import type { PassiveChecks } from '../../src/faces/liveness/analyse-live-image.ts';
import { IDENTITY_MODEL } from '../../src/faces/liveness/identity.ts';
import type { FakeEvidence, PassiveResult } from '../../src/faces/liveness/liveness-analysis.ts';
import { faceBox, reach } from '../../src/faces/liveness/passive.ts';
import { openPassiveChecks, type PadFile } from '../../src/faces/liveness/passive-checks.ts';
import { RECAPTURE } from '../../src/faces/liveness/recapture.ts';
import { findSubject, seeCovering } from '../../src/faces/pipeline.ts';
import { modelOf } from '../../src/faces/quality/approximate/trained-networks.ts';
import type { ModelLocations } from '../../src/inference/models/model-cache.ts';
import { prepareModel } from '../../src/inference/models/prepare.ts';
import { PAD_PACKS } from '../../src/inference/packs/pad-packs.ts';
import { openSession } from '../../src/inference/session.ts';
import { fillFrame } from './fill-frame.ts';

export interface Judgement {
  /** Why there is no subject. */
  readonly problem?: string;
  readonly passive?: PassiveResult;
  readonly fakes: readonly FakeEvidence[];
  /** Width or height of the picture in face boxes, the smaller one. */
  readonly reach: number;
  readonly milliseconds: number;
}

export interface Judge {
  judge(image: Uint8Array): Promise<Judgement>;
  /** See `fillFrame`. */
  cut(image: Uint8Array, reach: number): Promise<Uint8Array | undefined>;
}

/** @param own judges with the network of this package, as if no pack were installed */
export async function createJudge(
  places: ModelLocations,
  maxPixels: number,
  own = false,
): Promise<Judge> {
  const open = async (name: string) => openSession(await prepareModel(name, places));
  const networks: DetectionNetworks = {
    detector: createBlazeFace(await open('blazeface'), 256),
    mesh: await open('facemesh'),
  };
  const files: PadFile[] = [];
  for (const pack of own ? [RECAPTURE] : PAD_PACKS)
    files.push({ pack, file: await prepareModel(pack.name, places) });
  const checks: PassiveChecks = await openPassiveChecks(files, openSession, () =>
    open(IDENTITY_MODEL),
  );
  const segmentation = await open(modelOf('segmentation'));
  const covers = async () => segmentation;
  const glasses = () => open(modelOf('coverings'));
  const checkpoint = () => {};
  return {
    cut: (image, reach) => fillFrame(networks, maxPixels, image, reach),
    async judge(image) {
      const { face, ...found } = await findSubject({ networks, maxPixels }, image, checkpoint);
      if (face === undefined)
        return { problem: found.image.problem ?? 'none', fakes: [], reach: 0, milliseconds: 0 };
      const subject = { ...found, face };
      const start = performance.now();
      const { covered } = await seeCovering({ covers, glasses }, subject);
      const passive = await checks.texture(subject, covered, checkpoint);
      const fakes = await checks.obviousFakes(subject, checkpoint);
      return {
        passive,
        fakes,
        reach: reach(found.picture, faceBox(face.mesh.points)),
        milliseconds: performance.now() - start,
      };
    },
  };
}
