/** Calls of a card whose data another window may change, and their messages. */
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { Refusal } from '../account/service.ts';
import { type Calls, useCalls } from '../account/use-calls.ts';
import { useKeptFocus } from '../design/kept-focus.ts';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';

export interface CardCalls extends Calls {
  /** Whether the data had changed elsewhere, so that the card was refreshed instead. */
  readonly changed: boolean;
  /** Loads the content of the card. */
  readonly load: () => void;
  /** For the container of the card's content. It takes the focus if the pressed element is gone. */
  readonly place: RefObject<HTMLDivElement | null>;
}

/**
 * @param load loads the content of the card
 * @param refresh the same, and whatever else may have changed with it
 * @param shown other dependencies of the content
 */
export function useCardCalls(load: () => Promise<void>, refresh = load, shown = ''): CardCalls {
  const { busy, refusal, run, forget } = useCalls();
  const [changed, setChanged] = useState(false);
  const [made, setMade] = useState(0);
  const place = useKeptFocus<HTMLDivElement>(`${made} ${shown}`);
  const change = async (work: () => Promise<void>) => {
    setChanged(false);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 404)) throw error;
      await refresh();
      setChanged(true);
    } finally {
      setMade((before) => before + 1);
    }
  };
  return {
    busy,
    refusal,
    changed,
    place,
    load: () => run(load),
    run: (work) => run(() => change(work)),
    forget,
  };
}

interface OutcomeProps {
  readonly of: CardCalls;
  readonly words?: Readonly<Record<number, string>>;
  /** Whether the card has never been filled. */
  readonly empty?: boolean;
}

/** Why the last call failed. */
export function Outcome({ of, words = {}, empty = false }: OutcomeProps) {
  const { account } = t.value;
  return (
    <>
      <Refused
        refusal={of.refusal}
        words={{ 403: account.signInAgain, ...words }}
        onAgain={empty ? of.load : undefined}
      />
      {of.changed && <Notice live>{account.changedElsewhere}</Notice>}
    </>
  );
}
