/** What becomes of a suspicious camera, by what the client demands. */
import { expect, it } from 'vitest';
import type { CaptureReport } from '../../../src/operations/liveness/capture-suspicions.ts';
import { judgeCapture } from '../../../src/operations/liveness/judge-capture.ts';

const report = (label: string, ...times: readonly number[]): CaptureReport => ({
  camera: { label },
  frames: times.map((at, picture) => ({ at, picture })),
});

it.each<[string, CaptureReport | undefined, readonly string[]]>([
  ['a camera', report('Integrated Webcam', 1, 2), []],
  ['one sign: frames before those before them', report('Integrated Webcam', 2, 1), ['refuse']],
  ['a program by its name', report('OBS Virtual Camera', 1, 2), ['refuse-likely', 'refuse']],
  ['a program with a second sign', report('OBS', 2, 1), ['refuse-likely', 'refuse']],
  ['no report', undefined, ['refuse-likely', 'refuse']],
])('%s', (_, given, refusing) => {
  const refuses = (['record', 'refuse-likely', 'refuse'] as const).filter(
    (suspiciousCapture) => judgeCapture(given, { suspiciousCapture }).errors.length > 0,
  );
  expect(refuses).toEqual(refusing);
});
