/** The finder of browsers finds what the service's detector finds, by the same weights. */
import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { packWeights } from '../../../../scripts/finder-weights.ts';
import { createBlazeFace } from '../../../../src/faces/detection/blazeface.ts';
import type { Candidate, Detector } from '../../../../src/faces/detection/detector.ts';
import { prepareModel } from '../../../../src/inference/models/prepare.ts';
import { openSession } from '../../../../src/inference/session.ts';
import { testModels } from '../../../../testing/models.ts';
import { groupOfSixteen, PEOPLE, portrait } from '../../../../testing/photos.ts';
import { compileKernel, FINDER_BUILD } from '../../../../wasm/build.ts';
import { type FoundFace, readFaces } from '../../../../web/capture/finder/faces.ts';
import { readHalves } from '../../../../web/capture/finder/half-precision.ts';
import { createNetwork, type Network, VIEW } from '../../../../web/capture/finder/network.ts';

const KERNEL = readFileSync(new URL(FINDER_BUILD.name, FINDER_BUILD.folder));

it('is compiled from its source', async () => {
  expect(Buffer.from(await compileKernel(FINDER_BUILD)).equals(KERNEL)).toBe(true);
});

describe('the finder', () => {
  let network: Network;
  let detector: Detector;
  beforeAll(async () => {
    network = createNetwork(KERNEL, readHalves((await packWeights()).buffer));
    detector = createBlazeFace(
      await openSession(await prepareModel('blazeface', await testModels())),
      VIEW,
    );
  });

  const pixelsOf = async (picture: Sharp | Buffer) => {
    const view = sharp(
      await sharp(Buffer.isBuffer(picture) ? picture : await picture.png().toBuffer())
        .resize(VIEW, VIEW, { fit: 'contain' })
        .removeAlpha()
        .png()
        .toBuffer(),
    );
    return {
      rgb: new Uint8Array(await view.clone().raw().toBuffer()),
      rgba: new Uint8ClampedArray(await view.ensureAlpha().raw().toBuffer()),
    };
  };

  /** How the service and the finder see each face of a picture that the finder sees. */
  async function lookAt(picture: Sharp | Buffer): Promise<[Candidate, FoundFace][]> {
    const { rgb, rgba } = await pixelsOf(picture);
    const proposals = await detector.propose(
      { width: VIEW, height: VIEW, data: rgb },
      { width: VIEW, height: VIEW, toPicture: { a: 1, b: 0, tx: 0, ty: 0 } },
      0.45,
    );
    return readFaces(network(rgba)).map((face) => {
      const distance = ({ box }: Candidate) =>
        Math.hypot(box.x - face.box.x * VIEW, box.y - face.box.y * VIEW);
      return [proposals.reduce((a, b) => (distance(b) < distance(a) ? b : a)), face];
    });
  }

  function expectAlike([candidate, face]: [Candidate, FoundFace]): void {
    const { box, rightEye, leftEye, nose, mouth, rightEar, leftEar, confidence } = face;
    const spots = [rightEye, leftEye, nose, mouth, rightEar, leftEar];
    const numbers = [box.x, box.y, box.side, ...spots.flatMap(({ x, y }) => [x, y])];
    const expected = [
      ...[candidate.box.x, candidate.box.y, candidate.box.width],
      ...candidate.points.flatMap(({ x, y }) => [x, y]),
    ];
    const away = numbers.map((number, i) => Math.abs(number * VIEW - expected[i]!));
    expect(Math.max(...away), 'pixels of 256').toBeLessThan(0.25);
    expect(Math.abs(confidence - candidate.confidence)).toBeLessThan(0.005);
  }

  it("sees a portrait's face where the service does, to a quarter of a pixel", async () => {
    for (let person = 0; person < PEOPLE; person++) {
      const seen = await lookAt(portrait(person));
      expect(seen, `person ${person}`).toHaveLength(1);
      seen.forEach(expectAlike);
    }
  });

  it('sees the faces of a group', async () => {
    const seen = await lookAt(await groupOfSixteen());
    expect(seen.length).toBeGreaterThanOrEqual(12);
    seen.forEach(expectAlike);
  });

  it('sees none in stripes and noise', async () => {
    const stripes = Uint8ClampedArray.from({ length: VIEW * VIEW * 4 }, (_, i) =>
      i % 4 === 3 ? 255 : (((i >> 2) % VIEW) % 32 < 16 ? 60 : 180) + ((i * 7919) % 41),
    );
    expect(readFaces(network(stripes))).toEqual([]);
  });
});
