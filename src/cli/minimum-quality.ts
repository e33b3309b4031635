/** `--minimum-quality HeadPoseYaw=50`: a measure of the standard and the score it must reach. */
import { InvalidArgumentError } from 'commander';
import { MEASURE_NAMES, MEASURES } from '../faces/quality/measures.ts';

/** Adds one `measure=score` to those given before. */
export function minimumScore(
  text: string,
  previous: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const [, measure = '', score = ''] = /^([A-Za-z]+)=(\d{1,3})$/.exec(text) ?? [];
  if (!(measure in MEASURES) || !(Number(score) <= 100) || score === '')
    throw new InvalidArgumentError(
      'Expected a measure and a score of 0 to 100, such as HeadPoseYaw=50. ' +
        `Measures are ${MEASURE_NAMES.join(', ')}.`,
    );
  return { ...previous, [measure]: Number(score) };
}
