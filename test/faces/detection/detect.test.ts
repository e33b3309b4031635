/** Faces are found where they are, whichever detector runs, or it is said that they are not clear. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBlazeFace } from '../../../src/faces/detection/blazeface.ts';
import { detectFaces } from '../../../src/faces/detection/detect.ts';
import type { Candidate, Detector } from '../../../src/faces/detection/detector.ts';
import { detectorInUse, findDetector } from '../../../src/faces/detection/detectors.ts';
import { eyesOf } from '../../../src/faces/detection/landmarks.ts';
import { createYunet } from '../../../src/faces/detection/yunet.ts';
import { distance } from '../../../src/faces/geometry.ts';
import { decodeImage } from '../../../src/faces/image/decode.ts';
import type { Picture } from '../../../src/faces/image/picture.ts';
import { sharp } from '../../../src/faces/image/sharp.ts';
import { findSubject } from '../../../src/faces/pipeline.ts';
import { prepareModel } from '../../../src/inference/models/prepare.ts';
import { openSession } from '../../../src/inference/session.ts';
import { testModels } from '../../../testing/models.ts';
import { nobody, portrait } from '../../../testing/people.ts';
import { sharedPath } from '../../../testing/shared.ts';

const modelsDir = sharedPath('models');
const places = { ...(await testModels()), ...(modelsDir !== undefined && { modelsDir }) };
const open = async (name: string) => openSession(await prepareModel(name, places));
const mesh = await open('facemesh');
const limits = { maxPixels: 40e6, maxSide: 1920 };
const carryOn = () => {};

const detectors: [string, Detector][] = [
  ['blazeface', createBlazeFace(await open('blazeface'), 256)],
];
if (modelsDir !== undefined) detectors.push(['yunet', createYunet(await open('yunet'))]);

const decode = async (bytes: Uint8Array): Promise<Picture> =>
  (await decodeImage(bytes, limits)).picture;

/** A portrait of 100 pixels, its face 50, somewhere in a large picture. */
async function pasted(x: number, y: number, turn = 0): Promise<Picture> {
  const input = await sharp(await portrait('ben'))
    .resize(100)
    .png()
    .toBuffer();
  const [width, height] = [1920, 1280];
  return decode(
    await sharp(
      await sharp({ create: { width, height, channels: 3, background: '#778899' } })
        .composite([{ input, left: (width - 100) * x, top: (height - 100) * y }])
        .png()
        .toBuffer(),
    )
      .rotate(turn)
      .png()
      .toBuffer(),
  );
}

describe.each(detectors)('%s', (_, detector) => {
  const networks = { detector, mesh };

  it('finds a small upright face upright, anywhere in the image', async () => {
    const alone = await decode(await portrait('ben'));
    const whole = await detectFaces(networks, alone, carryOn);
    const eye = eyesOf(whole.faces[0]!.mesh.points).rightEye;
    for (const x of [0.1, 0.5, 0.9])
      for (const y of [0.1, 0.5, 0.9]) {
        const found = await detectFaces(networks, await pasted(x, y), carryOn);
        expect(found, `${x} ${y}`).toMatchObject({ rotated: 0, faces: [{ agrees: true }] });
        const scale = 100 / alone.width;
        const expected = { x: 1820 * x + eye.x * scale, y: 1180 * y + eye.y * scale };
        const { rightEye } = eyesOf(found.faces[0]!.mesh.points);
        expect(distance(rightEye, expected), `${x} ${y}`).toBeLessThan(4);
      }
  });

  it('rotates an image that lies on its side or upside down', async () => {
    for (const turn of [90, 180, 270] as const) {
      const bytes = await sharp(await portrait('ada'))
        .rotate(turn)
        .png()
        .toBuffer();
      const { rotated, faces } = await detectFaces(networks, await decode(bytes), carryOn);
      expect([rotated, faces.length]).toEqual([360 - turn, 1]);
    }
  });

  it('finds nobody in an image without people', async () => {
    const { faces } = await detectFaces(networks, await decode(await nobody()), carryOn);
    expect(faces).toEqual([]);
  });

  it('reports if mesh and detector disagree about the eyes', async () => {
    const moved: Detector = {
      ...detector,
      propose: async (...asked) => (await detector.propose(...asked)).map(elsewhere),
    };
    const { image, face } = await findSubject(
      { networks: { detector: moved, mesh }, maxPixels: limits.maxPixels },
      await portrait('ben'),
      carryOn,
    );
    expect(face).toBeUndefined();
    expect(image).toMatchObject({ problem: 'FaceNotFound', faces: [] });
    expect(image.qualityAssessments).toContainEqual(
      expect.objectContaining({ check: 'SuitableFace', message: expect.stringMatching(/eyes/) }),
    );
  });
});

/** The candidate with eyes where its mouth is. */
function elsewhere(candidate: Candidate): Candidate {
  const { box, points } = candidate;
  const down = box.height * 0.45;
  return {
    ...candidate,
    points: points.map(({ x, y }, i) => (i < 2 ? { x, y: y + down } : { x, y })),
  };
}

describe('the detector', () => {
  it('uses the built-in detector while the pack is absent', async () => {
    const without = await testModels();
    expect(await detectorInUse(without)).toBe('blazeface');
    expect(await findDetector(without)).toMatchObject({ family: 'blazeface' });
  });

  it('refuses a damaged pack instead of replacing it', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'prosopon-damaged-'));
    try {
      await writeFile(join(dir, 'yunet_n_dynamic.onnx'), 'another network');
      const damaged = { ...(await testModels()), modelsDir: dir };
      await expect(findDetector(damaged)).rejects.toThrow('yunet: damaged');
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  it.skipIf(modelsDir === undefined)('uses the pack if it is installed', async () => {
    expect(await findDetector(places)).toMatchObject({ family: 'yunet' });
  });
});
