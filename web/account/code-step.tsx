/** The second factor: the code that the person's authenticator app shows. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { t } from '../language.ts';

interface CodeStepProps {
  readonly busy: boolean;
  readonly submit: string;
  readonly onCode: (code: string) => void;
}

export function CodeStep({ busy, submit, onCode }: CodeStepProps) {
  const { account } = t.value;
  const [code, setCode] = useState('');
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onCode(code.replaceAll(/\s/g, ''));
        setCode('');
      }}
    >
      <Field
        label={account.code}
        hint={account.codeHint}
        value={code}
        onValue={setCode}
        inputmode="numeric"
        autocomplete="one-time-code"
        maxLength={12}
        required
      />
      <Button kind="main" size="wide" type="submit" busy={busy}>
        {submit}
      </Button>
    </form>
  );
}
