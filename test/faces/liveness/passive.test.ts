/** Passive liveness: fusion and limits anywhere; real frames where models and recordings are. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodePng } from '../../../src/faces/image/picture.ts';
import {
  assessPassive,
  faceBox,
  fuse,
  padInput,
  reach,
} from '../../../src/faces/liveness/passive.ts';
import { RECAPTURE } from '../../../src/faces/liveness/recapture.ts';
import { sampleFrames } from '../../../src/faces/liveness/video/video.ts';
import { testEngine } from '../../../testing/engine.ts';
import { heldPicture } from '../../../testing/held-pictures.ts';
import { portrait } from '../../../testing/people.ts';
import { sharedPath } from '../../../testing/shared.ts';

describe('the fused score', () => {
  it('is the mean of the networks', () => {
    expect(fuse({ 'minifasnet-v2': 1, 'minifasnet-v1se': 0.5, 'face-antispoof': 0 })).toBe(0.5);
    expect(fuse({})).toBe(0);
  });

  it('without networks is never live', async () => {
    const picture = { width: 300, height: 300, data: new Uint8Array(270_000) };
    const result = await assessPassive([], picture, { x: 100, y: 100, width: 80, height: 90 });
    expect(result).toMatchObject({ score: 0, live: false });
  });
});

it('uses the mesh for the face box, and measures how far the picture extends', () => {
  const points = [
    { x: 40, y: 30 },
    { x: 90, y: 60 },
    { x: 60, y: 130 },
  ];
  const face = faceBox(points);
  expect(face).toEqual({ x: 40, y: 30, width: 50, height: 100 });
  expect(reach({ width: 200, height: 150, data: new Uint8Array() }, face)).toBe(1.5);
});

describe('the network of this package', () => {
  it('sees a square of three face widths, shifted inside the picture', () => {
    const [width, height] = [300, 200];
    const data = new Uint8Array(width * height * 3);
    // White from the 150th column on, which is where the square ends.
    data.forEach((_, i) => {
      data[i] = Math.floor(i / 3) % width < 150 ? 0 : 255;
    });
    const face = { x: 0, y: 70, width: 50, height: 60 };
    const seen = padInput(RECAPTURE, { width, height, data }, face);
    expect(seen).toHaveLength(3 * 128 * 128);
    expect(Math.max(...seen)).toBe(0);
    const wider = padInput(RECAPTURE, { width, height, data }, { ...face, width: 80 });
    expect(Math.max(...wider), 'reduced to the height of the picture').toBe(1);
  });

  it('accepts people as live, but not their portraits on phones and sheets', async () => {
    const engine = await testEngine();
    for (const person of ['ada', 'ben', 'cem'] as const) {
      const { passive } = await engine.analyseLiveness(await portrait(person));
      expect(passive).toMatchObject({ live: true });
    }
    for (const medium of ['phone', 'sheet'] as const)
      for (const person of [1, 3, 5]) {
        const held = await encodePng(await heldPicture(medium, person));
        const { passive } = await engine.analyseLiveness(held);
        expect(passive).toMatchObject({ live: false, decided: true });
      }
  }, 60_000);
});

const models = sharedPath('models');
const videos = sharedPath('liveness', 'videos');

describe.skipIf(models === undefined || videos === undefined)('recordings', () => {
  it.each([
    ['live/nod-head.mp4', true],
    ['live/k-real.mp4', true],
    ['replay/w-fake.mp4', false],
    ['replay/m-fake.mp4', false],
  ])('%s: live is %s in most frames', { timeout: 60_000 }, async (name, live) => {
    const engine = await testEngine({ modelsDir: models });
    const verdicts: boolean[] = [];
    // A busy machine decodes for long, which this is not about.
    const patient = { timeout: 60_000, patience: 60_000 };
    const options = { count: 4, signal: AbortSignal.any([]), ...patient };
    for await (const { image } of sampleFrames(await readFile(join(videos!, name)), options)) {
      const { passive } = await engine.analyseLiveness(image);
      if (passive?.decided) verdicts.push(passive.live);
    }
    expect(verdicts.length).toBeGreaterThanOrEqual(3);
    expect(verdicts.filter((verdict) => verdict === live).length).toBeGreaterThanOrEqual(3);
  });
});
