/** Both sides of a head: of a person, and of one photograph that is bent and painted for each. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Disguise, puppetOf } from '../../../../../evaluation/bent/puppet.ts';
import type { Camera } from '../../../../../evaluation/liveness/followed-attempt.ts';
import { comparePair } from '../../../../../src/faces/liveness/motion/pair.ts';
import { testEngine } from '../../../../../testing/engine.ts';
import { recordings } from '../../../../../testing/recordings.ts';
import { sharedPath } from '../../../../../testing/shared.ts';
import { cameraBefore, headsOfBen, type Posed } from '../../../../../testing/turned-heads.ts';

const photograph = sharedPath('faces/photos/obama.jpg');
const modelsDir = sharedPath('models');

/** The strongest known: turned little, its folds painted and shifted, its smooth skin left alone. */
const disguise: Disguise = {
  shape: 'turn',
  turn: 0.13,
  nod: 0.12,
  lighting: { light: 1, spots: 6, amplitude: 0.25 },
  room: 0.15,
  noise: 4,
  onFolds: true,
  grown: 0.15,
  grain: 0.06,
  shifted: 0.05,
};

describe.skipIf(modelsDir === undefined)(
  'two images, with frames of both sides between them',
  () => {
    /** The problem of the images alone, and with the frames. */
    async function problemsOf(camera: Camera) {
      const engine = await testEngine({ modelsDir: modelsDir! });
      const see = async (right: number) =>
        engine.analyseLiveness(await camera({ right, up: 0 }, 'image'), { identity: true });
      const glance = async (right: number) =>
        engine.analyseFrame(await camera({ right, up: 0 }, 'frame'), { detail: true });
      const [first, second] = [await see(0), await see(1)];
      const turned = [await glance(1), await glance(-1)];
      return [[], turned].map((frames) => {
        const pair = comparePair(first, second, ['right'], false, frames);
        return pair?.motion.problem ?? pair?.challenge;
      });
    }

    it.skipIf(photograph === undefined)('show a photograph that is painted', async () => {
      const engine = await testEngine({ modelsDir: modelsDir! });
      const puppet = await puppetOf(engine, await readFile(photograph!), disguise, 7);
      expect(await problemsOf(puppet!)).toEqual(['met', 'bent']);
    });

    describe.skipIf(recordings() === undefined)('of a person', () => {
      let heads: readonly Posed[];
      beforeAll(async () => {
        heads = await headsOfBen(await testEngine({ modelsDir: modelsDir! }));
      }, 300_000);

      it('show the person', async () => {
        expect(await problemsOf(cameraBefore(heads))).toEqual(['met', 'met']);
      });
    });
  },
);
