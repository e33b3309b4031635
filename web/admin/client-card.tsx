/** One client: its use, addresses, secrets and keys, and deletion. */
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { ClientDetails, Credentials } from './answers.ts';
import { ClientAddresses } from './client-addresses.tsx';
import { ClientCredentials } from './client-credentials.tsx';
import { belongingsText, stayingText } from './delete-client.tsx';
import { Fact, Facts } from './facts.tsx';
import { Loaded } from './loaded.tsx';
import { OpenedCard } from './opened-card.tsx';
import { may } from './rights.ts';
import { useAnswer } from './use-answer.ts';
import { Of } from './user-text.tsx';

interface ClientCardProps {
  readonly id: string;
  /** Receives a new secret or key, which is shown once. */
  readonly onCredentials: (made: Omit<Credentials, 'id'>) => void;
  /** The name may have changed. */
  readonly onChanged: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

const otherSideText = ({ usage: { otherSide } }: ClientDetails) =>
  fill(t.value.admin.clients.otherSide, { otherSide });

/** So many people confuse left and right. */
const FEW = 3;

export function ClientCard({ id, onCredentials, onChanged, onDelete, onClose }: ClientCardProps) {
  const client = useAnswer<ClientDetails>(`/clients/${encodeURIComponent(id)}`);
  const changed = () => {
    client.reload();
    onChanged();
  };
  return (
    <OpenedCard title={id} onClose={onClose}>
      <Loaded from={client}>
        {(known) => (
          <div class="stack">
            {known.settings.sandbox && (
              <Notice tone="warn">{t.value.admin.clients.isSandbox}</Notice>
            )}
            <ClientFacts client={known} />
            {known.usage.otherSide >= FEW && <Notice tone="warn">{otherSideText(known)}</Notice>}
            {may('change-client') && (
              <ClientAddresses key={known.revision} client={known} onChanged={changed} />
            )}
            <ClientCredentials
              client={known}
              onCredentials={onCredentials}
              onChanged={client.reload}
            />
            {may('change-service') && (
              <div class="row">
                <Button kind="danger" onClick={onDelete}>
                  {t.value.admin.delete} <Of name={id} />
                </Button>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </OpenedCard>
  );
}

function ClientFacts({ client }: { readonly client: ClientDetails }) {
  const { clients } = t.value.admin;
  const { name, redirectUris, postLogoutRedirectUris, allowedOrigins, usage, belongings } = client;
  const { lastUsed, ...figures } = usage;
  return (
    <Facts>
      {!may('change-client') && (
        <>
          <Fact name={clients.name}>{name}</Fact>
          <Fact name={clients.redirectUris}>{redirectUris.join(' ') || '–'}</Fact>
          <Fact name={clients.postLogoutRedirectUris}>
            {postLogoutRedirectUris.join(' ') || '–'}
          </Fact>
          <Fact name={clients.allowedOrigins}>{allowedOrigins.join(' ') || '–'}</Fact>
        </>
      )}
      <Fact name={clients.usage}>{fill(clients.usageIs, figures)}</Fact>
      <Fact name={clients.lastUsed}>{lastUsed === null ? '–' : formatTime(lastUsed)}</Fact>
      <Fact name={clients.takesAlong}>{belongingsText(belongings)}</Fact>
      {belongings.sharedWith.length > 0 && (
        <Fact name={clients.stays}>{stayingText(belongings)}</Fact>
      )}
    </Facts>
  );
}
