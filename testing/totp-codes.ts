/** What an authenticator app shows, for tests that need several codes at once: each one is taken once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'otplib';

/** Seconds that a code is shown. */
const STEP = 30;
/** Seconds within which a test has given its code. */
const GIVEN = 6;

/**
 * The code of this half minute, of the one before (−1) or of the next (1): all that are taken. The one
 * before is no longer once this half minute is over, so that its end is waited for where it is near.
 */
export async function codeOf(secret: string, steps: -1 | 0 | 1 = 0): Promise<string> {
  const left = STEP - ((Date.now() / 1000) % STEP);
  // Timers may be early by a millisecond.
  if (steps < 0 && left < GIVEN) await sleep((left + 0.1) * 1000);
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP });
}
