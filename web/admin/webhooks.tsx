/** Webhooks: the addresses of applications that are told what happens, and how they do. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { Webhook, WebhookSecret } from './answers.ts';
import { Appearing } from './appearing.tsx';
import { DataTable } from './data-table.tsx';
import { Loaded } from './loaded.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { may } from './rights.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { BASE, useAnswer } from './use-answer.ts';
import { Of } from './user-text.tsx';

type Doing = { readonly what: 'rotate' | 'delete'; readonly webhook: Webhook };

interface Tried {
  readonly url: string;
  readonly taken: boolean;
  readonly problem: string | null;
}

const at = ({ id }: Pick<Webhook, 'id'>) => `${BASE}/webhooks/${id}`;

// Long: the markup of one page, from top to bottom.
export function Webhooks() {
  const { admin } = t.value;
  const { webhooks: words } = admin;
  const webhooks = useAnswer<readonly Webhook[]>('/webhooks');
  const { busy, refusal, run } = useCalls();
  const [creating, setCreating] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const [secret, setSecret] = useState<WebhookSecret>();
  const [tried, setTried] = useState<Tried>();

  const enable = (webhook: Webhook) =>
    run(async () => {
      await ask('PUT', at(webhook), { enabled: true });
      webhooks.reload();
    });
  const attempt = (webhook: Webhook) =>
    run(async () => {
      setTried(undefined);
      const went = await ask<Omit<Tried, 'url'>>('POST', `${at(webhook)}/test`, {});
      setTried({ url: webhook.url, ...went });
    });
  const rotate = (webhook: Webhook, overlap: object) =>
    run(async () => {
      setDoing(undefined);
      const made = await ask<Pick<WebhookSecret, 'secret'>>(
        'POST',
        `${at(webhook)}/secret`,
        overlap,
      );
      setSecret({ url: webhook.url, ...made });
    });
  const remove = (webhook: Webhook) =>
    run(async () => {
      setDoing(undefined);
      await ask('DELETE', at(webhook));
      webhooks.reload();
    });
  return (
    <>
      {secret && (
        <Appearing key={secret.secret}>
          <Notice tone="good" live title={fill(words.secretOf, { url: secret.url })}>
            <p>{words.secretHint}</p>
            <CodeBlock short label={words.secret} code={secret.secret} />
          </Notice>
        </Appearing>
      )}
      {tried && (
        <Appearing key={`${tried.url} ${tried.problem}`}>
          <Notice
            tone={tried.taken ? 'good' : 'bad'}
            live
            title={fill(tried.taken ? words.taken : words.notTaken, { url: tried.url })}
          >
            {tried.problem && <p>{tried.problem}</p>}
          </Notice>
        </Appearing>
      )}
      {creating && (
        <Appearing>
          <NewWebhook
            onCancel={() => setCreating(false)}
            onCreated={(made) => {
              setCreating(false);
              setSecret(made);
              webhooks.reload();
            }}
          />
        </Appearing>
      )}
      <Card
        title={admin.pages.webhooks}
        end={
          may('change-client') &&
          !creating && (
            <Button kind="main" size="small" onClick={() => setCreating(true)}>
              {words.create}
            </Button>
          )
        }
      >
        <div class="stack">
          <Refused refusal={refusal} />
          <Loaded from={webhooks}>
            {(rows) => (
              <>
                {rows.some(({ health }) => health.disabled !== null) && (
                  <Notice tone="warn" title={words.someDisabled}>
                    <p>{words.someDisabledHint}</p>
                  </Notice>
                )}
                <DataTable
                  label={admin.pages.webhooks}
                  rows={rows}
                  keyOf={({ id }) => id}
                  empty={words.empty}
                  columns={[
                    {
                      title: words.url,
                      cell: ({ url }) => <span class="web-address">{url}</span>,
                    },
                    { title: admin.client, cell: ({ clientId }) => clientId },
                    { title: words.events, cell: ({ events }) => events.join(', ') },
                    { title: words.state, cell: (webhook) => <State {...webhook} /> },
                    { title: words.lost, kind: 'number', cell: ({ health }) => health.lost },
                    may('change-client') && {
                      title: admin.actions,
                      kind: 'actions',
                      cell: (webhook) => (
                        <div class="row-actions">
                          {webhook.health.disabled !== null && (
                            <Button size="small" busy={busy} onClick={() => enable(webhook)}>
                              {words.enable} <Of name={webhook.url} />
                            </Button>
                          )}
                          <Button size="small" busy={busy} onClick={() => attempt(webhook)}>
                            {words.test} <Of name={webhook.url} />
                          </Button>
                          <Button
                            size="small"
                            busy={busy}
                            onClick={() => setDoing({ what: 'rotate', webhook })}
                          >
                            {words.rotate} <Of name={webhook.url} />
                          </Button>
                          <Button
                            size="small"
                            kind="danger"
                            busy={busy}
                            onClick={() => setDoing({ what: 'delete', webhook })}
                          >
                            {admin.delete} <Of name={webhook.url} />
                          </Button>
                        </div>
                      ),
                    },
                  ]}
                />
              </>
            )}
          </Loaded>
        </div>
      </Card>
      {doing?.what === 'rotate' && (
        <RotateDialog
          title={fill(words.rotateQuestion, { url: doing.webhook.url })}
          confirm={words.rotate}
          about={words.rotateAbout}
          onConfirm={(overlap) => rotate(doing.webhook, overlap)}
          onCancel={() => setDoing(undefined)}
        />
      )}
      {doing?.what === 'delete' && (
        <Dialog
          title={fill(words.deleteQuestion, { url: doing.webhook.url })}
          confirm={admin.delete}
          danger
          onConfirm={() => remove(doing.webhook)}
          onCancel={() => setDoing(undefined)}
        >
          <p>{words.deleteWarning}</p>
        </Dialog>
      )}
    </>
  );
}

/** What the service says of a webhook that somebody disabled; every other problem is the receiver's. */
const BY_HAND = 'by an administrator';

function State({ health }: Webhook) {
  const { webhooks: words } = t.value.admin;
  const { disabled, failingSince, delivered, problem } = health;
  if (disabled !== null)
    return (
      <span class="tone-bad">
        {fill(words.disabled, {
          time: formatTime(disabled),
          problem: problem === BY_HAND ? words.byHand : (problem ?? ''),
        })}
      </span>
    );
  if (failingSince !== null)
    return (
      <span class="tone-warn">
        {fill(words.failing, { time: formatTime(failingSince), problem: problem ?? '' })}
      </span>
    );
  return (
    <span>
      {delivered === null ? words.untold : fill(words.told, { time: formatTime(delivered) })}
    </span>
  );
}
