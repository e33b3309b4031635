/** Runs one call at a time, and keeps the reason of the last refusal. */
import { useRef, useState } from 'preact/hooks';
import { type Refusal, refusalOf } from './service.ts';

export interface Calls {
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  /** Runs the work after earlier ones. Keeps its error for display. */
  run(work: () => Promise<void>): void;
  /** Forgets the last refusal when the user gives up. */
  forget(): void;
}

/** @param startAgain called if the session or login has started anew elsewhere */
export function useCalls(startAgain?: () => void): Calls {
  const [waiting, setWaiting] = useState(0);
  const [refusal, setRefusal] = useState<Refusal>();
  const last = useRef(Promise.resolve());
  const work = async (call: () => Promise<void>) => {
    setRefusal(undefined);
    try {
      await call();
    } catch (error) {
      const refused = refusalOf(error);
      setRefusal(refused);
      if (refused.status === 409) startAgain?.();
    } finally {
      setWaiting((calls) => calls - 1);
    }
  };
  const run = (call: () => Promise<void>) => {
    setWaiting((calls) => calls + 1);
    last.current = last.current.then(() => work(call));
  };
  return { busy: waiting > 0, refusal, run, forget: () => setRefusal(undefined) };
}
