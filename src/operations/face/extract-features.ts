/** Extraction of features for templates that the caller keeps: nothing is stored. */

import type { JobError } from '../../errors.ts';
import { type Context, type OperationParts, workOf } from '../context.ts';
import type { JobResult } from '../job.ts';
import { analyseImages, type SubmittedImage, throwIfCancelled } from '../submitted-image.ts';
import { refusalsOf } from './enroll.ts';

export interface ExtractResult extends JobResult {
  /** One per image, in the order given; undefined: the image could not be enrolled either. */
  readonly features: readonly (Float32Array | undefined)[];
  readonly encoderVersion: number;
}

/**
 * The feature vector of every image that shows exactly one face, good enough to be enrolled.
 * @throws InvalidImage; Cancelled; Unavailable
 */
export async function extractFeatures(
  { running }: Pick<OperationParts, 'running'>,
  context: Context,
  images: readonly SubmittedImage[],
): Promise<ExtractResult> {
  const { engine, encoderVersion } = running.current();
  const analyses = await analyseImages(engine, images, workOf(context));
  const refusals = await refusalsOf(engine, context, images, analyses);
  throwIfCancelled(context.signal);
  const errors = refusals.filter((error): error is JobError => error !== undefined);
  return {
    status: 'SUCCEEDED',
    errors,
    decision: errors.length > 0 ? 'ENROLLMENT_FAILED' : 'NONE',
    features: analyses.map(({ subject }, i) =>
      refusals[i] === undefined ? subject?.features : undefined,
    ),
    encoderVersion,
  };
}
