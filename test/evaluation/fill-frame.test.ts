/** Photographs cut until the face and little around it fill the frame. */
import { expect, it } from 'vitest';
import { fillFrame } from '../../evaluation/pad/fill-frame.ts';
import { createBlazeFace } from '../../src/faces/detection/blazeface.ts';
import { sharp } from '../../src/faces/image/sharp.ts';
import { faceBox, reach } from '../../src/faces/liveness/passive.ts';
import { findSubject } from '../../src/faces/pipeline.ts';
import { prepareModel } from '../../src/inference/models/prepare.ts';
import { openSession } from '../../src/inference/session.ts';
import { testModels } from '../../testing/models.ts';
import { nobody, portrait } from '../../testing/people.ts';

const MOST_PIXELS = 40e6;

const places = await testModels();
const open = async (name: string) => openSession(await prepareModel(name, places));
const networks = {
  detector: createBlazeFace(await open('blazeface'), 256),
  mesh: await open('facemesh'),
};

it('cuts to the given number of face boxes, without black bars', async () => {
  const wide = await sharp(await portrait('ben'))
    .extend({ left: 200, right: 300, background: '#000000' })
    .png()
    .toBuffer();
  const cut = await fillFrame(networks, MOST_PIXELS, wide, 1.3);
  const { face, picture } = await findSubject({ networks, maxPixels: MOST_PIXELS }, cut!, () => {});
  expect(Math.abs(reach(picture, faceBox(face!.mesh.points)) - 1.3)).toBeLessThan(0.1);

  const all = await sharp(await fillFrame(networks, MOST_PIXELS, wide, 9)).metadata();
  const { width: before = 0 } = await sharp(wide).metadata();
  expect(all.width).toBe(before - 500);
});

it('cuts nothing without a person', async () => {
  expect(await fillFrame(networks, MOST_PIXELS, await nobody(), 1.6)).toBeUndefined();
});
