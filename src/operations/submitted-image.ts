/** Submitted images: analysed a few at a time, and named when they are no images. */
import { Cancelled, InvalidImage } from '../errors.ts';
import type { AnalyseOptions, FaceEngine, ImageAnalysis } from '../faces/analysis.ts';

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
  options: AnalyseOptions & { readonly signal: AbortSignal },
): Promise<ImageAnalysis> {
  throwIfCancelled(options.signal);
  return engine.analyse(image.bytes, options).catch(withFieldOf(image));
}

/** Rethrows an error; an InvalidImage under the name of the request member. */
export function withFieldOf({ field }: Pick<SubmittedImage, 'field'>): (error: unknown) => never {
  return (error) => {
    throw error instanceof InvalidImage ? error.withField(field) : error;
  };
}

/**
 * Analyses as many images at a time as there are workers, so that a call of many images leaves the
 * queue to others. The first image, in the order given, that fails ends the call.
 * @throws InvalidImage naming the field; Cancelled; Unavailable
 */
export async function analyseImages(
  engine: FaceEngine,
  images: readonly SubmittedImage[],
  options: AnalyseOptions & { readonly signal: AbortSignal },
): Promise<ImageAnalysis[]> {
  const analyses: ImageAnalysis[] = [];
  const failures = new Map<number, unknown>();
  let next = 0;
  const drain = async () => {
    for (let i = next++; i < images.length && failures.size === 0; i = next++) {
      try {
        analyses[i] = await analyseImage(engine, images[i]!, options);
      } catch (error) {
        failures.set(i, error);
      }
    }
  };
  const lanes = Math.max(1, Math.min(engine.status().workers, images.length));
  await Promise.all(Array.from({ length: lanes }, drain));
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  return analyses;
}

/** @throws Cancelled the caller has gone: nothing more is to be computed or stored for it */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new Cancelled();
}
