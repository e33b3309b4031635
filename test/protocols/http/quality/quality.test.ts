import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { MEASURES, type QualityMeasureName } from '../../../../src/faces/quality/measures.ts';
import { testEngine } from '../../../../testing/engine.ts';
import {
  type Answer,
  base64,
  startService,
  type TestService,
} from '../../../../testing/http/service.ts';
import { portrait } from '../../../../testing/photos.ts';

let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine);
  client = await service.client('quality');
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

const PATH = '/api/ofiq/v1/faceimagequality';
const grade = (image: Uint8Array, more: object = {}): Promise<Answer> =>
  service.call('POST', PATH, { client, body: { image: base64(image), ...more } });

interface Measurement {
  readonly measure: QualityMeasureName;
  readonly rawValue: number;
  readonly scalarScore: number;
  readonly method: string;
}
const scores = ({ json }: Answer): Record<string, number> =>
  Object.fromEntries(
    (json.qualityMeasurements as Measurement[]).map((m) => [m.measure, m.scalarScore]),
  );

describe('grading a portrait', () => {
  it('returns raw value, scalar score and method, in the order of the identifiers', async () => {
    const answer = await grade(await portrait(0).png().toBuffer());
    expect(answer.status).toBe(200);
    expect(answer.json.status).toBe('SUCCEEDED');
    const measurements = answer.json.qualityMeasurements as Measurement[];
    const identifiers = measurements.map(({ measure }) => MEASURES[measure].id);
    expect(identifiers).toEqual([...identifiers].sort((p, q) => p - q));
    expect(measurements).toHaveLength(28);
    for (const { rawValue, scalarScore, method } of measurements) {
      expect(Number.isFinite(rawValue)).toBe(true);
      expect(Number.isInteger(scalarScore) && scalarScore >= 0 && scalarScore <= 100).toBe(true);
      expect(method).toBe('approximate');
    }
  });

  it('omits nothing: no error of the call, and no header about missing measures', async () => {
    const { json, headers } = await grade(await portrait(0).png().toBuffer());
    expect(json.errors).toEqual([]);
    expect(headers.has('quality-missing')).toBe(false);
  });

  it('detects darkness, a tilted head and a sideways photograph', async () => {
    const straight = scores(await grade(await portrait(2).png().toBuffer()));
    const dark = scores(await grade(await portrait(2).linear(0.15, 0).png().toBuffer()));
    expect(straight.LuminanceMean! - dark.LuminanceMean!).toBeGreaterThan(30);
    expect(Math.abs(straight.HeadPoseYaw! - dark.HeadPoseYaw!)).toBeLessThanOrEqual(5);
    const upright = await portrait(2).png().toBuffer();
    const sideways = scores(await grade(await sharp(upright).rotate(90).png().toBuffer()));
    expect(sideways.HeadPoseRoll).toBeLessThan(5);
    expect(Math.abs(straight.NaturalColour! - sideways.NaturalColour!)).toBeLessThan(10);
  });
});

describe('whatever the file', () => {
  const UPRIGHT = 1;
  const ON_ITS_SIDE = 6;
  const files: readonly (readonly [string, (image: Sharp) => Promise<Buffer>])[] = [
    ['a PNG of 16 bits', (image) => image.toColourspace('rgb16').png().toBuffer()],
    ['a PNG with transparency', (image) => image.ensureAlpha(0.4).png().toBuffer()],
    ['a WebP', (image) => image.webp({ quality: 95 }).toBuffer()],
    ['a CMYK JPEG', (image) => image.toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
    ['a JPEG on its side by EXIF', (image) => turnedByExif(image, 270, ON_ITS_SIDE)],
    ['a JPEG upright by EXIF', (image) => turnedByExif(image, 0, UPRIGHT)],
  ];
  async function turnedByExif(image: Sharp, degrees: number, orientation: number) {
    const turned = await image.rotate(degrees).png().toBuffer();
    return sharp(turned).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
  }

  it.each(files)('%s is graded like its image', async (_, encode) => {
    const plain = scores(await grade(await portrait(2).png().toBuffer()));
    const encoded = scores(await grade(await encode(sharp(await portrait(2).png().toBuffer()))));
    expect(Object.keys(encoded)).toEqual(Object.keys(plain));
    for (const [measure, score] of Object.entries(encoded))
      expect(Math.abs(score - plain[measure]!), measure).toBeLessThanOrEqual(6);
  });

  it('a grey picture has natural colours, as in the reference', async () => {
    const grey = await portrait(2).grayscale().toColourspace('b-w').png().toBuffer();
    expect(scores(await grade(grey)).NaturalColour).toBe(100);
  });

  it.each([
    ['of one pixel', 1, 1],
    ['far wider than high', 9000, 12],
  ])('an image %s has no face', async (_, width, height) => {
    const create = { width, height, channels: 3, background: '#345' } as const;
    const { status, json } = await grade(await sharp({ create }).png().toBuffer());
    expect([status, json.errors[0].errorCode]).toEqual([200, 'FaceDetectionError']);
  });
});

it('explains on demand: the aligned face, its masks, and advice', async () => {
  const dark = await portrait(2).linear(0.1, 0).png().toBuffer();
  expect((await grade(dark)).json.explanation).toBeNull();
  const { explanation } = (await grade(dark, { explain: true })).json;
  const { alignedFace, landmarks, masks, measures } = explanation;
  expect(landmarks).toHaveLength(98);
  const names = masks.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['landmarkedRegion', 'background']);
  for (const png of [alignedFace, ...masks.map(({ image }: { image: string }) => image)])
    expect(await sharp(Buffer.from(png, 'base64')).metadata()).toMatchObject({
      width: 616,
      height: 616,
    });
  expect(measures).toHaveLength(28);
  expect(measures).toContainEqual({
    measure: 'LuminanceMean',
    identifier: 0x44,
    group: 'capture',
    about: 'How bright the face is.',
    advice: 'The face is too dark: turn towards the light.',
  });
});
