/** The separately measured stages of a verification. */

export const STAGES = ['decode', 'detect', 'mesh', 'align', 'encode'] as const;
export type Stage = (typeof STAGES)[number];

/** Milliseconds of each stage in one pass. */
export type StageTimes = Readonly<Record<Stage, number>>;

/** Milliseconds of all stages of a pass. */
export function sumOf(times: StageTimes): number {
  return STAGES.reduce((sum, stage) => sum + times[stage], 0);
}
