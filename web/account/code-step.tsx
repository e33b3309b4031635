/** The second factor: the code in the user's authenticator app. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { t } from '../language.ts';
import { CodeField, codeOf } from './code-field.tsx';

interface CodeStepProps {
  readonly busy: boolean;
  readonly submit: string;
  readonly problem?: string | undefined;
  readonly onCode: (code: string) => void;
}

export function CodeStep({ busy, submit, problem, onCode }: CodeStepProps) {
  const { account } = t.value;
  const [code, setCode] = useState('');
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onCode(codeOf(code));
        setCode('');
      }}
    >
      <CodeField hint={account.codeHint} error={problem} value={code} onValue={setCode} required />
      <Button kind="main" size="wide" type="submit" busy={busy}>
        {submit}
      </Button>
    </form>
  );
}
