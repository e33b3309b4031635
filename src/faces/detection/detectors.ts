/** Chooses the detector: YuNet if its pack is installed, else the built-in detector. */
import { type ModelLocations, prepareModel } from '../../inference/models/prepare.ts';
import { YUNET } from '../../inference/packs/detector-packs.ts';
import { findFile, hasPacks } from '../../inference/packs/pack-files.ts';
import type { DetectorFamily, DetectorFile } from './detector.ts';

const BUILT_IN = 'blazeface';

/** Shown if the pack is not installed. */
export const DETECTOR_MISSING =
  `The detector is ${BUILT_IN}; ${YUNET.name} finds small faces more surely: ` +
  `run "prosopon models pull ${YUNET.name}".`;

/** The detector that a start would load. A damaged pack is selected too, to be noticed. */
export async function detectorInUse(locations: ModelLocations): Promise<DetectorFamily> {
  const { path, damaged } = await findFile(YUNET, locations);
  return path !== undefined || damaged.length > 0 ? 'yunet' : BUILT_IN;
}

/** The detector to continue with: the better one as soon as it is installed. */
export const followDetector = async (
  serving: DetectorFamily,
  locations: ModelLocations,
): Promise<DetectorFamily> => ((await hasPacks([YUNET], locations)) ? 'yunet' : serving);

/** @throws ModelError it is damaged */
export async function findDetector(locations: ModelLocations): Promise<DetectorFile> {
  const family = await detectorInUse(locations);
  return { family, file: await prepareModel(family, locations) };
}
