/** Applies a client's policy on suspicious cameras: record, or refuse. */
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import { type JobError, jobError } from '../../errors.ts';
import {
  type CaptureReport,
  type CaptureSuspicion,
  captureSuspicions,
} from './capture-suspicions.ts';
import { injectionLevel } from './injection-level.ts';

/** The record about a capture, and the reason for a refusal. */
export interface JudgedCapture {
  readonly suspicions: readonly CaptureSuspicion[];
  readonly errors: readonly JobError[];
}

/** The user does not learn which suspicion it is. The operator does. */
const SUSPICIOUS = jobError(
  'RejectedByObviousFakeDetector',
  'The camera is suspicious: use the camera of the device itself, and a page that describes it.',
);

/** @param report undefined: the page reported nothing about its camera */
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
