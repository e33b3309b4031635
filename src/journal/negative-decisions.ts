/** Negative decisions. A missing template is an answer, not a negative decision. */
export const NEGATIVE_DECISIONS = [
  'not verified',
  'not live',
  'not signed in',
  'not accepted',
  'NOT_RECOGNIZED',
  'ENROLLMENT_FAILED',
] as const;

export type NegativeDecision = (typeof NEGATIVE_DECISIONS)[number];
