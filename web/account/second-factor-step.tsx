/** The second factor: a passkey, or the code of an authenticator app. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { useKeptFocus } from '../design/kept-focus.ts';
import { t } from '../language.ts';
import type { SecondFactor } from './answers.ts';
import { CodeStep } from './code-step.tsx';
import type { PasskeyBody } from './passkey.ts';
import { knowsPasskeys } from './passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import type { Calls } from './use-calls.ts';

interface SecondFactorStepProps extends Pick<Calls, 'busy' | 'run'> {
  /** Second factors of the user. */
  readonly kinds: readonly SecondFactor[];
  /** Path of the call that receives a passkey. */
  readonly path: string;
  /** The problem of the last code. */
  readonly problem?: string | undefined;
  readonly onCode: (code: string) => void;
  readonly onPasskey: (body: PasskeyBody) => Promise<void>;
}

export function SecondFactorStep(props: SecondFactorStepProps) {
  const { kinds, path, busy, run, problem, onCode, onPasskey } = props;
  const { account, passkeys } = t.value;
  const [byCode, setByCode] = useState(false);
  const place = useKeptFocus<HTMLDivElement>(byCode);
  const known = knowsPasskeys();
  if (!kinds.includes('passkey') || byCode)
    return (
      <div class="kept-focus" ref={place} tabIndex={-1}>
        <CodeStep busy={busy} submit={account.next} problem={problem} onCode={onCode} />
      </div>
    );
  return (
    <div class="stack kept-focus" ref={place} tabIndex={-1}>
      {known ? (
        <>
          <p>{passkeys.unlock}</p>
          <PasskeyButton
            path={path}
            kind="main"
            words={passkeys.use}
            busy={busy}
            run={run}
            onPasskey={onPasskey}
          />
        </>
      ) : (
        <p>{passkeys.notHere}</p>
      )}
      {kinds.includes('code') && (
        <Button kind={known ? 'bare' : 'main'} size="wide" onClick={() => setByCode(true)}>
          {passkeys.codeInstead}
        </Button>
      )}
    </div>
  );
}

/** The title of the step, after its first option. */
export function secondFactorTitle(kinds: readonly SecondFactor[], ofCode: string): string {
  return kinds.includes('passkey') ? t.value.passkeys.step : ofCode;
}
