/** The measures of one image. */
import type { FaceEngine } from '../../src/faces/analysis.ts';
import type { QualityMeasureName } from '../../src/faces/quality/measures.ts';

type Measurements = ReadonlyMap<QualityMeasureName, { readonly rawValue: number }>;

/** @returns none if the image cannot be graded */
export async function measure(engine: FaceEngine, image: Uint8Array): Promise<Measurements> {
  const { measurements } = await engine.gradeQuality(image);
  return new Map(measurements.map((measured) => [measured.measure, measured]));
}
