/** The real face engine for tests; its converted models stay in the temporary folder for the next. */
import type { FaceEngine } from '../src/faces/analysis.ts';
import { createFaceEngine, type FaceEngineOptions } from '../src/faces/engine.ts';
import { DECODERS } from './extensions.ts';
import { testModels } from './models.ts';

const engines = new Map<string, Promise<FaceEngine>>();

/**
 * An engine with one worker unless told otherwise. Files that run in one process share it, so it
 * ends with the process, not by `close`.
 */
export async function testEngine(options: Partial<FaceEngineOptions> = {}): Promise<FaceEngine> {
  const key = JSON.stringify(options);
  const engine = engines.get(key) ?? startEngine(options);
  engines.set(key, engine);
  return { ...(await engine), close: async () => {} };
}

/** An engine of one's own, to be closed. */
export async function startEngine(options: Partial<FaceEngineOptions> = {}): Promise<FaceEngine> {
  const models = await testModels();
  return createFaceEngine({
    ...models,
    workers: 1,
    maxPixels: 40_000_000,
    decoders: DECODERS,
    ...options,
  });
}
