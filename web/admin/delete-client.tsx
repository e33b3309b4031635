/** Asks before a client is deleted, and says what goes with it. */
import { useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { Check } from '../design/field.tsx';
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
  const client = useAnswer<ClientDetails>(`/clients/${encodeURIComponent(id)}`);
  return (
    <Dialog
      title={fill(clients.deleteQuestion, { id })}
      confirm={admin.delete}
      danger
      onConfirm={() => onConfirm(erase)}
      onCancel={onCancel}
    >
      <p>{clients.deleteWarning}</p>
      <Loaded from={client}>
        {({ belongings }) => (
          <p>
            {clients.takesAlong}: {belongingsText(belongings)}
          </p>
        )}
      </Loaded>
      <Check checked={erase} onChecked={setErase}>
        {clients.erase}
      </Check>
    </Dialog>
  );
}

export function belongingsText(belongings: ClientDetails['belongings']): string {
  const { clients } = t.value.admin;
  const { webhooks, consents, templates, administrators, sharedWith } = belongings;
  const text = fill(clients.belongings, { webhooks, consents, administrators });
  return sharedWith.length > 0
    ? `${text}; ${fill(clients.templatesStay, { templates, clients: sharedWith.join(', ') })}`
    : `${text}; ${fill(clients.templatesGo, { templates })}`;
}
