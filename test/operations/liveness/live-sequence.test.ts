/** A sequence is of one person from its first image to its last. */
import { expect, it } from 'vitest';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { examineSequence } from '../../../src/operations/liveness/live-sequence.ts';

/** Sees in an image the number it holds, and takes it for the angle between two people. */
const engine = {
  status: () => ({ ready: true, workers: 1, queued: 0 }),
  analyseLiveness: async ([degrees]: Uint8Array) => {
    const angle = (degrees! * Math.PI) / 180;
    return {
      image: { width: 1, height: 1, rotated: 0, faces: [], subject: {}, qualityAssessments: [] },
      identity: Float32Array.of(Math.cos(angle), Math.sin(angle)),
      fakes: [],
      hash: new Uint8Array(32),
    };
  },
} as unknown as FaceEngine;

const strangersIn = async (...degrees: readonly number[]) => {
  const images = degrees.map((angle, i) => ({
    ...{ bytes: Uint8Array.of(angle), field: `samples[${i}]`, tags: [] },
  }));
  const work = { share: { client: '', caller: '' }, signal: new AbortController().signal };
  const { decision } = await examineSequence(engine, images, work);
  return decision.errors.flatMap(({ message }) =>
    message.endsWith('not the person of the first image.') ? [message.slice(0, 10)] : [],
  );
};

it('small steps turn nobody into another person', async () => {
  expect(await strangersIn(0, 10, 20, 10)).toEqual([]);
  // Each is alike the one before it.
  expect(await strangersIn(0, 20, 40, 60)).toEqual(['samples[2]', 'samples[3]']);
});
