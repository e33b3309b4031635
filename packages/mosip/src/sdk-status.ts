/** Statuses of the MOSIP Bio SDK: numbers within a response, not HTTP statuses. */

const STATUSES = {
  ok: [200, 'OK'],
  'invalid-input': [401, 'Invalid Input Parameter - %s'],
  'missing-input': [402, 'Missing Input Parameter - %s'],
  'quality-failed': [403, 'Quality check of Biometric data failed'],
  'not-found': [404, 'Biometrics not found in CBEFF'],
  'poor-quality': [406, 'Data provided is of poor quality'],
} as const;

export type SdkStatus = keyof typeof STATUSES;

/** The response of every SDK operation. */
export function sdkAnswer(status: SdkStatus, response: unknown = null, about = '') {
  const [statusCode, text] = STATUSES[status];
  return { statusCode, statusMessage: text.replace('%s', () => about), response };
}

export type SdkAnswer = ReturnType<typeof sdkAnswer>;
