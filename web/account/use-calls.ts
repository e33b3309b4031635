/** Calls one at a time, for pages that show why the last one was refused. */
import { useRef, useState } from 'preact/hooks';
import { Refusal } from './service.ts';

export interface Calls {
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  /** Runs it after those before; what it throws as `Refusal` is kept to be shown. */
  run(work: () => Promise<void>): void;
  /** Forgets why the last one was refused, when what was wanted is given up. */
  forget(): void;
}

/** @param startAgain called when what was under way has begun anew elsewhere */
export function useCalls(startAgain?: () => void): Calls {
  const [waiting, setWaiting] = useState(0);
  const [refusal, setRefusal] = useState<Refusal>();
  const last = useRef(Promise.resolve());
  const work = async (call: () => Promise<void>) => {
    setRefusal(undefined);
    try {
      await call();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefusal(error);
      if (error.status === 409) startAgain?.();
    } finally {
      setWaiting((calls) => calls - 1);
    }
  };
  const run = (call: () => Promise<void>) => {
    setWaiting((calls) => calls + 1);
    const done = last.current.then(() => work(call));
    last.current = done.catch(() => {});
  };
  return { busy: waiting > 0, refusal, run, forget: () => setRefusal(undefined) };
}
