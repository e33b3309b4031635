/** What whoever is signed in may do here; the service decides, the pages only leave out the rest. */
import { signal } from '@preact/signals';
import type { Right } from '../../src/operations/rights.ts';

export const rights = signal<readonly Right[]>([]);

/** The only client that there is for an administrator of one; null: all. */
export const onlyClient = signal<string | null>(null);

export const may = (right: Right): boolean => rights.value.includes(right);
