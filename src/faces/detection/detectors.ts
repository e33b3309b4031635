/** Chooses the detector: YuNet if its pack is installed, else the built-in detector. */
import { ModelError } from '../../inference/models/model-error.ts';
import { type ModelLocations, prepareModel } from '../../inference/models/prepare.ts';
import { YUNET } from '../../inference/packs/detector-packs.ts';
import { findPack } from '../../inference/packs/known-packs.ts';
import { findFile, hasPacks } from '../../inference/packs/pack-files.ts';
import type { DetectorFile } from './detector.ts';

/** Its name for `models use`. */
export const BUILT_IN_DETECTOR = 'blazeface';

/** Shown if the pack is not installed. */
export const DETECTOR_MISSING =
  `The detector is ${BUILT_IN_DETECTOR}; ${YUNET.name} finds small faces more surely: ` +
  `run "prosopon models pull ${YUNET.name}".`;

/** The detector of `models use`, or the default. A damaged pack is selected too, to be noticed. */
export async function resolveDetectorName(
  name: string | undefined,
  locations: ModelLocations,
): Promise<string> {
  if (name !== undefined) return name;
  const { path, damaged } = await findFile(YUNET, locations);
  return path !== undefined || damaged.length > 0 ? YUNET.name : BUILT_IN_DETECTOR;
}

/** The detector to continue with if none is chosen: the better one as soon as it is installed. */
export const followDetector = async (
  serving: string,
  locations: ModelLocations,
): Promise<string> => ((await hasPacks([YUNET], locations)) ? YUNET.name : serving);

/** @throws ModelError no such pack, not a detector, or unusable */
export async function findDetector(
  asked: string | undefined,
  locations: ModelLocations,
): Promise<DetectorFile> {
  const name = await resolveDetectorName(asked, locations);
  if (name === BUILT_IN_DETECTOR)
    return { family: 'blazeface', file: await prepareModel(BUILT_IN_DETECTOR, locations) };
  const { kind } = findPack(name);
  if (kind !== 'detector') throw new ModelError(`${name}: a pack of kind ${kind}, not a detector`);
  return { family: 'yunet', file: await prepareModel(name, locations) };
}
