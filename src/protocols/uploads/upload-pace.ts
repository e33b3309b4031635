/** Cuts senders who have gone silent: what they hold is memory that others need. */
import { DeadlineExceeded } from '../../errors.ts';

/** How fast a request has to arrive. */
export interface Pace {
  /** Milliseconds between two checks. */
  readonly window: number;
  /** Bytes that have to have arrived in each. */
  readonly leastBytes: number;
}

/** 6.4 kB a second: a slow mobile connection has ten times that. */
export const DEFAULT_PACE: Pace = Object.freeze({ window: 10_000, leastBytes: 64_000 });

/** Watches a request until the returned function is called. @param received bytes so far */
export function watchPace(
  { window, leastBytes }: Pace,
  received: () => number,
  tooSlow: (error: DeadlineExceeded) => void,
): () => void {
  let before = 0;
  let watching = true;
  const look = () => {
    if (!watching) return;
    const now = received();
    if (now - before >= leastBytes) {
      before = now;
      return;
    }
    stop();
    tooSlow(new DeadlineExceeded('The request arrives too slowly.'));
  };
  // Where the process was busy itself, what has arrived meanwhile is read first.
  const timer = setInterval(() => setImmediate(look), window);
  timer.unref();
  const stop = () => {
    watching = false;
    clearInterval(timer);
  };
  return stop;
}
