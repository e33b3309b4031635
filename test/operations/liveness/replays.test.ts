/** What is remembered of images, to recognise them when they come again. */
import { expect, it, vi } from 'vitest';
import type { LiveAnalysis } from '../../../src/faces/analysis.ts';
import { replays } from '../../../src/operations/liveness/replays.ts';

const perceptualHash = new Uint16Array(1024);
const image = { bytes: new Uint8Array(1), field: 'image' };

it.each([
  ['with a face', {}, 1],
  ['without', { problem: 'FaceNotFound' }, 0],
])('the looks of an image %s', async (_, seen, times) => {
  const pictureSeenBefore = vi.fn(async () => false);
  const analysis = { image: seen, perceptualHash } as unknown as LiveAnalysis;
  const guard = { seenBefore: async () => false, pictureSeenBefore };
  expect(await replays(guard, [image], [analysis])).toEqual([]);
  expect(pictureSeenBefore).toHaveBeenCalledTimes(times);
});
