/** The table of the reference implementation: raw values, then scalar scores, one row an image. */
import { stringify } from 'csv-stringify/sync';
import { MEASURE_NAMES, type QualityMeasurement } from '../faces/quality/measures.ts';
import type { Refusal } from './faces.ts';

export interface GradedFile {
  readonly file: string;
  readonly measurements: readonly QualityMeasurement[];
  readonly errors: readonly Refusal[];
  readonly milliseconds: number;
}

/** Measures that were not computed have raw value 0 and score −1; of unreadable images all is empty. */
export function toCsv(files: readonly GradedFile[]): string {
  const header = [
    'Filename',
    ...MEASURE_NAMES,
    ...MEASURE_NAMES.map((name) => `${name}.scalar`),
    'assessment_time_in_ms',
  ];
  return stringify(
    [header, ...files.map(row)].map((cells) => [...cells, '']),
    { delimiter: ';' },
  );
}

function row({ file, measurements, errors, milliseconds }: GradedFile): string[] {
  if (errors.some(({ errorCode }) => errorCode === 'ImageReadingError'))
    return [file, ...MEASURE_NAMES.map(() => ''), ...MEASURE_NAMES.map(() => ''), ''];
  const found = MEASURE_NAMES.map((name) => measurements.find(({ measure }) => measure === name));
  return [
    file,
    ...found.map((measured) => number(measured?.rawValue ?? 0)),
    ...found.map((measured) => String(measured?.scalarScore ?? -1)),
    String(milliseconds),
  ];
}

const number = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(6));
