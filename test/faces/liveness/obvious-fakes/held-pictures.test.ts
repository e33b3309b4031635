/** Obvious fakes: rendered phones and sheets are found, portraits are left alone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBlazeFace } from '../../../../src/faces/detection/blazeface.ts';
import { type DetectionNetworks, detectFaces } from '../../../../src/faces/detection/detect.ts';
import type { Picture } from '../../../../src/faces/image/picture.ts';
import { examineBorder } from '../../../../src/faces/liveness/obvious-fakes/picture-border.ts';
import { examineGrid } from '../../../../src/faces/liveness/obvious-fakes/pixel-grid.ts';
import { faceBox } from '../../../../src/faces/liveness/passive.ts';
import { prepareModel } from '../../../../src/inference/models/prepare.ts';
import { openSession } from '../../../../src/inference/session.ts';
import { heldPicture, onPixelGrid } from '../../../../testing/held-pictures.ts';
import { portrait } from '../../../../testing/photos.ts';

let dataDir: string;
let networks: DetectionNetworks;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prosopon-fakes-'));
  const open = async (name: string) => openSession(await prepareModel(name, { dataDir }));
  networks = {
    detector: createBlazeFace(await open('blazeface'), 256),
    mesh: await open('facemesh'),
  };
});
afterAll(() => rm(dataDir, { recursive: true }));

/** The largest face of a picture. */
async function faceOf(picture: Picture) {
  const found = await detectFaces(networks, picture, () => {});
  const [face] = found.faces;
  if (face === undefined) throw new Error('no face');
  return [found.picture, faceBox(face.mesh.points)] as const;
}

const border = async (picture: Picture) => examineBorder(...(await faceOf(picture)));

async function portraitPicture(person: number, side: number): Promise<Picture> {
  const { data, info } = await portrait(person, side).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

describe('the border of a picture', () => {
  it.each([
    ['phone', 4, {}],
    ['phone', 5, { roll: -9, tilt: 15 }],
    ['sheet', 1, {}],
    ['sheet', 3, { roll: 12, tilt: 12, tiltDirection: 90 }],
  ] as const)('of a held %s is found (person %i)', async (medium, person, pose) => {
    expect(await border(await heldPicture(medium, person, pose))).toMatchObject({ fake: true });
  });

  it('is not seen around portraits, nor in black padding', async () => {
    for (const person of [0, 3, 6, 9]) {
      const plain = await portraitPicture(person, 480);
      const raw = { width: 480, height: 480, channels: 3 } as const;
      const padded = await sharp(plain.data, { raw })
        .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#000' })
        .raw()
        .toBuffer();
      for (const picture of [plain, { width: 560, height: 560, data: padded }])
        expect(await border(picture)).toMatchObject({ fake: false });
    }
  });
});

describe('the pixels of a screen', () => {
  const grid = async (picture: Picture) => examineGrid(...(await faceOf(picture)));

  it.each([3, 4.4, 5.7])('are seen at a period of %f pixels', async (period) => {
    const screen = onPixelGrid(await portraitPicture(4, 560), period);
    expect(await grid(screen)).toMatchObject({ fake: true });
  });

  it('are not seen in portraits, even compressed ones', async () => {
    for (const person of [1, 4, 7]) {
      const jpeg = await portrait(person, 480).jpeg({ quality: 60 }).toBuffer();
      const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
      for (const picture of [await portraitPicture(person, 480), { ...info, data }])
        expect(await grid(picture)).toMatchObject({ fake: false });
    }
  });
});
