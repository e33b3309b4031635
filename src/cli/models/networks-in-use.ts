/** The encoder and detector that a start would load, without loading them. */
import type { Config } from '../../config/config.ts';
import { type FaceChoice, readFaceChoice } from '../../engine/open-faces.ts';
import { resolveDetectorName } from '../../faces/detection/detectors.ts';
import { resolveEncoderName } from '../../faces/encoding/encoders.ts';
import { hasDatabase, withStore } from '../local-store.ts';

/** By name; `chosen` is the choice of `models use`. A command that only lists makes no database. */
export async function networksInUse(
  config: Config,
): Promise<{ encoder: string; detector: string; chosen: Partial<FaceChoice> }> {
  const chosen: Partial<FaceChoice> = hasDatabase(config)
    ? await withStore((store) => readFaceChoice(store))
    : {};
  return {
    encoder: await resolveEncoderName(chosen.encoder, config),
    detector: await resolveDetectorName(chosen.detector, config),
    chosen,
  };
}
