/** Rights of the signed-in user. The service decides; the pages only hide the rest. */
import { signal } from '@preact/signals';
import type { Right } from '../../src/operations/rights.ts';

export const rights = signal<readonly Right[]>([]);

/** The only client for an administrator of one. Null: all. */
export const onlyClient = signal<string | null>(null);

export const may = (right: Right): boolean => rights.value.includes(right);
