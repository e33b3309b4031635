/** Cuts off silent senders, because they hold memory that others need. */
import { DeadlineExceeded } from '../../errors.ts';

/** How fast a request must arrive. */
export interface Pace {
  /** Milliseconds between two checks. */
  readonly window: number;
  /** Least bytes that arrive between two checks. */
  readonly leastBytes: number;
}

/** 6.4 kB a second. A slow mobile connection has ten times that. */
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
    tooSlow(
      new DeadlineExceeded(
        `The request arrives too slowly: less than ${leastBytes / 1000} kB in ${window / 1000} seconds; ` +
          'send less, or over a faster connection.',
      ),
    );
  };
  // If the process itself was busy, reads first what has arrived meanwhile.
  const timer = setInterval(() => setImmediate(look), window);
  timer.unref();
  const stop = () => {
    watching = false;
    clearInterval(timer);
  };
  return stop;
}
