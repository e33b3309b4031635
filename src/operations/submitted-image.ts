/** Submitted images: analysed a few at a time, and named when they are no images. */

import { inLanes as lanesOf } from '../async.ts';
import { Cancelled, InvalidImage, type JobError, jobError } from '../errors.ts';
import type { AnalyseOptions, FaceEngine, ImageAnalysis } from '../faces/analysis.ts';
import type { CallWork } from './context.ts';

export interface SubmittedImage {
  /** Encoded image: JPEG, PNG, … */
  readonly bytes: Uint8Array;
  /** Name of the request member, such as `images[1].image`. */
  readonly field: string;
}

/** @throws InvalidImage naming the field; Cancelled; Unavailable */
export async function analyseImage(
  engine: FaceEngine,
  image: SubmittedImage,
  options: AnalyseOptions & CallWork,
): Promise<ImageAnalysis> {
  throwIfCancelled(options.signal);
  return engine.analyse(image.bytes, options).catch(withFieldOf(image));
}

/** Why the image is of no use, in the name of its request member; undefined: it is of use. */
export function problemOf(
  { subject, problem }: ImageAnalysis,
  { field }: Pick<SubmittedImage, 'field'>,
): JobError | undefined {
  if (subject !== undefined) return undefined;
  const { errorCode, message } = jobError(problem ?? 'FaceNotFound');
  return { errorCode, message: `${field}: ${message}` };
}

/** Rethrows an error; an InvalidImage under the name of the request member. */
export function withFieldOf({ field }: Pick<SubmittedImage, 'field'>): (error: unknown) => never {
  return (error) => {
    throw error instanceof InvalidImage ? error.withField(field) : error;
  };
}

/** @throws InvalidImage naming the field; Cancelled; Unavailable */
export function analyseImages(
  engine: FaceEngine,
  images: readonly SubmittedImage[],
  options: AnalyseOptions & CallWork,
): Promise<ImageAnalysis[]> {
  return inLanes(engine, images, (image) => analyseImage(engine, image, options));
}

/** As many images at a time as there are workers; the first failure, in order, ends the call. */
export function inLanes<T, R>(
  engine: Pick<FaceEngine, 'status'>,
  images: readonly T[],
  work: (image: T, index: number) => Promise<R>,
): Promise<R[]> {
  return lanesOf(engine.status().workers, images, work);
}

/** @throws Cancelled the caller has gone: nothing more is to be computed or stored for it */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new Cancelled();
}
