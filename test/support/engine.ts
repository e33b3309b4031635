/** The real face engine for tests; its converted models stay in the temporary folder for the next. */
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { createFaceEngine, type FaceEngineOptions } from '../../src/faces/engine.ts';
import { testModels } from './models.ts';

/** An engine of one worker unless told otherwise. */
export async function testEngine(options: Partial<FaceEngineOptions> = {}): Promise<FaceEngine> {
  const models = await testModels();
  return createFaceEngine({ ...models, workers: 1, maxPixels: 40_000_000, ...options });
}
