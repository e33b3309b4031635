/** Subject identifiers: what an application knows a user by. */
import { createHmac } from 'node:crypto';
import type { ProviderKeys } from './keys.ts';

/** The same user has another identifier at each client, so that clients cannot compare notes. */
export function subjectOf(
  { pairwise }: Pick<ProviderKeys, 'pairwise'>,
  userId: string,
  clientId: string,
): string {
  return createHmac('sha256', pairwise).update(`${clientId} ${userId}`).digest('base64url');
}
