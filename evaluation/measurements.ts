/** The calibration and cohort that an evaluation tests, or makes and writes. */
import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CohortFile } from '../src/faces/calibration/cohort-file.ts';
import type { Measurements } from '../src/faces/calibration/measurements.ts';
import { findMeasurements } from '../src/faces/calibration/measurements.ts';
import { DLIB_FACERES } from '../src/faces/encoding/built-in-encoder.ts';
import { findEncoder, resolveEncoderName } from '../src/faces/encoding/encoders.ts';
import type { ModelLocations } from '../src/inference/models/prepare.ts';
import { KNOWN_PACKS } from '../src/inference/packs/known-packs.ts';
import type { MeasuredCalibration } from './calibrate.ts';

/** The output of `--calibrate`. */
export interface MadeMeasurements {
  readonly calibration: MeasuredCalibration;
  readonly cohort: CohortFile | undefined;
}

/**
 * The measurements in a file with its cohort, or the installed ones.
 * @throws Error no such file; ModelError it is damaged
 */
export async function readMeasurements(
  file: string | undefined,
  encoder: string | undefined,
  places: ModelLocations,
): Promise<Measurements> {
  if (file === undefined) return findEncoder(encoder, places);
  await access(file);
  return findMeasurements(await resolveEncoderName(encoder, places), places, [file]);
}

/**
 * Writes a calibration and its cohort.
 * @param file undefined: where the engine looks, which is a part of the project for known encoders,
 *   and belongs to the machine for others
 * @returns path of the calibration
 */
export async function writeMeasurements(
  { calibration, cohort }: MadeMeasurements,
  file: string | undefined,
  dataDir: string,
): Promise<string> {
  const path = file ?? join(placeOf(calibration.encoder, dataDir), `${calibration.encoder}.json`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(calibration)}\n`);
  if (cohort !== undefined)
    await writeFile(path.replace(/\.json$/, '.cohort.json'), `${JSON.stringify(cohort)}\n`);
  return path;
}

function placeOf(encoder: string, dataDir: string): string {
  const known = [DLIB_FACERES, ...KNOWN_PACKS].map(({ name }) => name);
  const shipped = fileURLToPath(new URL('../src/faces/calibration/', import.meta.url));
  return known.includes(encoder) ? shipped : join(dataDir, 'calibration');
}
