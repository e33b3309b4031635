/** `models check`: whether the networks in use answer as those of the release did. */
import type { Config } from '../../config/config.ts';
import { createFaceEngine } from '../../faces/engine.ts';
import { compareOutputs, type PartComparison } from '../../faces/frozen/compare-outputs.ts';
import { livenessOf, measureOutputs } from '../../faces/frozen/outputs.ts';
import type { ModelLocations } from '../../inference/models/model-cache.ts';
import { networksInUse } from './networks-in-use.ts';

/** @throws ModelError a network is missing or damaged */
export async function checkOutputs(
  config: Config,
  locations: ModelLocations,
): Promise<readonly PartComparison[]> {
  const { encoder, detector, chosen } = await networksInUse(config);
  const { maxPixels } = config;
  const engine = await createFaceEngine({ ...locations, workers: 1, maxPixels, encoder: chosen });
  try {
    const networks = { encoder, detector, liveness: await livenessOf(engine) };
    return compareOutputs(await measureOutputs(engine), networks);
  } finally {
    await engine.close();
  }
}

/** A row of the table. */
export const outputRow = ({ part, networks, state, deviation, tolerance }: PartComparison) => [
  part,
  networks.join(', '),
  state === 'unknown' ? 'not of this release: not compared' : RESULT[state](deviation, tolerance),
];

const RESULT = {
  same: (deviation: number | undefined, tolerance: number) =>
    `as released (off by ${shown(deviation)}, allowed ${tolerance})`,
  different: (deviation: number | undefined, tolerance: number) =>
    deviation === undefined
      ? 'differs: another number of faces or measures'
      : `differs by ${shown(deviation)}, allowed ${tolerance}`,
};

const shown = (deviation = 0) => Number(deviation.toPrecision(2));
