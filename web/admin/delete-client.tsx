/** Asks before deleting a client, and lists what is deleted with it. */
import { useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { Check } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, t } from '../language.ts';
import type { ClientDetails } from './answers.ts';
import { Loaded } from './loaded.tsx';
import { useAnswer } from './use-answer.ts';

interface DeleteClientProps {
  readonly id: string;
  readonly onConfirm: (erase: boolean) => void;
  readonly onCancel: () => void;
}

export function DeleteClient({ id, onConfirm, onCancel }: DeleteClientProps) {
  const { admin } = t.value;
  const { clients } = admin;
  const [erase, setErase] = useState(false);
  const [reminded, setReminded] = useState(false);
  const client = useAnswer<ClientDetails>(`/clients/${encodeURIComponent(id)}`);
  const { templates = 0, sharedWith = [] } = client.answer?.belongings ?? {};
  /** No other client has them, so they would be out of reach. */
  const orphaned = templates > 0 && sharedWith.length === 0;
  return (
    <Dialog
      title={fill(clients.deleteQuestion, { id })}
      confirm={admin.delete}
      danger
      busy={client.busy}
      onConfirm={() => (orphaned && !erase ? setReminded(true) : onConfirm(erase))}
      onCancel={onCancel}
    >
      <p>{clients.deleteWarning}</p>
      <Loaded from={client}>
        {({ belongings }) => (
          <>
            <p>
              {clients.takesAlong}: {belongingsText(belongings)}.
            </p>
            {sharedWith.length > 0 && <p>{stayingText(belongings)}</p>}
          </>
        )}
      </Loaded>
      {orphaned && (
        <Check checked={erase} onChecked={setErase}>
          {fill(clients.erase, { templates })}
        </Check>
      )}
      {reminded && !erase && <Notice tone="bad" live title={fill(clients.hasTemplates, { id })} />}
    </Dialog>
  );
}

type Belongings = ClientDetails['belongings'];

/** Lists what is deleted with the client. */
export function belongingsText({ templates, sharedWith, ...ended }: Belongings): string {
  const { clients } = t.value.admin;
  const text = fill(clients.belongings, ended);
  if (templates === 0 || sharedWith.length > 0) return text;
  return `${text}; ${fill(clients.templatesGo, { templates })}`;
}

/** Lists what stays, because other clients have it, too. */
export function stayingText({ templates, sharedWith }: Belongings): string {
  const { templatesStay } = t.value.admin.clients;
  return fill(templatesStay, { templates, clients: sharedWith.join(', ') });
}
