/** Child process: grades an image by all measures, or analyses it like verify, on one thread. */
import { createFaceEngine } from '../src/faces/engine.ts';
import { processorTimeOf } from '../testing/process-usage.ts';
import { answerParent } from './child.ts';

export interface QualityQuestion {
  readonly call: 'grade' | 'verify';
  readonly jpeg: Uint8Array;
}

const [dataDir] = process.argv.slice(2) as [string];
const engine = await createFaceEngine({ dataDir, workers: 1, maxPixels: 40_000_000 });

/** Milliseconds of processor time. */
async function call({ call: asked, jpeg }: QualityQuestion): Promise<number> {
  return processorTimeOf(() =>
    asked === 'grade' ? engine.gradeQuality(jpeg) : engine.analyse(jpeg),
  );
}

answerParent(call);
