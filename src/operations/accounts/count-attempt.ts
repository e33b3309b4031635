/** An attempt counts before anything of it is looked at, and ends here after too many. */
import type { AttemptLimits, Limited } from '../../access/accounts/attempt-limits.ts';
import { ResourceExhausted } from '../../errors.ts';

/** Counts it as wrong, until `limits` are told better. @throws ResourceExhausted too many were */
export async function countAttempt(
  limits: Pick<AttemptLimits, 'begin'>,
  ...limited: readonly Limited[]
): Promise<void> {
  const wait = await limits.begin(...limited);
  if (wait > 0) throw new ResourceExhausted(`Too many attempts: wait ${wait} seconds.`, wait);
}
