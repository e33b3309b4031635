/** The latest messages to a webhook: what they said, what was answered, and sending one again. */
import { useState } from 'preact/hooks';
import { parseExact } from '../../src/text/exact-json.ts';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatTime, t } from '../language.ts';
import { printJson } from '../print-json.ts';
import type { TriedWebhook, Webhook, WebhookMessage } from './answers.ts';
import { DataTable } from './data-table.tsx';
import { Loaded } from './loaded.tsx';
import { OpenedCard } from './opened-card.tsx';
import { may } from './rights.ts';
import { BASE, useAnswer } from './use-answer.ts';
import { Of } from './user-text.tsx';

interface WebhookMessagesProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function WebhookMessages({ webhook: { id, url }, onClose }: WebhookMessagesProps) {
  const { admin } = t.value;
  const { webhooks: words } = admin;
  const path = `/webhooks/${id}/messages`;
  const messages = useAnswer<readonly WebhookMessage[]>(path);
  const { busy, refusal, run } = useCalls();
  const [sent, setSent] = useState<TriedWebhook>();
  const again = (message: WebhookMessage) =>
    run(async () => {
      setSent(undefined);
      setSent(await ask<TriedWebhook>('POST', `${BASE}${path}/${message.id}/again`, {}));
      messages.reload();
    });
  return (
    <OpenedCard title={fill(words.messagesTo, { url })} onClose={onClose}>
      <div class="stack">
        <Refused refusal={refusal} />
        {sent && (
          <Notice
            key={sent}
            tone={sent.taken ? 'good' : 'bad'}
            live
            title={fill(sent.taken ? words.taken : words.notTaken, { url })}
          >
            {sent.problem && <p>{sent.problem}</p>}
          </Notice>
        )}
        <Loaded from={messages}>
          {(rows) => (
            <DataTable
              label={words.messages}
              rows={rows}
              keyOf={(message) => message.id}
              empty={words.noMessages}
              columns={[
                { title: admin.time, cell: ({ created }) => formatTime(created) },
                { title: words.message, cell: (message) => <Body {...message} /> },
                { title: words.state, cell: (message) => <State {...message} /> },
                may('change-client') && {
                  title: admin.actions,
                  kind: 'actions',
                  cell: (message) => (
                    <Button size="small" busy={busy} onClick={() => again(message)}>
                      {words.again} <Of name={message.id} />
                    </Button>
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      </div>
    </OpenedCard>
  );
}

function Body({ body, id }: WebhookMessage) {
  const { webhooks: words } = t.value.admin;
  if (body === null) return <span class="tone-bad">{words.changedMessage}</span>;
  const message = parseExact(body) as { readonly type?: string };
  return (
    <details class="entry-details">
      <summary>
        {message.type} <Of name={id} />
      </summary>
      <pre class="small">{printJson({ id, ...message })}</pre>
    </details>
  );
}

function State({ state, attempts, answer, time }: WebhookMessage) {
  const { webhooks: words } = t.value.admin;
  const tone = { waiting: undefined, taken: 'tone-good', lost: 'tone-bad' }[state];
  return (
    <>
      <span class={tone}>{fill(words.states[state], { time: formatTime(time) })}</span>
      <span class="block small quiet">
        {fill(words.attempts, { count: attempts })}
        {answer && `, ${answer}`}
      </span>
    </>
  );
}
