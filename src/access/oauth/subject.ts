/** Subject identifiers, by which applications know a user. */
import { createHmac } from 'node:crypto';
import type { ProviderKeys } from './keys.ts';

/** Each client knows a user by a different identifier, so that clients cannot link users. */
export function subjectOf(
  { pairwise }: Pick<ProviderKeys, 'pairwise'>,
  userId: string,
  clientId: string,
): string {
  return createHmac('sha256', pairwise).update(`${clientId} ${userId}`).digest('base64url');
}
