/** The encoder and detector that a start would load, without loading them. */
import type { Config } from '../../config/config.ts';
import { readChoice } from '../../engine/open-faces.ts';
import { detectorInUse } from '../../faces/detection/detectors.ts';
import { resolveEncoderName } from '../../faces/encoding/encoders.ts';
import { hasDatabase, withStore } from '../local-store.ts';

/** By name; `chosen` is the choice of `models use`. A command that only lists makes no database. */
export async function networksInUse(
  config: Config,
): Promise<{ encoder: string; detector: string; chosen: string | undefined }> {
  const chosen = hasDatabase(config) ? await withStore(readChoice) : undefined;
  return {
    encoder: await resolveEncoderName(chosen, config),
    detector: await detectorInUse(config),
    chosen,
  };
}
