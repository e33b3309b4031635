/** What operations share while the page is open: the class, and the last picture of a face. */
import { signal } from '@preact/signals';
import type { Sample } from './sample.ts';

/** A positive 64-bit number as text. */
export const classId = signal('1');

/** Kept from one operation to the next, so that the picture just enrolled can be verified. */
export const portrait = signal<readonly Sample[]>([]);

const MOST = 2n ** 63n - 1n;

export function isClassId(text: string): boolean {
  return /^[0-9]{1,19}$/.test(text) && BigInt(text) >= 1n && BigInt(text) <= MOST;
}
