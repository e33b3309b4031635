/** Engines to measure: with the installed networks of liveness, or with our own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/cli/environment.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { createFaceEngine } from '../../src/faces/engine.ts';

/** Describes `--own` in the output. */
export const OWN = 'by the network of this package, as without the pack';

/**
 * Result of `measure` with an engine that has one worker.
 * @param own judges as if no pack were installed
 * @throws Error the networks are not installed
 */
export async function withEngine<T>(
  own: boolean,
  measure: (engine: FaceEngine) => Promise<T>,
): Promise<T> {
  const bare = await mkdtemp(join(tmpdir(), 'prosopon-own-'));
  const places = own ? { dataDir: bare, modelsDir: undefined } : {};
  try {
    const engine = await createFaceEngine({ ...readConfig(), ...places, workers: 1 });
    try {
      return await measure(engine);
    } finally {
      await engine.close();
    }
  } finally {
    await rm(bare, { recursive: true });
  }
}
