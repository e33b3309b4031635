/** Crops of passive liveness: where they lie, and what pixels they show. */
import { describe, expect, it } from 'vitest';
import type { Picture } from '../../../src/faces/image/picture.ts';
import { cropArea, cropBilinear, enlarge, shiftInside } from '../../../src/faces/liveness/crops.ts';

/** Red is the column, green the row. */
function ramp(width: number, height: number): Picture {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set([x, y, 7], (y * width + x) * 3);
  return { width, height, data };
}

describe('a box', () => {
  const picture = { width: 100, height: 60, data: new Uint8Array() };

  it('is enlarged around its centre', () => {
    const box = enlarge({ x: 10, y: 20, width: 10, height: 20 }, 2);
    expect(box).toEqual({ x: 5, y: 10, width: 20, height: 40 });
  });

  it('is shifted inside the picture without changing its size', () => {
    const box = shiftInside({ x: -5, y: 30, width: 40, height: 50 }, picture);
    expect(box).toEqual({ x: 0, y: 10, width: 40, height: 50 });
  });

  it('that exceeds the picture is reduced equally in both directions', () => {
    const { width, height, x, y } = shiftInside({ x: 0, y: 0, width: 50, height: 120 }, picture);
    expect([width, height]).toEqual([25, 60]);
    expect([x, y]).toEqual([12.5, 0]);
  });
});

describe('a crop', () => {
  it('of its own size has the same pixels', () => {
    const picture = ramp(20, 16);
    const box = { x: 3, y: 4, width: 8, height: 8 };
    for (const crop of [cropBilinear(picture, box, 8, 8), cropArea(picture, box, 8)]) {
      expect([...crop.data.subarray(0, 6)]).toEqual([3, 4, 7, 4, 4, 7]);
      expect([...crop.data.subarray(-3)]).toEqual([10, 11, 7]);
    }
  });

  it('is enlarged by interpolation, as OpenCV does', () => {
    const picture = ramp(20, 16);
    const crop = cropBilinear(picture, { x: 0, y: 0, width: 4, height: 4 }, 8, 8);
    // Centres at −0.25 (edge), 0.25, 0.75, 1.25 … pixels, rounded.
    const reds = Array.from({ length: 8 }, (_, x) => crop.data[x * 3]);
    expect(reds).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it('by area is the mean of what each pixel covers', () => {
    const crop = cropArea(ramp(64, 64), { x: 0, y: 0, width: 63, height: 63 }, 14);
    // Columns 0..4.5: (0 + 1 + 2 + 3 + 4 × ½) ÷ 4½; then 4.5..9.
    expect([crop.data[0], crop.data[3]]).toEqual([2, 6]);
    expect(crop.data).toHaveLength(14 * 14 * 3);
  });

  it('continues mirrored beyond the border', () => {
    const crop = cropArea(ramp(10, 10), { x: -3, y: 0, width: 8, height: 8 }, 8);
    const reds = Array.from({ length: 8 }, (_, x) => crop.data[x * 3]);
    expect(reds).toEqual([3, 2, 1, 0, 1, 2, 3, 4]);
  });
});
