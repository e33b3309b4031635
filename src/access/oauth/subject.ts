/** Subject identifiers: how an application knows a user. */
import { createHmac } from 'node:crypto';
import type { ProviderKeys } from './keys.ts';

/** A user has a different identifier at each client, so that clients cannot link them. */
export function subjectOf(
  { pairwise }: Pick<ProviderKeys, 'pairwise'>,
  userId: string,
  clientId: string,
): string {
  return createHmac('sha256', pairwise).update(`${clientId} ${userId}`).digest('base64url');
}
