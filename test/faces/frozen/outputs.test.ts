/** The networks answer as they did when they were frozen, and a change is noticed. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compareOutputs } from '../../../src/faces/frozen/compare-outputs.ts';
import { measureOutputs, type Outputs } from '../../../src/faces/frozen/outputs.ts';
import { testEngine } from '../../../testing/engine.ts';

const NETWORKS = { detector: 'blazeface', encoder: 'dlib-faceres', liveness: 'recapture' };

let outputs: Outputs;
beforeAll(async () => {
  outputs = await measureOutputs(await testEngine({ encoder: 'dlib-faceres' }));
});

const states = (changed: Partial<Outputs> = {}, networks = NETWORKS) =>
  Object.fromEntries(
    compareOutputs({ ...outputs, ...changed }, networks).map(({ part, state }) => [part, state]),
  );
const SAME = {
  detection: 'same',
  encoding: 'same',
  thresholds: 'same',
  liveness: 'same',
  quality: 'same',
};

it('are those of the release', () => {
  expect(states()).toEqual(SAME);
  for (const part of Object.values(outputs)) expect(part.length).toBeGreaterThan(4);
});

describe('a change', () => {
  const moved = (values: readonly number[], by: number) => values.map((value) => value + by);

  it.each([
    ['detection', 1.5],
    ['encoding', 0.06],
    ['thresholds', 0.000_01],
    ['liveness', -0.03],
    ['quality', 4],
  ] as const)('of %s is noticed alone', (part, by) => {
    expect(states({ [part]: moved(outputs[part], by) })).toEqual({ ...SAME, [part]: 'different' });
  });

  it('of the number of faces is one', () => {
    expect(states({ detection: outputs.detection.slice(4) })).toEqual({
      ...SAME,
      detection: 'different',
    });
    expect(states({ encoding: [] })).toEqual({ ...SAME, encoding: 'different' });
  });

  it('is not claimed of networks that were never frozen', () => {
    expect(states({}, { ...NETWORKS, encoder: 'my-encoder' })).toEqual({
      ...SAME,
      encoding: 'unknown',
      thresholds: 'unknown',
    });
  });
});

it('tell one encoder and detector from another', async () => {
  const calibrated = compareOutputs(outputs, { ...NETWORKS, encoder: 'mbf', detector: 'yunet' });
  expect(calibrated.find(({ part }) => part === 'encoding')).toMatchObject({ state: 'different' });
  expect(calibrated.find(({ part }) => part === 'thresholds')).toMatchObject({
    state: 'different',
  });
});
