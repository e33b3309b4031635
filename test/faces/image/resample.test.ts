import { describe, expect, it } from 'vitest';
import { resample, toPlanes } from '../../../src/faces/image/resample.ts';

/** Width × height picture whose red is the column, green the row, blue 7. */
function ramp(width: number, height: number) {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set([x, y, 7], (y * width + x) * 3);
  return { width, height, data };
}

const identity = { a: 1, b: 0, tx: 0, ty: 0 };

describe('resampling', () => {
  it('copies pixels under the identity', () => {
    const picture = ramp(20, 10);
    expect(resample(picture, identity, 20, 10).data).toEqual(picture.data);
  });

  it('interpolates when enlarging', () => {
    const out = resample(ramp(20, 10), { a: 0.5, b: 0, tx: 2, ty: 2 }, 8, 8);
    // Output column 4 has its centre at source 2 + 4.5 / 2 = 4.25, that is pixel 3.75.
    expect(out.data[4 * 3]).toBe(4);
    expect(out.data[2]).toBe(7);
  });

  it('averages when reducing, so that a fine pattern becomes grey', () => {
    const width = 64;
    const data = new Uint8Array(width * width * 3);
    for (let i = 0; i < width * width; i++)
      data.fill((i + Math.floor(i / width)) % 2 === 0 ? 255 : 0, i * 3, i * 3 + 3);
    const out = resample({ width, height: width, data }, { a: 4, b: 0, tx: 0, ty: 0 }, 16, 16);
    for (const value of out.data) expect(Math.abs(value - 128)).toBeLessThan(2);
  });

  it('reduces upright images like slightly rotated ones', () => {
    const data = Uint8Array.from({ length: 90 * 70 * 3 }, (_, i) => (i * 7919) >>> 3);
    const picture = { width: 90, height: 70, data };
    for (const a of [1.7, 2.7, 3.3, 9.1])
      for (const outside of [0, 99, 'edge'] as const)
        for (const tx of [-61.3, 0.013, 40.7]) {
          const upright = { a, b: 0, tx, ty: -tx };
          const turned = { ...upright, b: 1e-12 };
          const [one, other] = [upright, turned].map((view) =>
            resample(picture, view, 24, 31, outside),
          );
          expect(one).toEqual(other);
        }
  });

  it('averages rotated images up to the last pixel', () => {
    const data = Uint8Array.from({ length: 40 * 30 * 3 }, (_, i) => (i * 7919) >>> 3);
    const picture = { width: 40, height: 30, data };
    for (const [a, b, tx, ty, n] of [
      [1.3, 0.4, 6, 1, 2],
      [1.9, -0.2, -4, 20, 2],
      [Math.E - 0.2, Math.SQRT1_2, Math.PI * 3, -Math.E, 3],
      [Math.PI + 0.5, -Math.LN2, -Math.E * 3, Math.E * 7, 4],
    ] as const) {
      const out = resample(picture, { a, b, tx, ty }, 24, 18, 'edge');
      const sampled = (x: number, y: number, c: number) => {
        const px = Math.min(39, Math.max(0, Math.floor(a * x - b * y + tx)));
        const py = Math.min(29, Math.max(0, Math.floor(b * x + a * y + ty)));
        return data[(py * 40 + px) * 3 + c]!;
      };
      const steps = Array.from({ length: n }, (_, i) => (i + 0.5) / n);
      const offsets = steps.flatMap((v) => steps.map((u) => [u, v] as const));
      out.data.forEach((value, i) => {
        const [x, y, c] = [Math.floor(i / 3) % 24, Math.floor(i / 72), i % 3];
        const sum = offsets.reduce((total, [u, v]) => total + sampled(x + u, y + v, c), 0);
        expect(value).toBe(Math.floor(sum / offsets.length + 0.5));
      });
    }
  });

  it('interpolates rotated images up to the last pixel', () => {
    const data = Uint8Array.from({ length: 40 * 30 * 3 }, (_, i) => (i * 7919) >>> 3);
    const at = (x: number, y: number, c: number) => data[(y * 40 + x) * 3 + c]!;
    for (const [a, b, tx, ty] of [
      [0.9, 0.1, 5, 2],
      [0.75, 0, 28, 20.5],
      [-0.5, 0.6, 35, 3],
    ] as const) {
      const out = resample({ width: 40, height: 30, data }, { a, b, tx, ty }, 16, 12);
      out.data.forEach((value, i) => {
        const [x, y, c] = [(Math.floor(i / 3) % 16) + 0.5, Math.floor(i / 48) + 0.5, i % 3];
        const [sx, sy] = [a * x - b * y + tx - 0.5, b * x + a * y + ty - 0.5];
        if (sx < 0 || sy < 0 || sx >= 39 || sy >= 29) return;
        const [px, py] = [Math.floor(sx), Math.floor(sy)];
        const between = (p: number, q: number, share: number) => p + (q - p) * share;
        const top = between(at(px, py, c), at(px + 1, py, c), sx - px);
        const bottom = between(at(px, py + 1, c), at(px + 1, py + 1, c), sx - px);
        expect(value).toBe(Math.floor(between(top, bottom, sy - py) + 0.5));
      });
    }
  });

  it('fills the outside with grey, or repeats the edge', () => {
    const picture = ramp(10, 10);
    const shifted = { ...identity, tx: -5 };
    expect(resample(picture, shifted, 4, 4, 99).data[0]).toBe(99);
    expect([...resample(picture, { ...identity, tx: 50 }, 2, 2, 'edge').data.slice(0, 3)]).toEqual([
      9, 0, 7,
    ]);
  });

  it('rotates by the similarity', () => {
    // 90° clockwise: output (x, y) shows source (y, 9 − x).
    const out = resample(ramp(10, 10), { a: 0, b: -1, tx: 0, ty: 10 }, 10, 10);
    expect([...out.data.slice(0, 3)]).toEqual([0, 9, 7]);
    expect([...out.data.slice(9 * 3, 9 * 3 + 3)]).toEqual([0, 0, 7]);
  });
});

describe('network input', () => {
  const normalisation = { mean: [1, 2, 3], scale: [2, 2, 2] } as const;

  it("has planes in the network's order, each with its mean and scale", () => {
    const picture = { width: 1, height: 1, data: Uint8Array.of(10, 20, 30) };
    expect([...toPlanes(picture, { ...normalisation, order: 'RGB' })]).toEqual([18, 36, 54]);
    expect([...toPlanes(picture, { ...normalisation, order: 'BGR' })]).toEqual([58, 36, 14]);
  });

  it('can be mirrored', () => {
    const picture = { width: 2, height: 1, data: Uint8Array.of(1, 2, 3, 5, 2, 3) };
    const plain = { order: 'RGB', mean: [0, 0, 0], scale: [1, 1, 1] } as const;
    expect([...toPlanes(picture, plain, undefined, 0, true)].slice(0, 2)).toEqual([5, 1]);
  });
});
