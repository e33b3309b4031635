/** A face engine that is not there yet: answers Unavailable until the loaded one is put in. */
import { Unavailable } from '../errors.ts';
import type { FaceEngine } from './analysis.ts';

export interface EngineSlot {
  /** Stands for the engine that will be there. */
  readonly engine: FaceEngine;
  /** From now on every call goes to `loaded`. To be called once. */
  fill(loaded: FaceEngine): void;
}

/** @param reason told to callers until the engine is there */
export function createEngineSlot(reason: string): EngineSlot {
  let filled: FaceEngine | undefined;
  const loaded = (): FaceEngine => {
    if (filled === undefined) throw new Unavailable(reason, 2);
    return filled;
  };
  return {
    fill(engine) {
      filled = engine;
    },
    engine: {
      get encoder() {
        return loaded().encoder;
      },
      analyse: async (image, options) => loaded().analyse(image, options),
      analyseLiveness: async (image, options) => loaded().analyseLiveness(image, options),
      gradeQuality: async (image, options) => loaded().gradeQuality(image, options),
      missing: async () => filled?.missing() ?? [],
      compare: (probe, reference) => loaded().compare(probe, reference),
      threshold: (fmr, vectors) => loaded().threshold(fmr, vectors),
      toScore: (comparison, vectors) => loaded().toScore(comparison, vectors),
      encodeThumbnail: async (png, signal) => loaded().encodeThumbnail(png, signal),
      status: () => filled?.status() ?? { ready: false, workers: 0, queued: 0 },
      close: async () => filled?.close(),
    },
  };
}
