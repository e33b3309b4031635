/** Liveness of one image, two images and a video, in turns with the plain analysis of verify. */

import { prepareModel } from '../src/inference/models/prepare.ts';
import { PAD_PACKS } from '../src/inference/packs/pad-packs.ts';
import { startChild } from './child.ts';
import type { LivenessQuestion, LivenessTimes } from './liveness-calls.ts';
import { makeVideoOf, moveSlightly } from './photographs.ts';

/** One value per pass. */
export interface LivenessSpeed {
  /** Milliseconds of processor time. */
  readonly verify: readonly number[];
  readonly oneImage: readonly number[];
  readonly twoImages: readonly number[];
  /** Milliseconds from call to response. */
  readonly video: readonly number[];
  /** The same for CALLS concurrent calls, one image each. */
  readonly together: readonly number[];
}

export const CALLS = 8;
/** Passes until the JavaScript compiler has settled. */
const WARM_UP = 15;

/** @returns undefined if the networks of passive liveness are not installed */
export async function measureLiveness(
  dataDir: string,
  jpeg: Buffer,
  passes: number,
): Promise<LivenessSpeed | undefined> {
  const places = { dataDir, modelsDir: process.env.PROSOPON_MODELS };
  try {
    for (const { name } of PAD_PACKS) await prepareModel(name, places);
  } catch {
    return undefined;
  }
  const child = await startChild<LivenessQuestion, LivenessTimes>('./liveness-calls.ts', [dataDir]);
  const second = await moveSlightly(jpeg);
  const video = await makeVideoOf(jpeg);
  const speed = {
    verify: [] as number[],
    oneImage: [] as number[],
    twoImages: [] as number[],
    video: [] as number[],
    together: [] as number[],
  };
  for (let i = -WARM_UP; i < passes; i++) {
    const verify = await child.ask({ call: 'verify', files: [jpeg] });
    const one = await child.ask({ call: 'images', files: [jpeg] });
    const two = await child.ask({ call: 'images', files: [jpeg, second] });
    if (i < 0) continue;
    speed.verify.push(verify.processor);
    speed.oneImage.push(one.processor);
    speed.twoImages.push(two.processor);
  }
  for (let i = 0; i < Math.ceil(passes / 6); i++) {
    const all = await child.ask({ call: 'images', files: [jpeg], parallel: CALLS });
    speed.together.push(...all.elapsed);
    speed.video.push(...(await child.ask({ call: 'video', files: [video] })).elapsed);
  }
  child.stop();
  return speed;
}
