/** Negative decisions. That there is no template answers a question. */
export const NEGATIVE_DECISIONS = [
  'not verified',
  'not live',
  'not signed in',
  'not accepted',
  'NOT_RECOGNIZED',
  'ENROLLMENT_FAILED',
] as const;

export type NegativeDecision = (typeof NEGATIVE_DECISIONS)[number];
