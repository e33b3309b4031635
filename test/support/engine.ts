/** The real face engine for tests; its converted models stay in the temporary folder for the next. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { createFaceEngine, type FaceEngineOptions } from '../../src/faces/engine.ts';
import { createEngineSlot } from '../../src/faces/engine-slot.ts';

/** An engine of one worker unless told otherwise. */
export function testEngine(options: Partial<FaceEngineOptions> = {}): Promise<FaceEngine> {
  const dataDir = join(tmpdir(), 'prosopon-test-engine');
  return createFaceEngine({ dataDir, workers: 1, maxPixels: 40_000_000, ...options });
}

/** An engine that is still loading, for tests that never show it a face. */
export function unusedEngine(): FaceEngine {
  const { engine } = createEngineSlot('not needed here');
  const encoder = { name: 'none', fingerprint: 'none', dimension: 8, typicalFaces: [] };
  return Object.create(engine, { encoder: { value: encoder }, close: { value: async () => {} } });
}
