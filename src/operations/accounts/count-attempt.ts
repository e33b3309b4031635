/** Counts an attempt before examining it, and refuses it after too many. */
import type { AttemptLimits, Limited } from '../../access/accounts/attempt-limits.ts';
import { ResourceExhausted } from '../../errors.ts';

/** Counts it as wrong until `limits` learn better. @throws ResourceExhausted there were too many */
export async function countAttempt(
  limits: Pick<AttemptLimits, 'begin'>,
  ...limited: readonly Limited[]
): Promise<void> {
  const wait = await limits.begin(...limited);
  if (wait > 0) throw new ResourceExhausted(`Too many attempts: wait ${wait} seconds.`, wait);
}
