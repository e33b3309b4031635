/** Child process: liveness operations on one worker, next to the plain analysis of verify. */
import { readConfig } from '../src/cli/environment.ts';
import { createFaceEngine } from '../src/faces/engine.ts';
import { examineLiveImages } from '../src/operations/liveness/detect-liveness.ts';
import { examineVideo } from '../src/operations/liveness/detect-video-liveness.ts';
import { processorTimeOf } from '../testing/process-usage.ts';
import { answerParent } from './child.ts';

const [dataDir] = process.argv.slice(2) as [string];
const { modelsDir, maxPixels } = readConfig();
const engine = await createFaceEngine({ dataDir, modelsDir, maxPixels, workers: 1 });
const { signal } = new AbortController();

/** Files to process, with `parallel` concurrent calls. */
export interface LivenessQuestion {
  readonly call: 'verify' | 'images' | 'video';
  readonly files: readonly Uint8Array[];
  readonly parallel?: number;
}

export interface LivenessTimes {
  /** Milliseconds of each call. */
  readonly elapsed: readonly number[];
  /** Milliseconds of processor time per call, of all threads of this process and its workers. */
  readonly processor: number;
}

async function call({ call: kind, files }: LivenessQuestion): Promise<void> {
  const images = files.map((bytes, i) => ({ bytes, field: `image ${i + 1}`, tags: [] }));
  if (kind === 'verify') await engine.analyse(files[0]!);
  else if (kind === 'images') await examineLiveImages(engine, images, { signal });
  else await examineVideo(engine, files[0]!, { signal });
}

async function time(question: LivenessQuestion): Promise<LivenessTimes> {
  const elapsed: number[] = [];
  const processor = await processorTimeOf(() =>
    Promise.all(
      Array.from({ length: question.parallel ?? 1 }, async () => {
        const begun = performance.now();
        await call(question);
        elapsed.push(performance.now() - begun);
      }),
    ),
  );
  return { elapsed, processor: processor / elapsed.length };
}

answerParent(time);
