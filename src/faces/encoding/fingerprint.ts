/** Identifies an encoder: templates of different encoders are never compared. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { ModelFile } from '../../inference/models/model-file.ts';
import type { Calibration } from '../calibration/calibration.ts';
import type { Cohort } from './cohort.ts';
import type { EncoderDefinition } from './encoder.ts';

/** Changes with the networks, their crops, the cohort and the calibration. */
export function fingerprintOf(
  files: readonly ModelFile[],
  definition: EncoderDefinition,
  calibration: Calibration,
  cohort: Cohort | undefined,
): string {
  // Names of files say which network or edition they hold.
  const names = files.map(({ path }) => basename(path));
  const text = JSON.stringify([names, definition, calibration.curve, cohort?.digest ?? null]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
