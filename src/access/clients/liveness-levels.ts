/** Proofs of liveness, from the weakest to the strongest. */
export const LIVENESS_LEVELS = ['passive', 'video', 'motion', 'challenge'] as const;

export type LivenessLevel = (typeof LIVENESS_LEVELS)[number];
