/** NoHeadCoverings tells hats from hair. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaceEngine, FaceFacts } from '../../../../src/faces/analysis.ts';
import { sharp } from '../../../../src/faces/image/sharp.ts';
import { headCovering } from '../../../../src/faces/quality/head-covering.ts';
import { MEASURES } from '../../../../src/faces/quality/measures.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { sharedPath } from '../../../../testing/shared.ts';

const scoreOf = (share: number, odds: number, cloth: number) =>
  MEASURES.NoHeadCoverings.toScalar(headCovering({ share, odds, cloth }));

it('needs two networks to mistake hair for a hat', () => {
  expect(scoreOf(0, -12, 0)).toBeGreaterThan(95);
  expect(scoreOf(0.3, -8, 0)).toBeGreaterThan(60);
  expect(scoreOf(0.3, 2, 0)).toBeLessThan(40);
  expect(scoreOf(0.4, 4, 0.2)).toBeLessThan(20);
});

/** Half an ellipse of dark blue above the brows, and its visor. */
async function withCap(image: Uint8Array, { leftEye, rightEye }: FaceFacts): Promise<Buffer> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const unit = leftEye.x - rightEye.x;
  const within = (dx: number, dy: number, width: number, height: number) =>
    (dx / width) ** 2 + (dy / height) ** 2 < 1;
  for (let at = 0; at < info.width * info.height; at++) {
    const dx = ((at % info.width) - (leftEye.x + rightEye.x) / 2) / unit;
    const dy = (Math.floor(at / info.width) - leftEye.y) / unit + 0.6;
    const isVisor = within(dx, dy + 0.05, 1.3, 0.25);
    if (isVisor || (dy < 0 && within(dx, dy, 1.35, 1.5)))
      data.set(isVisor ? [22, 40, 75] : [29, 52 + 8 * dy, 97], at * 3);
  }
  const { width, height } = info;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
}

const london = sharedPath('faces', 'london');
describe.skipIf(london === undefined)('portraits', () => {
  let engine: FaceEngine;
  beforeAll(async () => {
    engine = await testEngine();
  });
  afterAll(() => engine?.close());

  const read = (person: string) => readFile(join(london!, `${person}_neutral.jpg`));
  async function score(image: Uint8Array) {
    const { measurements } = await engine.gradeQuality(image);
    return measurements.find(({ measure }) => measure === 'NoHeadCoverings')!.scalarScore;
  }

  it.each(['045', '067', '105', '143'])('%s: tousled, shaved, fringe', async (person) => {
    expect(await score(await read(person))).toBeGreaterThanOrEqual(50);
  });

  it('a cap drawn over the hair', async () => {
    const image = await read('031');
    const worn = await withCap(image, (await engine.analyse(image)).faces[0]!);
    expect(await score(image)).toBeGreaterThan(80);
    expect(await score(worn)).toBeLessThan(50);
  });
});
