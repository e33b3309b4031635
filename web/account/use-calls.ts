/** Calls one at a time, for pages that show why the last one was refused. */
import { useState } from 'preact/hooks';
import { Refusal } from './service.ts';

export interface Calls {
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  /** Runs it; what it throws as `Refusal` is kept to be shown. */
  run(work: () => Promise<void>): void;
  /** Forgets why the last one was refused, when what was wanted is given up. */
  forget(): void;
}

/** @param startAgain called when what was under way has begun anew elsewhere */
export function useCalls(startAgain?: () => void): Calls {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const work = async (call: () => Promise<void>) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await call();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefusal(error);
      if (error.status === 409) startAgain?.();
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, run: (call) => void work(call), forget: () => setRefusal(undefined) };
}
