/** Loaded content, or the reason why it is missing. */
import type { ComponentChildren } from 'preact';
import { Refused } from '../account/failures.tsx';
import { Card } from '../design/card.tsx';
import { t } from '../language.ts';
import type { Answer } from './use-answer.ts';

interface LoadedProps<T> {
  readonly from: Answer<T>;
  /** Title of the card that replaces missing content. */
  readonly title?: string;
  readonly children: (answer: T) => ComponentChildren;
}

export function Loaded<T>({ from, title, children }: LoadedProps<T>) {
  if (from.refusal === undefined && from.answer !== undefined) return <>{children(from.answer)}</>;
  const missing = <Missing {...from} />;
  return title === undefined ? missing : <Card title={title}>{missing}</Card>;
}

function Missing({ refusal, reload }: Pick<Answer<unknown>, 'refusal' | 'reload'>) {
  const { account, admin } = t.value;
  if (refusal !== undefined)
    return (
      <Refused
        refusal={refusal}
        words={{ 403: admin.notAdmin, 404: admin.gone, 503: account.refusals[500] }}
        onAgain={reload}
      />
    );
  return <p role="status">{account.loading}</p>;
}
