/** How long a client's key or secret stays valid beside its replacement. */
import { DAY_SECONDS } from '../durations.ts';
import { InvalidArgument } from '../errors.ts';

/** A day: time for every instance of the client to switch. */
export const DEFAULT_OVERLAP_SECONDS = DAY_SECONDS;
const MOST_OVERLAP_DAYS = 90;

/** @throws InvalidArgument the overlap is unreasonably long */
export function checkOverlap(seconds: number): void {
  if (!(seconds >= 0 && seconds <= MOST_OVERLAP_DAYS * DAY_SECONDS))
    throw new InvalidArgument(`overlapSeconds: expected at most ${MOST_OVERLAP_DAYS} days`);
}
