/** Child process: runs the bare stages of one verification in order, on one thread. */

import { createDetector } from '../src/faces/detection/create-detector.ts';
import { findDetector } from '../src/faces/detection/detectors.ts';
import { fitMesh } from '../src/faces/detection/landmarks.ts';
import { alignToTemplate, cutPatch } from '../src/faces/encoding/align.ts';
import { cosine } from '../src/faces/encoding/compare.ts';
import { encodePatch } from '../src/faces/encoding/encode.ts';
import { findEncoder } from '../src/faces/encoding/encoders.ts';
import { decodeImage } from '../src/faces/image/decode.ts';
import { FIRST_SIDE, MAX_SIDE } from '../src/faces/image/picture.ts';
import { prepareModel } from '../src/inference/models/prepare.ts';
import { openSession, type Session } from '../src/inference/session.ts';
import { answerParent } from './child.ts';
import type { Stage, StageTimes } from './stages.ts';

const [dataDir] = process.argv.slice(2) as [string];
const places = { dataDir, modelsDir: process.env.PROSOPON_MODELS };
const open = async (model: string) => openSession(await prepareModel(model, places));

const LIMITS = { maxPixels: 40_000_000, maxSide: MAX_SIDE, firstSide: FIRST_SIDE };
const { family, file } = await findDetector(places);
const detector = createDetector(family, await openSession(file));
const mesh = await open('facemesh');
const { definition, cohort } = await findEncoder(undefined, places);
const sessions: Session[] = [];
for (const part of definition.parts) sessions.push(await open(part.model));
const encoder = { definition, sessions, cohort };
const carryOn = () => {};
let reference: Float32Array | undefined;

/** One detection in the whole image, the mesh of the most certain face, and one feature vector. */
async function pass(jpeg: Uint8Array): Promise<StageTimes> {
  const times: Partial<Record<Stage, number>> = {};
  let before = performance.now();
  const end = (stage: Stage) => {
    const now = performance.now();
    times[stage] = now - before;
    before = now;
  };
  const { picture } = await decodeImage(jpeg, LIMITS);
  end('decode');
  const [whole] = detector.views(picture, 1, 0);
  const proposals = await detector.propose(picture, whole!, 0.5);
  const [face] = proposals.toSorted((p, q) => q.confidence - p.confidence);
  // Otherwise a verification searches the image four times.
  if (face === undefined || face.confidence < detector.certainty.upright)
    throw new Error('the detector is not certain of the face in the photograph of the bench');
  end('detect');
  const { points } = await fitMesh(mesh, picture, face);
  end('mesh');
  const patch = cutPatch(picture, alignToTemplate(points));
  end('align');
  const features = await encodePatch(encoder, patch, carryOn);
  reference ??= features;
  cosine(features, reference);
  end('encode');
  return times as StageTimes;
}

answerParent(pass);
