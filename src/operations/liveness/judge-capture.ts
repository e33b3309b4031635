/** What a client wants done about a suspicious camera: put it on record, or refuse. */
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import { type JobError, jobError } from '../../errors.ts';
import {
  type CaptureReport,
  type CaptureSuspicion,
  captureSuspicions,
} from './capture-suspicions.ts';
import { injectionLevel } from './injection-level.ts';

/** What is noted of a capture, and why it is refused. */
export interface JudgedCapture {
  readonly suspicions: readonly CaptureSuspicion[];
  readonly errors: readonly JobError[];
}

/** Which suspicion it is, is for the operator to know. */
const SUSPICIOUS = jobError(
  'RejectedByObviousFakeDetector',
  'The camera is suspicious: use the camera of the device itself, and a page that describes it.',
);

/** @param report undefined: the page told nothing of its camera */
export function judgeCapture(
  report: CaptureReport | undefined,
  { suspiciousCapture }: Pick<ClientSettings, 'suspiciousCapture'>,
): JudgedCapture {
  const suspicions = report === undefined ? [] : captureSuspicions(report);
  const level = injectionLevel(suspicions);
  const suspected = level === 'likely' || (level === 'possible' && suspiciousCapture === 'refuse');
  const refused = suspiciousCapture !== 'record' && (report === undefined || suspected);
  return { suspicions, errors: refused ? [SUSPICIOUS] : [] };
}
