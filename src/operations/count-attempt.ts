/** An attempt counts before anything about it is looked at, and ends here where there were too many. */
import type { AttemptLimits, Limited } from '../access/accounts/attempt-limits.ts';
import { ResourceExhausted } from '../errors.ts';

/** Counts it as a wrong one, until `limits` are told better. @throws ResourceExhausted too many were */
export async function countAttempt(
  limits: Pick<AttemptLimits, 'begin'>,
  ...limited: readonly Limited[]
): Promise<void> {
  const wait = await limits.begin(...limited);
  if (wait > 0) throw new ResourceExhausted(`Too many attempts: wait ${wait} seconds.`, wait);
}
