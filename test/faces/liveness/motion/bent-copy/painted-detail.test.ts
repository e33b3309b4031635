/** One photograph that is bent and painted with detail which nobody photographed. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { puppetOf } from '../../../../../evaluation/bent/puppet.ts';
import { assessMotion } from '../../../../../src/faces/liveness/motion/motion.ts';
import { comparePair } from '../../../../../src/faces/liveness/motion/pair.ts';
import { testEngine } from '../../../../../testing/engine.ts';
import { sharedPath } from '../../../../../testing/shared.ts';

const photograph = sharedPath('faces/photos/obama.jpg');
const modelsDir = sharedPath('models');
const disguise = {
  shape: 'turn',
  turn: 0.2,
  nod: 0.12,
  lighting: { light: 1, spots: 6, amplitude: 0.25 },
  room: 0.15,
  noise: 4,
  grown: 0.3,
  grain: 0.06,
} as const;

it.skipIf(photograph === undefined || modelsDir === undefined)(
  'is detected by the likeness that it costs',
  async () => {
    const engine = await testEngine({ modelsDir: modelsDir! });
    const puppet = await puppetOf(engine, await readFile(photograph!), disguise, 7);
    const see = async (right: number) =>
      engine.analyseLiveness(await puppet!({ right, up: 0 }, 'image'), { identity: true });
    const [first, second] = [await see(0), await see(1)];
    expect(assessMotion(first.view!, second.view!, true).live, 'all else is met').toBe(true);
    expect(comparePair(first, second, ['right'])).toMatchObject({
      motion: { live: false, problem: 'bent' },
      challenge: 'met',
    });
    expect(comparePair(second, first, ['left']), 'the other way round').toMatchObject({
      motion: { live: false, problem: 'bent' },
      challenge: 'met',
    });
  },
);
