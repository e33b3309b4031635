/** Ends long work in good order: the first Ctrl-C is noticed, the second one ends at once. */
import { note } from '../output.ts';

export interface Interruption {
  readonly happened: boolean;
  /** Stops watching. */
  end(): void;
}

export function watchInterruption(): Interruption {
  let happened = false;
  const notice = () => {
    if (happened) return;
    happened = true;
    // Node's own behaviour is back for the second signal.
    end();
    note('prosopon: interrupted; finishing the face images that are begun (again: stop at once)');
  };
  const end = () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, notice);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, notice);
  return {
    get happened() {
      return happened;
    },
    end,
  };
}
