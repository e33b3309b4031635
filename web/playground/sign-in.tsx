/** Asks for client id and key. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import { resume, type SignInFailure, signIn } from './session.ts';

/** Errors about the typed key. */
const OF_THE_KEY: readonly SignInFailure[] = ['badKey', 'refused'];

export function SignIn() {
  const { signIn: texts } = t.value;
  const [client, setClient] = useState('demo');
  const [key, setKey] = useState('');
  const [failure, setFailure] = useState<SignInFailure>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void resume().then(setFailure);
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(await signIn(client.trim(), key));
    setBusy(false);
  };
  return (
    <Card title={texts.title}>
      <form class="stack sign-in" onSubmit={(event) => void submit(event)}>
        <p class="quiet">{texts.lead}</p>
        {failure && !OF_THE_KEY.includes(failure) && (
          <Notice tone="bad" live title={texts[failure]} />
        )}
        <div class="sign-in-fields">
          <Field
            label={texts.client}
            value={client}
            onValue={setClient}
            autocomplete="off"
            required
          />
          <Field
            label={texts.key}
            value={key}
            onValue={setKey}
            type="password"
            autocomplete="off"
            required
            hint={texts.keyHint}
            error={failure && OF_THE_KEY.includes(failure) ? texts[failure] : undefined}
          />
        </div>
        <div>
          <Button kind="main" type="submit" busy={busy}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </Card>
  );
}
