import { describe, expect, it } from 'vitest';
import type { Point } from '../../../../src/faces/geometry.ts';
import type { Picture } from '../../../../src/faces/image/picture.ts';
import { labChroma, skinDistance } from '../../../../src/faces/quality/colour.ts';
import { entropy, luminanceMoments, shareOfLevels } from '../../../../src/faces/quality/light.ts';
import { MEASURES } from '../../../../src/faces/quality/measures.ts';
import {
  alignPoints,
  uncovered,
  warpToFrame,
} from '../../../../src/faces/quality/pixels/alignment.ts';
import { faceRegion, regionSquare } from '../../../../src/faces/quality/pixels/face-region.ts';
import { scharrMagnitude } from '../../../../src/faces/quality/pixels/gradients.ts';
import { histogram, luminance } from '../../../../src/faces/quality/pixels/luminance.ts';
import {
  emptyMask,
  erode,
  type Mask,
  resizeMask,
} from '../../../../src/faces/quality/pixels/mask.ts';
import { resizeBilinear } from '../../../../src/faces/quality/pixels/resize.ts';
import { noise } from '../pictures.ts';
import vectors from '../vectors/kernels.json' with { type: 'json' };

const points = (list: readonly (readonly number[])[]): Point[] =>
  list.map(([x, y]) => ({ x: x!, y: y! }));

const countOf = ({ data }: Mask) => data.reduce((total, value) => total + value, 0);
const rowCount = ({ data, width }: Mask, y: number) =>
  data.subarray(y * width, (y + 1) * width).reduce((sum, value) => sum + value, 0);

const channel = ({ data }: Picture, c: number) => data.filter((_, i) => i % 3 === c);
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

it('luminance is that of linear light', () => {
  for (const [r, g, b, y] of vectors.luminance)
    expect([...luminance({ width: 1, height: 1, data: Uint8Array.of(r!, g!, b!) }).data]).toEqual([
      y,
    ]);
});

describe('the background', () => {
  const image = luminance(noise(64, 48));
  const magnitude = scharrMagnitude(image);
  const expected = vectors.scharr64x48;

  it('has Scharr gradients with reflected borders', () => {
    expect(sum(image.data)).toBe(expected.lumSum);
    expect(sum(magnitude) / magnitude.length).toBeCloseTo(expected.meanAll, 6);
  });

  it('is eroded by 4 × 4 pixels, but not by the frame', () => {
    const mask = emptyMask(64, 48);
    mask.data.fill(1);
    for (let y = 10; y <= 29; y++) mask.data.fill(0, y * 64 + 20, y * 64 + 40);
    const eroded = erode(mask);
    expect(countOf(eroded)).toBe(expected.erodedCount);
    const inside = magnitude.filter((_, i) => eroded.data[i] === 1);
    expect(sum(inside) / inside.length).toBeCloseTo(expected.meanEroded, 6);
  });
});

describe.each(vectors.resize)('resizing $from to $to', (expected) => {
  const [width, height] = expected.to as [number, number];
  const source = noise(100, 80);

  it('interpolates in the arithmetic of the reference', () => {
    const resized = resizeBilinear(source, width, height);
    expect([0, 1, 2].map((c) => sum(channel(resized, c)))).toEqual(expected.linearSumRGB);
    expect([...channel(resized, 0).subarray(3 * width, 3 * width + 8)]).toEqual(
      expected.linearRow3R,
    );
  });

  it('takes the nearest neighbour', () => {
    const red: Mask = { width: 100, height: 80, data: channel(source, 0) };
    expect(sum(resizeMask(red, width, height).data)).toBe(expected.nearestSumR);
  });
});

it('histograms give mean, variance, entropy and shares of levels', () => {
  const expected = vectors.histogram96x80;
  const mask = emptyMask(96, 80);
  for (let y = 0; y < 80; y++)
    for (let x = 0; x < 96; x++)
      if (36 * (x - 48) ** 2 + 49 * (y - 40) ** 2 <= 64000) mask.data[y * 96 + x] = 1;
  const shares = histogram(luminance(noise(96, 80)), mask);
  expect(countOf(mask)).toBe(expected.maskCount);
  expect(shareOfLevels(shares, 0, 25)).toBeCloseTo(expected['under(0..25)'], 7);
  expect(shareOfLevels(shares, 247, 255)).toBe(expected['over(247..255)']);
  const { mean, variance } = luminanceMoments(shares);
  expect(mean).toBeCloseTo(expected.mean, 6);
  expect(variance).toBeCloseTo(expected.variance, 6);
  expect(entropy(shares)).toBeCloseTo(expected.entropyBits, 5);
});

it.each(vectors.naturalColour)('natural colour of $meanRGB', ({ meanRGB, a, b, raw, scalar }) => {
  const chroma = labChroma(meanRGB as [number, number, number]);
  expect(chroma.a).toBeCloseTo(a, 5);
  expect(chroma.b).toBeCloseTo(b, 5);
  const distance = skinDistance(chroma);
  expect(distance).toBeCloseTo(raw, 5);
  expect(MEASURES.NaturalColour.toScalar(distance)).toBe(scalar);
});

it.each(vectors.alignLMedS)('alignment rejects outliers: $inliers', ({ src, M }) => {
  const { a, b, tx, ty } = alignPoints(points(src))!;
  const [[c, , x], [s, , y]] = M as [[number, number, number], [number, number, number]];
  expect([a, b, tx, ty].map((value) => value.toFixed(6))).toEqual(
    [c, s, x, y].map((value) => (value + 0).toFixed(6)),
  );
});

it('alignment needs distinct points', () => {
  expect(alignPoints(Array.from({ length: 5 }, () => ({ x: 7, y: 7 })))).toBeUndefined();
});

describe.each(vectors.faceMask616)('the landmarked region of $points', (expected) => {
  const region = faceRegion(points(expected.points), 616, 616);

  it('covers the pixels of its coarse raster', () => {
    const { a, b, c, d } = regionSquare(points(expected.points));
    expect([a, b, c, d]).toEqual(expected.box_a_b_c_d);
    expect(countOf(region)).toBe(expected.count);
    const rows = Object.keys(expected.rowCounts);
    expect(Object.fromEntries(rows.map((y) => [y, rowCount(region, Number(y))]))).toEqual(
      expected.rowCounts,
    );
  });
});

describe('sampling into the frame', () => {
  const source = noise(700, 650);

  it('copies pixels that need no interpolation, and is black outside', () => {
    const frame = warpToFrame(source, { a: 1, b: 0, tx: -50, ty: 20 });
    const at = (x: number, y: number) => [...frame.data.subarray((y * 616 + x) * 3).slice(0, 3)];
    expect(at(5, 19)).toEqual([0, 0, 0]);
    expect(at(5, 30)).toEqual([...source.data.subarray((10 * 700 + 55) * 3).slice(0, 3)]);
  });

  it('interpolates bit-exactly like OpenCV 4.14, and marks what the image does not cover', () => {
    const toFrame = { a: 0.8, b: 0.3, tx: 60, ty: -100 };
    const frame = warpToFrame(source, toFrame);
    expect([0, 1, 2].map((c) => sum(channel(frame, c)))).toEqual([36829328, 36871545, 36834575]);
    const row = channel(frame, 0).subarray(300 * 616 + 296, 300 * 616 + 304);
    expect([...row]).toEqual([105, 87, 155, 156, 43, 114, 183, 169]);
    expect(countOf(uncovered(700, 650, toFrame))).toBe(90457);
  });
});
