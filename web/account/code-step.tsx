/** A code: of the user's authenticator app, or a recovery code. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { t } from '../language.ts';
import { CodeField, codeOf } from './code-field.tsx';

interface CodeStepProps {
  /** Whether the code of an app will do. Default: true. */
  readonly code?: boolean;
  /** Whether a recovery code will do. Default: false. */
  readonly recovery?: boolean;
  readonly busy: boolean;
  readonly submit: string;
  readonly problem?: string | undefined;
  readonly onCode: (code: string) => void;
}

export function CodeStep(props: CodeStepProps) {
  const { code: byApp = true, recovery = false, busy, submit, problem, onCode } = props;
  const { account, recovery: texts } = t.value;
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
      <CodeField
        recovery={recovery ? (byApp ? 'too' : 'only') : undefined}
        hint={byApp ? account.codeHint : texts.hint}
        error={problem}
        value={code}
        onValue={setCode}
        required
      />
      <Button kind="main" size="wide" type="submit" busy={busy}>
        {submit}
      </Button>
    </form>
  );
}
