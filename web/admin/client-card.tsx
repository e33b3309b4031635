/** One client: how it is used, its addresses, its secrets and keys, and what goes with it. */
import { fill, formatTime, t } from '../language.ts';
import type { ClientDetails } from './answers.ts';
import { ClientAddresses } from './client-addresses.tsx';
import { ClientCredentials } from './client-credentials.tsx';
import { belongingsText, stayingText } from './delete-client.tsx';
import { Fact, Facts } from './facts.tsx';
import { Loaded } from './loaded.tsx';
import { OpenedCard } from './opened-card.tsx';
import { may } from './rights.ts';
import { useAnswer } from './use-answer.ts';

interface ClientCardProps {
  readonly id: string;
  readonly onSecret: (secret: string) => void;
  /** Its name may be another one. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function ClientCard({ id, onSecret, onChanged, onClose }: ClientCardProps) {
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
            <ClientFacts client={known} />
            {may('change-client') && (
              <ClientAddresses key={known.revision} client={known} onChanged={changed} />
            )}
            <ClientCredentials client={known} onSecret={onSecret} onChanged={client.reload} />
          </div>
        )}
      </Loaded>
    </OpenedCard>
  );
}

function ClientFacts({ client }: { readonly client: ClientDetails }) {
  const { clients } = t.value.admin;
  const { name, redirectUris, allowedOrigins, usage, belongings } = client;
  const { lastUsed, ...figures } = usage;
  return (
    <Facts>
      {!may('change-client') && (
        <>
          <Fact name={clients.name}>{name}</Fact>
          <Fact name={clients.redirectUris}>{redirectUris.join(' ') || '–'}</Fact>
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
