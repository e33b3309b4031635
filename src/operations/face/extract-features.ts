/** Extraction of features for templates that the caller keeps: nothing is stored. */

import { type JobError, jobError } from '../../errors.ts';
import { type Context, type OperationParts, workOf } from '../context.ts';
import type { JobResult } from '../job.ts';
import { shownFaces } from '../liveness/one-person.ts';
import { analyseImages, type SubmittedImage, throwIfCancelled } from '../submitted-image.ts';
import { ODD, refusalsOf } from './enroll.ts';
import { chooseJoining } from './join-class.ts';

export interface ExtractResult extends JobResult {
  /** One per image, in the order given; undefined: the image could not be enrolled either. */
  readonly features: readonly (Float32Array | undefined)[];
  readonly encoderVersion: number;
}

/**
 * The feature vector of every image that shows exactly one face, good enough to be enrolled. All
 * images must be of one person.
 * @throws InvalidImage; Cancelled; Unavailable
 */
export async function extractFeatures(
  { activeEngine }: Pick<OperationParts, 'activeEngine'>,
  context: Context,
  images: readonly SubmittedImage[],
): Promise<ExtractResult> {
  const { engine, encoderVersion } = activeEngine.current();
  const analyses = await analyseImages(engine, images, workOf(context));
  const refusals = await refusalsOf(engine, context, images, analyses);
  throwIfCancelled(context.signal);
  const faces = shownFaces(images, analyses);
  const good = faces.filter(({ field }) =>
    images.some((image, i) => image.field === field && refusals[i] === undefined),
  );
  const { odd } = chooseJoining(engine, good, []);
  const errors = [
    ...refusals.filter((error): error is JobError => error !== undefined),
    ...odd.map(({ field }) => jobError('NotRecognised', `${field}: ${ODD}`)),
  ];
  return {
    status: 'SUCCEEDED',
    errors,
    decision: errors.length > 0 ? 'ENROLLMENT_FAILED' : 'NONE',
    features: analyses.map(({ subject }, i) =>
      (refusals[i] ?? odd.find(({ field }) => field === images[i]!.field))
        ? undefined
        : subject?.features,
    ),
    encoderVersion,
  };
}
