/** One client: how it is used, when its secrets and keys end, and what goes with it. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Dialog } from '../design/dialog.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { Client } from './answers.ts';
import { Fact, Facts } from './facts.tsx';
import { Loaded } from './loaded.tsx';
import { may } from './rights.ts';
import { BASE, useAnswer } from './use-answer.ts';

/** A client with all that is told of it. */
interface ClientDetails extends Client {
  readonly secret: { readonly created: string; readonly olderEnds?: string };
  readonly keys: readonly {
    readonly keyId: string;
    readonly created: string;
    readonly ends: string | null;
  }[];
  readonly usage: {
    readonly days: number;
    readonly calls: number;
    readonly errors: number;
    readonly lastUsed: string | null;
  };
  readonly belongings: {
    readonly templates: number;
    readonly webhooks: number;
    readonly consents: number;
  };
}

interface ClientCardProps {
  readonly id: string;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

export function ClientCard({ id, onSecret, onClose }: ClientCardProps) {
  const { shell, admin } = t.value;
  const { clients } = admin;
  const path = `/clients/${encodeURIComponent(id)}`;
  const client = useAnswer<ClientDetails>(path);
  const { busy, refusal, run } = useCalls();
  const [asked, setAsked] = useState(false);
  const rotate = () =>
    run(async () => {
      setAsked(false);
      onSecret(
        (await ask<{ readonly secret: string }>('POST', `${BASE}${path}/secrets`, {})).secret,
      );
      client.reload();
    });
  return (
    <Card
      title={id}
      end={
        <Button size="small" onClick={onClose}>
          {shell.close}
        </Button>
      }
    >
      <div class="stack">
        <Refused refusal={refusal} />
        <Loaded from={client}>{(known) => <ClientFacts client={known} />}</Loaded>
        {may('change-client') && (
          <div class="row">
            <Button busy={busy} onClick={() => setAsked(true)}>
              {clients.newSecret}
            </Button>
          </div>
        )}
      </div>
      {asked && (
        <Dialog
          title={fill(clients.newSecretQuestion, { id })}
          confirm={clients.newSecret}
          onConfirm={rotate}
          onCancel={() => setAsked(false)}
        >
          <p>{clients.rotateAbout}</p>
        </Dialog>
      )}
    </Card>
  );
}

function ClientFacts({ client }: { readonly client: ClientDetails }) {
  const { clients } = t.value.admin;
  const { secret, keys, usage, belongings } = client;
  const { lastUsed, ...figures } = usage;
  return (
    <Facts>
      <Fact name={clients.usage}>{fill(clients.usageIs, figures)}</Fact>
      <Fact name={clients.lastUsed}>{lastUsed === null ? '–' : formatTime(lastUsed)}</Fact>
      <Fact name={clients.secret}>{formatTime(secret.created)}</Fact>
      {secret.olderEnds && (
        <Fact name={clients.olderSecret}>
          {fill(clients.ends, { time: formatTime(secret.olderEnds) })}
        </Fact>
      )}
      {keys.map(({ keyId, created, ends }) => (
        <Fact key={keyId} name={clients.key}>
          {formatTime(created)}
          {ends !== null && `, ${fill(clients.ends, { time: formatTime(ends) })}`}
        </Fact>
      ))}
      <Fact name={clients.takesAlong}>
        {fill(clients.belongings, {
          webhooks: belongings.webhooks,
          consents: belongings.consents,
          templates: belongings.templates,
        })}
      </Fact>
    </Facts>
  );
}
