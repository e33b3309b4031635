/** The calibration and cohort that an evaluation tests, or makes and writes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CohortFile } from '../src/faces/calibration/cohort-file.ts';
import type { Measurements } from '../src/faces/calibration/measurements.ts';
import { findMeasurements } from '../src/faces/calibration/measurements.ts';
import { findEncoder, resolveEncoderName } from '../src/faces/encoding/encoders.ts';
import type { ModelLocations } from '../src/inference/models/prepare.ts';
import type { MeasuredCalibration } from './calibrate.ts';

const SHIPPED = fileURLToPath(new URL('../src/faces/calibration/', import.meta.url));

/** The output of `--calibrate`. */
export interface MadeMeasurements {
  readonly calibration: MeasuredCalibration;
  readonly cohort: CohortFile | undefined;
}

/**
 * The measurements in a file with its cohort, or the installed ones.
 * @throws ModelError no such file, or it is damaged
 */
export async function readMeasurements(
  file: string | undefined,
  encoder: string | undefined,
  places: ModelLocations,
): Promise<Measurements> {
  if (file === undefined) return findEncoder(encoder, places);
  return findMeasurements(await resolveEncoderName(encoder, places), places, file);
}

/**
 * Writes a calibration and its cohort.
 * @param file undefined: the part of the project in which the engine looks
 * @returns path of the calibration
 */
export async function writeMeasurements(
  { calibration, cohort }: MadeMeasurements,
  file: string | undefined,
): Promise<string> {
  const path = file ?? join(SHIPPED, `${calibration.encoder}.json`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(calibration)}\n`);
  if (cohort !== undefined)
    await writeFile(path.replace(/\.json$/, '.cohort.json'), `${JSON.stringify(cohort)}\n`);
  return path;
}
