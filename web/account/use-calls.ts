/** Calls one at a time, for pages that show why the last one was refused. */
import { useRef, useState } from 'preact/hooks';
import { type Refusal, refusalOf } from './service.ts';

export interface Calls {
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  /** Runs it after those before; what it throws is kept to be shown. */
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
