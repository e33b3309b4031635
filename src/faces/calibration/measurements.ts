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
  readonly calibration: Calibration;
  /** Absent: feature vectors carry no crowding value. */
  readonly cohort: Cohort | undefined;
}

/**
 * The calibration in `file`, or the first found: made on this machine (`<dataDir>/calibration`), or
 * shipped with the project. The cohort lies beside it.
 * @throws ModelError a file is damaged, they do not belong together, or there is none
 */
export async function findMeasurements(
  encoder: string,
  { dataDir }: ModelLocations,
  file?: string,
): Promise<Measurements> {
  const name = `${encoder}.json`;
  const shipped = fileURLToPath(new URL(name, import.meta.url));
  for (const path of file ? [file] : [join(dataDir, 'calibration', name), shipped]) {
    const text = await readText(path);
    if (text === undefined) continue;
    const calibration = parseCalibration(text, path);
    const cohortPath = path.replace(/\.json$/, '.cohort.json');
    const cohortText = await readText(cohortPath);
    const cohort = cohortText === undefined ? undefined : parseCohort(cohortText, cohortPath);
    if (cohort?.digest !== calibration.cohort)
      throw new ModelError(`${path}: was measured with another cohort than ${cohortPath}`);
    return { calibration, cohort };
  }
  throw new ModelError(`${file ?? shipped} cannot be read`);
}

const readText = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(() => undefined);
