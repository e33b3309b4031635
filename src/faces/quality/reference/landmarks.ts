/** The 98 landmarks as the reference finds them: ADNet on the squared box of the face. */
import type { Session } from '../../../inference/session.ts';
import type { Box, Point } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import { toPlanes } from '../../resample.ts';
import { crop } from '../kernels/crop.ts';
import { resizeBilinear } from '../kernels/resize.ts';
import { roundAway } from '../mapping.ts';

const SIDE = 256;
const LANDMARKS = 98;
const NORMALISATION = {
  order: 'BGR',
  mean: [127.5, 127.5, 127.5],
  scale: [2 / 255, 2 / 255, 2 / 255],
} as const;

/** @throws Error the network does not answer 98 points */
export async function referenceLandmarks(
  network: Session,
  image: Picture,
  box: Box,
): Promise<Point[]> {
  const { x, y, width, height } = squared(box);
  const view = resizeBilinear(crop(image, x, y, width, height), SIDE, SIDE);
  const input = { data: toPlanes(view, NORMALISATION), dims: [1, 3, SIDE, SIDE] };
  const outputs = await network.run({ input });
  const { data } = outputs[network.outputs.at(-1)!]!;
  if (data.length !== 2 * LANDMARKS) throw new Error(`${data.length} values, expected 196`);
  // The height scales both axes, and 255 stands against 256: so does the reference.
  const scale = Math.fround(height / SIDE);
  const place = (value: number, offset: number) =>
    roundAway(Math.fround(Math.fround(((value + 1) / 2) * 255) * scale + offset));
  return Array.from({ length: LANDMARKS }, (_, i) => ({
    x: place(data[2 * i]!, x),
    y: place(data[2 * i + 1]!, y),
  }));
}

/** The box widened to a square; one pixel too wide where it does not come out even. */
export function squared({ x, y, width, height }: Box): Box {
  if (width < height) {
    const left = Math.floor((x + x + width - height) / 2);
    const right = Math.ceil((x + x + width + height) / 2);
    return { x: left, y, width: right - left, height };
  }
  if (height < width) {
    const top = Math.floor((y + y + height - width) / 2);
    const bottom = Math.ceil((y + y + height + width) / 2);
    return { x, y: top, width, height: bottom - top };
  }
  return { x, y, width, height };
}
