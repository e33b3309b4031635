import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidImage, Unavailable } from '../../src/errors.ts';
import type { FaceEngine, ImageAnalysis } from '../../src/faces/analysis.ts';
import { startEngine } from '../../testing/engine.ts';
import { groupOfSixteen, portrait, portraitJpeg } from '../../testing/photos.ts';
import { samplePhoto, sharedPath } from '../../testing/shared.ts';

let engine: FaceEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.close());

const check = (analysis: ImageAnalysis, name: string) =>
  analysis.qualityAssessments.find((assessment) => assessment.check === name);

describe('one person', () => {
  it('has a unit feature vector and correctly placed eyes', async () => {
    const analysis = await engine.analyse(await portraitJpeg(2));
    expect(analysis).toMatchObject({ width: 400, height: 400, rotated: 0 });
    expect(analysis.problem).toBeUndefined();
    const [face] = analysis.faces;
    // The subject's right eye is on the left of the image.
    expect(face!.rightEye.x).toBeLessThan(face!.leftEye.x);
    expect(face!.rightEye.y).toBeGreaterThan(120);
    expect(face!.leftEye.y).toBeLessThan(220);
    const { features } = analysis.subject!;
    expect(features).toHaveLength(engine.encoder.dimension);
    expect(Math.hypot(...features)).toBeCloseTo(1, 4);
  });

  it('scores high with a worse image of the same person, low with others', async () => {
    const features = async (image: Uint8Array) => (await engine.analyse(image)).subject!.features;
    const reference = await features(await portraitJpeg(10));
    const worse = await portrait(10, 200).blur(1).modulate({ brightness: 0.8 }).jpeg().toBuffer();
    const threshold = engine.threshold(0.0001);
    expect(engine.compare(await features(worse), reference)).toBeGreaterThan(threshold);
    for (const other of [2, 3, 11, 13])
      expect(engine.compare(await features(await portraitJpeg(other)), reference)).toBeLessThan(
        threshold,
      );
  });

  it('can be graded without being encoded', async () => {
    const image = await portraitJpeg(2);
    const { subject, ...graded } = await engine.analyse(image);
    expect(subject).toBeDefined();
    expect(await engine.analyse(image, { features: false })).toEqual(graded);
  });

  it('keeps the score if the vector is recomputed from the thumbnail', async () => {
    const analysis = await engine.analyse(await portraitJpeg(3), { thumbnail: true });
    const { features, thumbnail } = analysis.subject!;
    const metadata = await sharp(thumbnail).metadata();
    expect(metadata).toMatchObject({ format: 'png', width: 320, height: 320 });
    expect(metadata.exif).toBeUndefined();
    expect(metadata.icc).toBeUndefined();
    const again = await engine.encodeThumbnail(thumbnail!);
    expect(engine.compare(again, features)).toBeGreaterThan(0.9999);
  });

  it('is recognised as wearing a mask', async () => {
    const covering = (analysis: ImageAnalysis) => check(analysis, 'MouthOcclusionPrevention')!;
    const bare = await engine.analyse(await portraitJpeg(2));
    expect(covering(bare).score).toBeGreaterThan(0.9);
    expect(check(bare, 'FaceOcclusionPrevention')!.score).toBeGreaterThan(0.8);
    const { leftEye, rightEye } = bare.faces[0]!;
    const eyes = leftEye.x - rightEye.x;
    const [x, y] = [(leftEye.x + rightEye.x) / 2, (leftEye.y + rightEye.y) / 2];
    const cloth = {
      width: Math.round(1.9 * eyes),
      height: Math.round(1.4 * eyes),
      channels: 3,
      background: '#9ec4d8',
    } as const;
    const at = { left: Math.round(x - 0.95 * eyes), top: Math.round(y + 0.5 * eyes) };
    const masked = await sharp(await portraitJpeg(2))
      .composite([{ input: { create: cloth }, ...at }])
      .jpeg()
      .toBuffer();
    const assessment = covering(await engine.analyse(masked));
    expect(assessment.score).toBeLessThan(0.5);
    expect(assessment.message).toMatch(/take off the mask/);
  });

  it('has coordinates in submitted pixels if the image was reduced', async () => {
    const large = await engine.analyse(await portraitJpeg(2, 2400));
    const small = await engine.analyse(await portraitJpeg(2, 400));
    expect(check(large, 'ImageSize')?.score).toBeCloseTo(0.8);
    expect(check(small, 'ImageSize')).toBeUndefined();
    expect(large.faces[0]!.leftEye.x / 6).toBeCloseTo(small.faces[0]!.leftEye.x, -1);
  });
});

