/** The real face engine for tests; its converted models stay in the temporary folder for the next. */
import type { FaceEngine } from '../src/faces/analysis.ts';
import { createFaceEngine, type FaceEngineOptions } from '../src/faces/engine.ts';
import { DECODERS } from './extensions.ts';
import { testModels } from './models.ts';
import { remembering } from './remembered-engine.ts';

interface Shared {
  readonly examining: FaceEngine;
  readonly remembering: FaceEngine;
}

const engines = new Map<string, Promise<Shared>>();

/**
 * An engine with one worker unless told otherwise. Files that run in one process share it and what it
 * found in their pictures, so it ends with the process, not by `close`.
 */
export const testEngine = async (options: Partial<FaceEngineOptions> = {}): Promise<FaceEngine> =>
  (await shared(options)).remembering;

/** The same engine, which examines every picture anew: for tests of work that takes its time. */
export const examiningEngine = async (): Promise<FaceEngine> => (await shared({})).examining;

function shared(options: Partial<FaceEngineOptions>): Promise<Shared> {
  const key = JSON.stringify(options);
  const engine = engines.get(key) ?? startShared(options);
  engines.set(key, engine);
  return engine;
}

async function startShared(options: Partial<FaceEngineOptions>): Promise<Shared> {
  const examining = { ...(await startEngine(options)), close: async () => {} };
  return { examining, remembering: remembering(examining) };
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
