/** What was asked for, or why it is not there. */
import type { ComponentChildren } from 'preact';
import { Refused } from '../account/failures.tsx';
import { t } from '../language.ts';
import type { Answer } from './use-answer.ts';

interface LoadedProps<T> {
  readonly from: Answer<T>;
  readonly children: (answer: T) => ComponentChildren;
}

export function Loaded<T>({ from: { answer, refusal, reload }, children }: LoadedProps<T>) {
  const { account, admin } = t.value;
  if (refusal !== undefined)
    return (
      <Refused
        refusal={refusal}
        words={{ 403: admin.notAdmin, 404: admin.gone, 503: account.refusals[500] }}
        onAgain={reload}
      />
    );
  if (answer === undefined) return <p role="status">{account.loading}</p>;
  return <>{children(answer)}</>;
}
