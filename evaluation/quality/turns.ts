/** Heads that turn in recordings: frames that are turned against frontal ones shortly before or after. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { sampleFrames } from '../../src/faces/liveness/video/video.ts';
import type { Change, Measurements } from './change.ts';
import { TURN } from './degradations.ts';
import { measure } from './measure.ts';
import type { Outcome } from './table.ts';

/** Frames of a recording that are looked at. */
const FRAMES = 80;
/** Degrees: how frontal a head is before, how much it may nod meanwhile, and the ranges it turns by. */
const FRONTAL = 10;
const NOD = 6;
const RANGES = [
  [12, 20],
  [20, 30],
  [30, 60],
] as const;

/** One outcome a range, of the turned frames of all recordings. */
export async function turnHeads(engine: FaceEngine, folder: string): Promise<Outcome[]> {
  const changes: Change[][] = RANGES.map(() => []);
  for (const name of (await readdir(folder).catch((): string[] => [])).sort()) {
    const frames = await framesOf(engine, join(folder, name));
    frames.forEach((after, at) => {
      const range = RANGES.findIndex(([least, most]) => turn(after) >= least && turn(after) < most);
      const before = frontalNear(frames, at);
      if (range >= 0 && before !== undefined) changes[range]!.push({ before, after });
    });
  }
  return RANGES.map(([least, most], i) => ({
    degradation: TURN,
    severity: `${least}° to ${most}° (frames)`,
    changes: changes[i]!,
    lost: 0,
  }));
}

/** Frames with a face, in their order. */
async function framesOf(engine: FaceEngine, file: string): Promise<Measurements[]> {
  const frames: Measurements[] = [];
  const { signal } = new AbortController();
  for await (const { image } of sampleFrames(await readFile(file), { count: FRAMES, signal })) {
    const measurements = await measure(engine, image);
    if (measurements.size > 0) frames.push(measurements);
  }
  return frames;
}

const turn = (frame: Measurements) => Math.abs(frame.get('HeadPoseYaw')!.rawValue);
const nod = (frame: Measurements) => frame.get('HeadPosePitch')!.rawValue;

/** The frontal frame nearest to a place in the recording, without another nod. */
function frontalNear(frames: readonly Measurements[], at: number): Measurements | undefined {
  const fits = (frame: Measurements) =>
    turn(frame) < FRONTAL && Math.abs(nod(frame) - nod(frames[at]!)) < NOD;
  for (let away = 1; away < frames.length; away++)
    for (const beside of [frames[at - away], frames[at + away]])
      if (beside !== undefined && fits(beside)) return beside;
  return undefined;
}
