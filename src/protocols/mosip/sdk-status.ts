/** Statuses of the MOSIP Bio SDK: numbers within a response, not HTTP statuses. */
import { InvalidArgument } from '../../errors.ts';
import type { JobResult } from '../../operations/job.ts';

const STATUSES = {
  ok: [200, 'OK'],
  'invalid-input': [401, 'Invalid Input Parameter - %s'],
  'missing-input': [402, 'Missing Input Parameter - %s'],
  'quality-failed': [403, 'Quality check of Biometric data failed'],
  'not-found': [404, 'Biometrics not found in CBEFF'],
  'poor-quality': [406, 'Data provided is of poor quality'],
} as const;

type SdkStatus = keyof typeof STATUSES;

/** The response of every SDK operation. */
export function sdkAnswer(status: SdkStatus, response: unknown = null, about = '') {
  const [statusCode, text] = STATUSES[status];
  return { statusCode, statusMessage: text.replace('%s', () => about), response };
}

export type SdkAnswer = ReturnType<typeof sdkAnswer>;

/** The end of a job, and the response to its caller. */
export interface SdkResult extends JobResult {
  readonly answer: SdkAnswer;
}

/** Ends an operation with that status. */
export class SdkRefusal extends InvalidArgument {
  readonly answer: SdkAnswer;

  constructor(status: Exclude<SdkStatus, 'ok'>, about = '') {
    const answer = sdkAnswer(status, null, about);
    super(answer.statusMessage);
    this.answer = answer;
  }
}
