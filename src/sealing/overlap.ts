/** For how long a key or secret of a client stays valid beside the one that replaces it. */
import { DAY_SECONDS } from '../durations.ts';
import { InvalidArgument } from '../errors.ts';

/** A day, in which every instance of the client can take over what is new. */
export const DEFAULT_OVERLAP_SECONDS = DAY_SECONDS;
/** The time for every instance of a client to take over a new key. */
const MOST_OVERLAP_DAYS = 90;

/** @throws InvalidArgument older keys would stay valid for longer than anybody needs */
export function checkOverlap(seconds: number): void {
  if (!(seconds >= 0 && seconds <= MOST_OVERLAP_DAYS * DAY_SECONDS))
    throw new InvalidArgument(`overlapSeconds: expected at most ${MOST_OVERLAP_DAYS} days`);
}
