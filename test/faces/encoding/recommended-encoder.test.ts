/** The recommended encoder: two packs, one feature vector, one calibration; without them the other one. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { cosine } from '../../../src/faces/encoding/compare.ts';
import { findEncoder, resolveEncoderName } from '../../../src/faces/encoding/encoders.ts';
import { testEngine } from '../../../testing/engine.ts';
import { testModels } from '../../../testing/models.ts';
import { portraitJpeg } from '../../../testing/photos.ts';
import { sharedPath } from '../../../testing/shared.ts';

const modelsDir = sharedPath('models');

it('without its packs is the encoder of the npm packages', async () => {
  const places = await testModels();
  expect(await resolveEncoderName(undefined, places)).toBe('dlib-faceres');
  expect(await resolveEncoderName('recommended', places)).toBe('dlib-faceres');
  expect((await findEncoder(undefined, places)).definition.name).toBe('dlib-faceres');
});

it('with a damaged file is refused, not replaced by a weaker one', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'prosopon-damaged-'));
  const file = join(dir, 'human_face_feat_mbf_s8_v1.espdl');
  await writeFile(file, 'another network');
  try {
    const places = { ...(await testModels()), modelsDir: dir };
    expect(await resolveEncoderName(undefined, places)).toBe('mbf');
    const remedy = '(prosopon models pull mbf)';
    await expect(testEngine({ modelsDir: dir })).rejects.toThrow(`mbf: damaged: ${file} ${remedy}`);
  } finally {
    await rm(dir, { recursive: true });
  }
});

describe.skipIf(modelsDir === undefined)('with its pack', () => {
  let engine: FaceEngine;
  beforeAll(async () => {
    engine = await testEngine({ modelsDir });
  });
  afterAll(() => engine.close());

  it('is calibrated, and lacks nothing', async () => {
    expect(engine.encoder).toMatchObject({ name: 'mbf', dimension: 512 });
    expect(await engine.missing()).toEqual([]);
    const places = { ...(await testModels()), modelsDir };
    expect(await resolveEncoderName('dlib-faceres', places)).toBe('dlib-faceres');
    const { definition } = await findEncoder('recommended', places);
    expect(definition.parts.map(({ model }) => model)).toEqual(['mbf']);
  });

  it('separates people, and a thumbnail reproduces its vector', async () => {
    const vectors: Float32Array[] = [];
    for (const person of [1, 2, 3]) {
      const image = await portraitJpeg(person);
      const { subject } = await engine.analyse(image, { thumbnail: true });
      const { features, thumbnail } = subject!;
      expect(features).toHaveLength(512);
      expect(cosine(features, features)).toBeCloseTo(1, 5);
      expect(await engine.encodeThumbnail(thumbnail!)).toEqual(features);
      const small = (await engine.analyse(await portraitJpeg(person, 200))).subject!;
      expect(engine.compare(small.features, features)).toBeGreaterThan(engine.threshold(1e-6));
      for (const other of vectors)
        expect(engine.compare(features, other)).toBeLessThan(engine.threshold(1e-4));
      vectors.push(features);
    }
  });
});
