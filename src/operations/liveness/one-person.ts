/** Checks that images, taken at one moment, show one person. */
import { MOST_SAMPLES } from '../../access/tasks/samples.ts';
import { InvalidArgument, type JobError, jobError } from '../../errors.ts';
import type { FaceEngine, ImageAnalysis } from '../../faces/analysis.ts';
import type { Context } from '../context.ts';
import type { SubmittedImage } from '../submitted-image.ts';

/** Rate for each image against the first one. All come from one moment and one camera. */
const SAME_PERSON_FALSE_MATCH_RATE = 0.001;

/** Whether all images of the call must show one person. True for an attempt of a token. */
export const demandsOnePerson = ({ permit }: Pick<Context, 'permit'>): boolean =>
  permit !== undefined;

/** @throws InvalidArgument more than a task takes, with the member */
export function requireImagesOfAttempt(context: Context, { length }: readonly unknown[]): void {
  if (demandsOnePerson(context) && length > MOST_SAMPLES)
    throw new InvalidArgument(
      `images: at most ${MOST_SAMPLES} of one person in an attempt, ${length} given`,
    );
}

/** The error for an image of another person than the first. */
export const notTheFirst = (field: string): JobError =>
  jobError('RejectedByActiveLiveDetection', `${field}: This is not the person of the first image.`);

/** Errors for images of another person than the first. Images without a face pass. */
export function strangersAmong(
  engine: Pick<FaceEngine, 'compare' | 'threshold'>,
  images: readonly Pick<SubmittedImage, 'field'>[],
  analyses: readonly Pick<ImageAnalysis, 'subject'>[],
): readonly JobError[] {
  const first = analyses.find(({ subject }) => subject !== undefined)?.subject;
  if (first === undefined) return [];
  const least = engine.threshold(SAME_PERSON_FALSE_MATCH_RATE, 1);
  return analyses.flatMap(({ subject }, i) => {
    if (subject === undefined || subject === first) return [];
    const alike = engine.compare(subject.features, [first.features]) >= least;
    return alike ? [] : [notTheFirst(images[i]!.field)];
  });
}
