/** Adds a webhook to a client. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Check, Choice, Field } from '../design/field.tsx';
import { t } from '../language.ts';
import type { Client, EventDescription, WebhookSecret } from './answers.ts';
import { Loaded } from './loaded.tsx';
import { memberProblems } from './member-problems.ts';
import { BASE, useAnswer } from './use-answer.ts';

interface NewWebhookProps {
  readonly onCreated: (created: WebhookSecret) => void;
  readonly onCancel: () => void;
}

/** Comes with every call, so it is off by default. */
const OFTEN = 'job.ended';

export function NewWebhook({ onCreated, onCancel }: NewWebhookProps) {
  const { shell, admin } = t.value;
  const { webhooks: words } = admin;
  const clients = useAnswer<readonly Client[]>('/clients');
  const events = useAnswer<readonly EventDescription[]>('/webhooks/events');
  const { busy, refusal, run } = useCalls();
  const problems = memberProblems(refusal);
  const [client, setClient] = useState<string>();
  const [url, setUrl] = useState('');
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set([OFTEN]));

  const toggle = (type: string, wanted: boolean) => {
    const next = new Set(without);
    if (wanted) next.delete(type);
    else next.add(type);
    setWithout(next);
  };
  const create = (clientId: string) =>
    run(async () => {
      const types = events.answer?.map(({ type }) => type).filter((type) => !without.has(type));
      const body = { clientId, url: url.trim(), events: types ?? [] };
      onCreated(await ask('POST', `${BASE}/webhooks`, body));
    });
  return (
    <Card title={words.create}>
      <Loaded from={clients}>
        {(all) => {
          const clientId = client ?? all[0]?.id ?? '';
          return (
            <form
              class="stack"
              onSubmit={(event) => {
                event.preventDefault();
                create(clientId);
              }}
            >
              {problems === undefined && <Refused refusal={refusal} />}
              <div class="fields">
                <Choice
                  label={admin.client}
                  error={problems?.clientId}
                  value={clientId}
                  options={all.map(({ id }) => ({ value: id, label: id }))}
                  onValue={setClient}
                />
                <Field
                  label={words.url}
                  hint={words.urlHint}
                  error={problems?.url}
                  value={url}
                  onValue={setUrl}
                  required
                />
              </div>
              <fieldset class="stack-tight">
                <legend>{words.events}</legend>
                {problems?.events && (
                  <span class="field-error" role="alert">
                    {problems.events}
                  </span>
                )}
                {events.answer?.map(({ type }) => (
                  <Check
                    key={type}
                    checked={!without.has(type)}
                    onChecked={(wanted) => toggle(type, wanted)}
                  >
                    <code>{type}</code> {words.about[type as keyof typeof words.about]}
                  </Check>
                ))}
              </fieldset>
              <div class="row">
                <Button kind="main" type="submit" busy={busy}>
                  {words.create}
                </Button>
                <Button onClick={onCancel}>{shell.cancel}</Button>
              </div>
            </form>
          );
        }}
      </Loaded>
    </Card>
  );
}
