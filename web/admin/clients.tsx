/** Clients: callers of the service, with credentials, settings and deletion. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { Client, Credentials } from './answers.ts';
import { Appearing } from './appearing.tsx';
import { ClientCard } from './client-card.tsx';
import { ClientSettingsForm } from './client-settings.tsx';
import { DataTable } from './data-table.tsx';
import { DeleteClient } from './delete-client.tsx';
import { Loaded } from './loaded.tsx';
import { NewClient } from './new-client.tsx';
import { may } from './rights.ts';
import { BASE, useAnswer } from './use-answer.ts';
import { Of } from './user-text.tsx';

type Doing = { readonly what: 'open' | 'settings' | 'delete'; readonly client: Client };

export function Clients() {
  const { admin } = t.value;
  const clients = useAnswer<readonly Client[]>('/clients');
  const { refusal, run } = useCalls();
  const [creating, setCreating] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  /** Client whose settings were just changed. */
  const [saved, setSaved] = useState<string>();
  const [credentials, setCredentials] = useState<Credentials>();
  const [deleted, setDeleted] = useState<string>();

  const remove = ({ id }: Client, erase: boolean) =>
    run(async () => {
      setDoing(undefined);
      await ask('DELETE', `${BASE}/clients/${encodeURIComponent(id)}?erase=${erase}`);
      setDeleted(id);
      clients.reload();
    });
  const begin = (what: Doing['what'], client: Client) => {
    setDeleted(undefined);
    setDoing({ what, client });
  };
  return (
    <>
      {credentials && (
        <Appearing key={credentials.key ?? credentials.secret}>
          <ShownOnce credentials={credentials} onClose={() => setCredentials(undefined)} />
        </Appearing>
      )}
      {creating && (
        <Appearing>
          <NewClient
            onCancel={() => setCreating(false)}
            onCreated={(created) => {
              setCreating(false);
              setCredentials(created);
              clients.reload();
            }}
          />
        </Appearing>
      )}
      {(doing?.what === 'open' || doing?.what === 'delete') && (
        <Appearing key={doing.client.id}>
          <ClientCard
            id={doing.client.id}
            onCredentials={(made) => setCredentials({ id: doing.client.id, ...made })}
            onChanged={clients.reload}
            onDelete={() => begin('delete', doing.client)}
            onClose={() => setDoing(undefined)}
          />
        </Appearing>
      )}
      {saved !== undefined && doing === undefined && (
        <Notice tone="good" live title={fill(admin.clients.saved, { id: saved })} />
      )}
      {doing?.what === 'settings' && (
        <Appearing key={doing.client.id}>
          <ClientSettingsForm
            id={doing.client.id}
            onEnd={(changed) => {
              setSaved(changed ? doing.client.id : undefined);
              setDoing(undefined);
              if (changed) clients.reload();
            }}
          />
        </Appearing>
      )}
      <Card
        title={admin.pages.clients}
        end={
          may('change-service') &&
          !creating && (
            <Button kind="main" size="small" onClick={() => setCreating(true)}>
              {admin.clients.create}
            </Button>
          )
        }
      >
        <div class="stack">
          <Refused refusal={refusal} words={{ 400: admin.clients.nowHasTemplates }} />
          {deleted && (
            <Notice tone="good" live title={fill(admin.clients.deleted, { id: deleted })} />
          )}
          <Loaded from={clients}>
            {(rows) => (
              <DataTable
                label={admin.pages.clients}
                rows={rows}
                keyOf={({ id }) => id}
                empty={admin.clients.empty}
                columns={[
                  { title: admin.clients.id, cell: ({ id }) => id },
                  {
                    title: admin.clients.name,
                    cell: ({ name, settings }) =>
                      settings.sandbox ? `${name} (${admin.clients.sandbox})` : name,
                  },
                  {
                    title: admin.clients.place,
                    cell: ({ storage, partition }) => `${storage}.${partition}`,
                  },
                  {
                    title: admin.created,
                    kind: 'time',
                    cell: ({ created }) => formatTime(created),
                  },
                  {
                    title: admin.actions,
                    kind: 'actions',
                    cell: (client) => (
                      <div class="row-actions">
                        <Button size="small" onClick={() => begin('open', client)}>
                          {admin.open} <Of name={client.id} />
                        </Button>
                        {may('change-client') && (
                          <Button
                            size="small"
                            busy={clients.busy}
                            onClick={() => begin('settings', client)}
                          >
                            {admin.clients.settings} <Of name={client.id} />
                          </Button>
                        )}
                      </div>
                    ),
                  },
                ]}
              />
            )}
          </Loaded>
        </div>
      </Card>
      {doing?.what === 'delete' && (
        <DeleteClient
          id={doing.client.id}
          onConfirm={(erase) => remove(doing.client, erase)}
          onCancel={() => begin('open', doing.client)}
        />
      )}
    </>
  );
}

interface ShownOnceProps {
  readonly credentials: Credentials;
  readonly onClose: () => void;
}

function ShownOnce({ credentials: { id, key, secret }, onClose }: ShownOnceProps) {
  const { clients, copied } = t.value.admin;
  return (
    <Notice tone="good" live title={fill(clients.credentials, { id })}>
      <div class="stack-tight">
        <p>{clients.shownOnce}</p>
        {secret !== undefined && (
          <>
            <h2>{clients.secret}</h2>
            <CodeBlock short label={clients.secret} code={secret} />
          </>
        )}
        {key !== undefined && (
          <>
            <h2>{clients.key}</h2>
            <CodeBlock short label={clients.key} code={key} />
          </>
        )}
        <div class="row">
          <Button size="small" onClick={onClose}>
            {copied}
          </Button>
        </div>
      </div>
    </Notice>
  );
}
