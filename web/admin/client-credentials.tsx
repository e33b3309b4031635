/** Secrets and signing keys of a client: their ends, new ones, and ending one at once. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { ClientDetails, Credentials } from './answers.ts';
import { DataTable } from './data-table.tsx';
import { may } from './rights.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { BASE } from './use-answer.ts';
import { Of } from './user-text.tsx';

/** Credentials that can be renewed, named as in the address. */
const NEW = ['secrets', 'keys'] as const;
type New = (typeof NEW)[number];

/** A secret or a key. */
interface Credential {
  readonly what: 'secret' | 'olderSecret' | 'key';
  readonly keyId?: string;
  readonly created?: string;
  /** Null: it stays valid. */
  readonly ends: string | null;
}

const credentialsOf = ({ secret, keys }: ClientDetails): readonly Credential[] => [
  { what: 'secret', created: secret.created, ends: null },
  ...(secret.olderEnds ? [{ what: 'olderSecret', ends: secret.olderEnds } as const] : []),
  ...keys.map((key) => ({ what: 'key', ...key }) as const),
];

interface ClientCredentialsProps {
  readonly client: ClientDetails;
  readonly onCredentials: (made: Omit<Credentials, 'id'>) => void;
  readonly onChanged: () => void;
}

export function ClientCredentials({ client, onCredentials, onChanged }: ClientCredentialsProps) {
  const { clients } = t.value.admin;
  const { busy, refusal, run } = useCalls();
  const [asked, setAsked] = useState<New | Credential>();
  const at = `${BASE}/clients/${encodeURIComponent(client.id)}`;
  const rotate = (what: New, overlap: object) =>
    run(async () => {
      setAsked(undefined);
      onCredentials(await ask('POST', `${at}/${what}`, overlap));
      onChanged();
    });
  const words = {
    secrets: {
      make: clients.newSecret,
      ask: clients.newSecretQuestion,
      about: clients.newSecretAbout,
    },
    keys: { make: clients.rotate, ask: clients.rotateQuestion, about: clients.rotateAbout },
  };
  const end = ({ what, keyId = '' }: Credential) =>
    run(async () => {
      setAsked(undefined);
      const which = what === 'key' ? `keys/${encodeURIComponent(keyId)}` : 'secrets/older';
      await ask('DELETE', `${at}/${which}`);
      onChanged();
    });
  return (
    <div class="stack">
      <h3>{clients.keysAndSecrets}</h3>
      <Refused refusal={refusal} words={{ 409: clients.hasOlderSecret }} />
      <Table
        credentials={credentialsOf(client)}
        onEnd={may('change-client') ? setAsked : undefined}
      />
      {may('change-client') && (
        <div class="row">
          {NEW.map((what) => (
            <Button key={what} busy={busy} onClick={() => setAsked(what)}>
              {words[what].make}
            </Button>
          ))}
        </div>
      )}
      {typeof asked === 'string' && (
        <RotateDialog
          title={fill(words[asked].ask, { id: client.id })}
          confirm={words[asked].make}
          about={words[asked].about}
          onConfirm={(overlap) => rotate(asked, overlap)}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {typeof asked === 'object' && (
        <Dialog
          title={fill(clients.endQuestion, { what: clients[asked.what], id: client.id })}
          confirm={clients.end}
          danger
          onConfirm={() => end(asked)}
          onCancel={() => setAsked(undefined)}
        >
          {asked.keyId && <p>{fill(clients.endedKey, { keyId: asked.keyId })}</p>}
          <p>{clients.endWarning}</p>
        </Dialog>
      )}
    </div>
  );
}

interface TableProps {
  readonly credentials: readonly Credential[];
  /** Absent: the viewer may change nothing. */
  readonly onEnd: ((credential: Credential) => void) | undefined;
}

/** The newest secret cannot be ended: a new one has to replace it first. */
function Table({ credentials, onEnd }: TableProps) {
  const { admin } = t.value;
  const { clients } = admin;
  return (
    <DataTable
      label={clients.keysAndSecrets}
      rows={credentials}
      keyOf={({ what, keyId }) => keyId ?? what}
      empty=""
      columns={[
        {
          title: clients.what,
          cell: ({ what, keyId }) => (
            <>
              {clients[what]} {keyId && <code class="small">{keyId}</code>}
            </>
          ),
        },
        {
          title: admin.created,
          kind: 'time',
          cell: ({ created }) => (created ? formatTime(created) : '–'),
        },
        {
          title: clients.validity,
          cell: ({ ends }) =>
            ends === null ? clients.inForce : fill(clients.ends, { time: formatTime(ends) }),
        },
        onEnd !== undefined && {
          title: admin.actions,
          kind: 'actions',
          cell: (credential) =>
            credential.what !== 'secret' && (
              <div class="row-actions">
                <Button size="small" kind="danger" onClick={() => onEnd(credential)}>
                  {clients.end} <Of name={credential.keyId ?? clients.olderSecret} />
                </Button>
              </div>
            ),
        },
      ]}
    />
  );
}
