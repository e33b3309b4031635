/** What operations share while the page is open: the class, and the last picture of a face. */
import { signal } from '@preact/signals';
import { readClassId } from '../../src/bcid.ts';
import type { Sample } from './sample.ts';

/** A positive 64-bit number as text. */
export const classId = signal('1');

/** Kept from one operation to the next, so that the picture just enrolled can be verified. */
export const portrait = signal<readonly Sample[]>([]);

/** Rises when somebody leaves: whoever comes next sees nothing of the visit before. */
export const visit = signal(0);

/** Forgets what was shown and chosen. */
export function endVisit(): void {
  portrait.value = [];
  classId.value = '1';
  visit.value++;
}

export const isClassId = (text: string): boolean => readClassId(text) !== undefined;
