/** State shared by operations while the page is open: the class, and the last face image. */
import { signal } from '@preact/signals';
import { readClassId } from '../../src/bcid.ts';
import type { Sample } from './sample.ts';

/** A positive 64-bit number as text. */
export const classId = signal('1');

/** Kept between operations, so that a newly enrolled image can be verified. */
export const portrait = signal<readonly Sample[]>([]);

/** Rises when the user leaves, so that the next one sees nothing of the earlier visit. */
export const visit = signal(0);

/** Forgets what was shown and chosen. */
export function endVisit(): void {
  portrait.value = [];
  classId.value = '1';
  visit.value++;
}

export const isClassId = (text: string): boolean => readClassId(text) !== undefined;
