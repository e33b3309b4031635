/** All stored data: as a file, or erased. */
import { useState } from 'preact/hooks';
import type { Session } from '../account/answers.ts';
import { Refused } from '../account/failures.tsx';
import { ask, save } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Field } from '../design/field.tsx';
import { fill, t } from '../language.ts';
import type { CardProps } from './card-props.ts';

interface DataCardProps extends CardProps {
  readonly onErased: (session: Session) => void;
}

export function DataCard({ user, locked, onErased }: DataCardProps) {
  const { account, profile } = t.value;
  const { busy, refusal, run, forget } = useCalls();
  const [asking, setAsking] = useState(false);
  const [name, setName] = useState('');
  const download = () => run(() => save('/account/v1/data', 'my-data.json'));
  const open = (opened: boolean) => {
    forget();
    setAsking(opened);
  };
  const erase = () => run(async () => onErased(await ask('DELETE', '/account/v1', { name })));
  return (
    <Card title={profile.data}>
      <div class="stack">
        <p>{profile.dataLead}</p>
        <div class="row">
          <Button disabled={locked} busy={busy} onClick={download}>
            {profile.download}
          </Button>
          <Button kind="danger" disabled={locked} onClick={() => open(true)}>
            {profile.erase}
          </Button>
        </div>
        {!asking && <Refused refusal={refusal} words={{ 403: account.signInAgain }} />}
        {asking && (
          <Dialog
            title={profile.eraseQuestion}
            confirm={profile.erase}
            danger
            busy={busy}
            onConfirm={erase}
            onCancel={() => open(false)}
          >
            <p>{profile.eraseWarning}</p>
            <Field
              label={fill(profile.eraseName, { name: user.name })}
              value={name}
              onValue={setName}
              autocomplete="off"
            />
            <Refused
              refusal={refusal}
              words={{ 400: profile.eraseNameWrong, 403: account.signInAgain }}
            />
          </Dialog>
        )}
      </div>
    </Card>
  );
}