describe('a face that fills the image', () => {
  it.each([2, 9, 10, 11, 13])('is found whole, not by its parts (person %i)', async (person) => {
    const whole = (await engine.analyse(await portraitJpeg(person, 800))).faces[0]!;
    const { x, y, width } = whole.box;
    const side = Math.round(width * 0.75);
    const left = Math.round(x + (width - side) / 2);
    const top = Math.round(y + (width - side) / 2);
    const tight = await portrait(person, 800).toBuffer();
    const image = await sharp(tight).extract({ left, top, width: side, height: side }).toBuffer();
    const { faces } = await engine.analyse(image);
    expect(faces).toHaveLength(1);
    expect(faces[0]!.leftEye.x + left).toBeCloseTo(whole.leftEye.x, -2);
    const eyes = (face: typeof whole) => face.leftEye.x - face.rightEye.x;
    expect(eyes(faces[0]!) / eyes(whole)).toBeGreaterThan(0.85);
  });
});

describe('orientation', () => {
  it.each([
    [90, 270],
    [180, 180],
    [270, 90],
  ] as const)('of an image rotated clockwise by %i° is found', async (turned, rotated) => {
    const upright = await engine.analyse(await portraitJpeg(2));
    const image = await portrait(2).rotate(turned).jpeg({ quality: 92 }).toBuffer();
    const analysis = await engine.analyse(image);
    expect(analysis.rotated).toBe(rotated);
    expect(analysis.faces[0]!.rightEye.x).toBeLessThan(analysis.faces[0]!.leftEye.x);
    const score = engine.compare(analysis.subject!.features, upright.subject!.features);
    expect(score).toBeGreaterThan(0.97);
  });

  it('given by EXIF is applied first', async () => {
    const turned = await portrait(2).rotate(90).toBuffer();
    const image = await sharp(turned).jpeg().withMetadata({ orientation: 8 }).toBuffer();
    expect(await engine.analyse(image)).toMatchObject({ rotated: 0, width: 400, height: 400 });
  });
});

describe('several people', () => {
  it.each([
    [1, 3],
    [3, 3],
    [4, 4],
    [5, 5],
    [6, 4],
  ] as const)('sample %i shows %i faces', async (sample, count) => {
    const analysis = await engine.analyse(readFileSync(samplePhoto(sample)));
    expect(analysis.faces).toHaveLength(count);
    expect(analysis.problem).toBe('MultipleFacesFound');
    expect(analysis.subject).toBeUndefined();
  });

  it('are all found in a group of sixteen at 1920 pixels', async () => {
    expect((await engine.analyse(await groupOfSixteen())).faces).toHaveLength(16);
  });

  it('are found at a distance', async () => {
    const far = await sharp(await groupOfSixteen())
      .resize(800)
      .extend({ top: 600, bottom: 500, left: 560, right: 560, background: '#667788' })
      .jpeg()
      .toBuffer();
    expect((await engine.analyse(far)).faces.length).toBeGreaterThanOrEqual(15);
  });

  it('count only if they are no bystanders; the result lists ignored people', async () => {
    const bystander = await portrait(3, 200).png().toBuffer();
    const image = await sharp(await portrait(10, 900).png().toBuffer())
      .extend({ right: 300, background: '#555' })
      .composite([{ input: bystander, left: 960, top: 40 }])
      .jpeg()
      .toBuffer();
    const analysis = await engine.analyse(image);
    expect(analysis.problem).toBeUndefined();
    expect(analysis.faces).toHaveLength(1);
    expect(check(analysis, 'SuitableFace')?.message).toMatch(/background/);
  });
});

