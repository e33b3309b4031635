/** Accepts portraits of sufficient quality, and explains how to improve others. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { InvalidRequestError, Prosopon } from '@prosopon/client';
import express from 'express';

const { PROSOPON_URL, PROSOPON_ID, PROSOPON_KEY, PORT = '3000' } = process.env;
const prosopon = new Prosopon({ url: PROSOPON_URL, id: PROSOPON_ID, key: PROSOPON_KEY });

/** The measures that matter to this site, with least score and advice. */
const WANTED = {
  SingleFacePresent: [90, 'Only one face may be in the picture.'],
  HeadPoseYaw: [90, 'Face the camera: the head is turned to the side.'],
  HeadPosePitch: [70, 'Face the camera: the head is raised or lowered.'],
  UnderExposurePrevention: [50, 'The face is too dark: turn towards the light.'],
  OverExposurePrevention: [50, 'The face is too bright: avoid direct light.'],
  InterEyeDistance: [20, 'The face is too small: come closer.'],
};

/** Faults of the portrait. Empty: none. */
async function faultsOf(photo) {
  const { qualityMeasurements, errors } = await prosopon.quality(photo);
  if (qualityMeasurements.length === 0) {
    console.log(errors);
    return ['No face was found in the picture.'];
  }
  const scores = new Map(qualityMeasurements.map((one) => [one.measure, one.scalarScore]));
  return Object.entries(WANTED)
    .filter(([measure, [least]]) => (scores.get(measure) ?? 0) < least)
    .map(([, [, advice]]) => advice);
}

const app = express();
app.put('/portrait', express.raw({ type: 'image/*', limit: '10mb' }), async (request, response) => {
  if (!Buffer.isBuffer(request.body)) return void response.status(415).end();
  try {
    const faults = await faultsOf(request.body);
    if (faults.length > 0) return void response.status(422).json({ faults });
    const id = randomUUID();
    await mkdir('portraits', { recursive: true });
    await writeFile(`portraits/${id}`, request.body);
    response.status(201).json({ id });
  } catch (error) {
    if (error instanceof InvalidRequestError)
      return void response
        .status(422)
        .json({ faults: ['This is not a picture that we can read.'] });
    console.error(error);
    response.status(503).json({ faults: ['Please try again later.'] });
  }
});
app.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`));
