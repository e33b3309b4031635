/** Grading of the largest photograph with the default networks, in turns with verify's analysis. */
import { startChild } from './child.ts';
import type { QualityQuestion } from './quality-calls.ts';

/** Milliseconds of processor time, one value per pass. */
export interface QualitySpeed {
  readonly grade: readonly number[];
  readonly verify: readonly number[];
}

const WARM_UP = 3;

export async function measureQuality(
  dataDir: string,
  jpeg: Uint8Array,
  passes: number,
): Promise<QualitySpeed> {
  const child = await startChild<QualityQuestion, number>('./quality-calls.ts', [dataDir]);
  const speed = { grade: [] as number[], verify: [] as number[] };
  for (let i = -WARM_UP; i < passes; i++) {
    const grade = await child.ask({ call: 'grade', jpeg });
    const verify = await child.ask({ call: 'verify', jpeg });
    if (i < 0) continue;
    speed.grade.push(grade);
    speed.verify.push(verify);
  }
  child.stop();
  return speed;
}