describe('no suitable face', () => {
  it.each([
    [
      'a plain colour',
      sharp({ create: { width: 640, height: 480, channels: 3, background: '#876' } }),
    ],
    ['one pixel', sharp({ create: { width: 1, height: 1, channels: 3, background: '#876' } })],
    ['a strip', sharp({ create: { width: 8000, height: 2, channels: 3, background: '#876' } })],
    [
      'noise',
      sharp({
        create: {
          width: 320,
          height: 320,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      }),
    ],
  ])('in %s', async (_, image) => {
    const analysis = await engine.analyse(await image.png().toBuffer());
    expect(analysis).toMatchObject({ problem: 'FaceNotFound', faces: [] });
  });

  it('if the face is too small to compare', async () => {
    const tiny = await portrait(2, 30)
      .extend({ top: 100, bottom: 100, left: 100, right: 100, background: '#777' })
      .png()
      .toBuffer();
    const analysis = await engine.analyse(tiny);
    expect(analysis.problem).toBe('FaceNotFound');
  });
});

it('cannot extract a face cut off by the edge, and FullyVisibleFace says so', async () => {
  const cut = await portrait(12).extract({ left: 0, top: 0, width: 215, height: 400 }).toBuffer();
  const analysis = await engine.analyse(cut);
  expect(analysis.problem).toBe('ThumbnailExtractionFailed');
  expect(analysis.faces).toHaveLength(1);
  const visible = check(analysis, 'FullyVisibleFace');
  expect(visible!.score).toBeLessThan(0.95);
  expect(visible!.message).toMatch(/edge/);
});

describe('quality checks fall as the image gets worse', () => {
  const scoreOf = async (image: Buffer, name: string) =>
    check(await engine.analyse(image), name)!.score;

  it('Sharpness by blur, DynamicRange by darkness, InterEyeDistance by size', async () => {
    const good = await portraitJpeg(10);
    const blurred = await portrait(10).blur(6).jpeg().toBuffer();
    const dark = await portrait(10).linear(0.15).jpeg().toBuffer();
    const small = await portraitJpeg(10, 110);
    expect(await scoreOf(blurred, 'Sharpness')).toBeLessThan(
      0.6 * (await scoreOf(good, 'Sharpness')),
    );
    expect(await scoreOf(dark, 'DynamicRange')).toBeLessThan(0.5);
    expect(await scoreOf(good, 'DynamicRange')).toBeGreaterThan(0.8);
    expect(await scoreOf(small, 'InterEyeDistance')).toBeLessThan(0.6);
  });
});

describe('the engine', () => {
  it('refuses files that are no images', async () => {
    await expect(engine.analyse(Buffer.from('hello'))).rejects.toThrow(InvalidImage);
    await expect(engine.encodeThumbnail(Buffer.from('hello'))).rejects.toThrow(InvalidImage);
  });

  it('drops the work of a caller who has left', async () => {
    const controller = new AbortController();
    const image = readFileSync(samplePhoto(1));
    const calls = [1, 2, 3].map(() => engine.analyse(image, { signal: controller.signal }));
    controller.abort();
    for (const ended of await Promise.allSettled(calls))
      expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'Cancelled' } });
    expect((await engine.analyse(await portraitJpeg(2))).problem).toBeUndefined();
  });

  it.each([
    ['SIGSEGV', { code: 'InvalidArgument', reason: 'cannot be processed' }],
    ['SIGKILL', { code: 'Unavailable', retryAfter: 1 }],
  ] as const)(
    'answers for a worker that ends with %s, and continues with another',
    async (signal, error) => {
      if (process.platform !== 'linux') return;
      const image = await portraitJpeg(2);
      const all = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
      const children = all.trim().split(' ').map(Number);
      const lines = children.map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      const call = engine.analyse(image);
      // Of this engine, which was started last.
      const worker = lines.findLastIndex((line) => line.includes('engine-worker'));
      process.kill(children[worker]!, signal);
      await expect(call).rejects.toMatchObject(error);
      expect((await engine.analyse(image)).problem).toBeUndefined();
    },
  );

  it('uses the light encoder if its pack is installed', async (context) => {
    const modelsDir = sharedPath('models', 'upstream');
    if (modelsDir === undefined) return context.skip();
    const other = await startEngine({
      modelsDir,
      encoder: 'mobilefacenet',
      bare: true,
    });
    try {
      expect(other.encoder).toMatchObject({ name: 'mobilefacenet', dimension: 128 });
      expect(other.encoder.fingerprint).not.toBe(engine.encoder.fingerprint);
      const analysis = await other.analyse(await portraitJpeg(10));
      expect(analysis.faces).toHaveLength(1);
      const again = await other.analyse(await portrait(10, 250).jpeg({ quality: 60 }).toBuffer());
      expect(other.compare(again.subject!.features, analysis.subject!.features)).toBeGreaterThan(
        0.9,
      );
    } finally {
      await other.close();
    }
  });

  it('names an encoder that is not installed', async () => {
    await expect(startEngine({ encoder: 'mobilefacenet' })).rejects.toThrow(/mobilefacenet/);
    await expect(startEngine({ encoder: 'nonsense' })).rejects.toThrow(/nonsense/);
  });
});

describe('while a network of liveness is damaged', () => {
  it('refuses liveness and does the rest; judges again once the file is gone', async () => {
    const modelsDir = await mkdtemp(join(tmpdir(), 'prosopon-engine-'));
    const damaged = join(modelsDir, '2.7_80x80_MiniFASNetV2.pth');
    await writeFile(damaged, 'another network');
    const engine = await startEngine({ modelsDir });
    try {
      const image = await portraitJpeg(2);
      expect((await engine.analyse(image)).faces).toHaveLength(1);
      await expect(engine.analyseLiveness(image)).rejects.toBeInstanceOf(Unavailable);
      await rm(damaged);
      expect((await engine.analyseLiveness(image)).passive?.decided).toBe(true);
    } finally {
      await engine.close();
      await rm(modelsDir, { recursive: true });
    }
  });
});
