/** Webhooks: addresses of applications that receive events, and their state. */
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
import type { TriedWebhook, Webhook, WebhookSecret } from './answers.ts';
import { Appearing } from './appearing.tsx';
import { DataTable } from './data-table.tsx';
import { Loaded } from './loaded.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { may } from './rights.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { BASE, useAnswer } from './use-answer.ts';
import { Of } from './user-text.tsx';
import { WebhookMessages } from './webhook-messages.tsx';

type Doing = { readonly what: 'rotate' | 'delete'; readonly webhook: Webhook };

type Tried = TriedWebhook & Pick<Webhook, 'url'>;

const at = ({ id }: Pick<Webhook, 'id'>) => `${BASE}/webhooks/${id}`;

export function Webhooks() {
  const { admin } = t.value;
  const { webhooks: words } = admin;
  const webhooks = useAnswer<readonly Webhook[]>('/webhooks');
  const { busy, refusal, run } = useCalls();
  const [creating, setCreating] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const [secret, setSecret] = useState<WebhookSecret>();
  const [tried, setTried] = useState<Tried>();
  const [opened, setOpened] = useState<Webhook>();
  const [deleted, setDeleted] = useState<string>();

  const enable = (webhook: Webhook) =>
    run(async () => {
      await ask('PUT', at(webhook), { enabled: true });
      webhooks.reload();
    });
  const attempt = (webhook: Webhook) =>
    run(async () => {
      setTried(undefined);
      const went = await ask<TriedWebhook>('POST', `${at(webhook)}/test`, {});
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
      setOpened(undefined);
      setDeleted(webhook.url);
      webhooks.reload();
    });
  const begin = (what: Doing['what'], webhook: Webhook) => {
    setDeleted(undefined);
    setDoing({ what, webhook });
  };
  const changes = (webhook: Webhook) => (
    <>
      {webhook.health.disabled !== null && (
        <Button size="small" busy={busy} onClick={() => enable(webhook)}>
          {words.enable} <Of name={webhook.url} />
        </Button>
      )}
      <Button size="small" busy={busy} onClick={() => attempt(webhook)}>
        {words.test} <Of name={webhook.url} />
      </Button>
      <Button size="small" busy={busy} onClick={() => begin('rotate', webhook)}>
        {words.rotate} <Of name={webhook.url} />
      </Button>
      <Button size="small" kind="danger" busy={busy} onClick={() => begin('delete', webhook)}>
        {admin.delete} <Of name={webhook.url} />
      </Button>
    </>
  );
  return (
    <>
      {secret && (
        <Appearing key={secret.secret}>
          <Notice tone="good" live title={fill(words.secretOf, { url: secret.url })}>
            <p>{words.secretHint}</p>
            <CodeBlock short label={words.secret} code={secret.secret} />
            <div class="row">
              <Button size="small" onClick={() => setSecret(undefined)}>
                {admin.copied}
              </Button>
            </div>
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
      {opened && (
        <Appearing key={opened.id}>
          <WebhookMessages webhook={opened} onClose={() => setOpened(undefined)} />
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
          {deleted && <Notice tone="good" live title={fill(words.deleted, { url: deleted })} />}
          <Loaded from={webhooks}>
            {(rows) => (
              <>
                <Disabled count={rows.filter(({ health }) => health.disabled !== null).length} />
                <DataTable
                  label={admin.pages.webhooks}
                  rows={rows}
                  keyOf={({ id }) => id}
                  empty={words.empty}
                  columns={[
                    {
                      title: words.url,
                      cell: ({ url, events }) => (
                        <>
                          <span class="web-address">{url}</span>
                          <span class="block small quiet">{events.join(', ')}</span>
                        </>
                      ),
                    },
                    { title: admin.client, cell: ({ clientId }) => clientId },
                    { title: words.state, cell: (webhook) => <State {...webhook} /> },
                    {
                      title: admin.actions,
                      kind: 'actions',
                      cell: (webhook) => (
                        <div class="row-actions">
                          <Button size="small" onClick={() => setOpened(webhook)}>
                            {words.messages} <Of name={webhook.url} />
                          </Button>
                          {may('change-client') && changes(webhook)}
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

function Disabled({ count }: { readonly count: number }) {
  const { webhooks: words } = t.value.admin;
  if (count === 0) return null;
  return (
    <Notice tone="warn" title={fill(words.someDisabled, { count })}>
      <p>{words.someDisabledHint}</p>
      {may('change-client') && <p>{words.enableThem}</p>}
    </Notice>
  );
}

/** The service's text for a webhook disabled by hand. Every other problem is the receiver's. */
const BY_HAND = 'by an administrator';

function State({ health }: Webhook) {
  const { webhooks: words } = t.value.admin;
  const { tone, text } = stateOf(health);
  return (
    <>
      <span class={tone}>{text}</span>
      {health.lost > 0 && (
        <span class="block small">{fill(words.lost, { count: health.lost })}</span>
      )}
    </>
  );
}

function stateOf({ disabled, failingSince, delivered, problem }: Webhook['health']) {
  const { webhooks: words } = t.value.admin;
  if (disabled !== null) {
    const why = problem === BY_HAND ? words.byHand : (problem ?? '');
    const time = formatTime(disabled);
    return { tone: 'tone-bad', text: fill(words.disabled, { time, problem: why }) };
  }
  if (failingSince !== null) {
    const time = formatTime(failingSince);
    return { tone: 'tone-warn', text: fill(words.failing, { time, problem: problem ?? '' }) };
  }
  const text =
    delivered === null ? words.untold : fill(words.told, { time: formatTime(delivered) });
  return { tone: undefined, text };
}
