/** Finds the measurements of an encoder: its calibration and its cohort. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModelError } from '../../inference/models/model-error.ts';
import type { ModelLocations } from '../../inference/models/prepare.ts';
import type { Cohort } from '../encoding/cohort.ts';
import { type Calibration, parseCalibration } from './calibration.ts';
import { parseCohort } from './cohort-file.ts';

export interface Measurements {
  /** Absent: the scores for given false-match rates have not been measured. */
  readonly calibration: Calibration | undefined;
  /** Absent: feature vectors carry no crowding value. */
  readonly cohort: Cohort | undefined;
}

/**
 * The first calibration found: in one of the paths `beside` a pack, made on this machine (in
 * `<dataDir>/calibration`), or shipped with the project. The cohort lies beside it.
 * @throws ModelError a file is damaged, or they do not belong together
 */
export async function findMeasurements(
  encoder: string,
  { dataDir }: ModelLocations,
  beside: readonly string[] = [],
): Promise<Measurements> {
  const shipped = fileURLToPath(new URL('.', import.meta.url));
  const name = `${encoder}.json`;
  for (const path of [...beside, join(dataDir, 'calibration', name), join(shipped, name)]) {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const calibration = parseCalibration(text, path);
    const cohortPath = path.replace(/\.json$/, '.cohort.json');
    const cohortText = await readFile(cohortPath, 'utf8').catch(() => undefined);
    const cohort = cohortText === undefined ? undefined : parseCohort(cohortText, cohortPath);
    if (cohort?.digest !== calibration.cohort)
      throw new ModelError(`${path}: was measured with another cohort than ${cohortPath}`);
    return { calibration, cohort };
  }
  return { calibration: undefined, cohort: undefined };
}
