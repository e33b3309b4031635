import type { ClassId } from './answers.ts';

/** Browsers that round 64-bit numbers must not ask by them. */
export const isExact = (classId: ClassId): boolean =>
  typeof classId === 'bigint' || Number.isSafeInteger(classId);
