/** Has the person make a passkey, which is a second factor of theirs from then on. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import type { Session } from './answers.ts';
import { Refused } from './failures.tsx';
import { knowsPasskeys, makePasskey } from './passkey.ts';
import { ask } from './service.ts';
import { useCalls } from './use-calls.ts';

export const PASSKEYS = '/account/v1/passkeys';

interface AddPasskeyProps {
  /** Given the session in which it is in force. */
  readonly onSession: (session: Session) => void;
  readonly disabled?: boolean;
}

export function AddPasskey({ onSession, disabled = false }: AddPasskeyProps) {
  const { account, passkeys: texts } = t.value;
  const { busy, refusal, run } = useCalls();
  const [cancelled, setCancelled] = useState(false);
  const add = () =>
    run(async () => {
      setCancelled(false);
      const made = await makePasskey(PASSKEYS);
      if (made === undefined) setCancelled(true);
      else onSession(await ask('POST', PASSKEYS, made));
    });
  if (!knowsPasskeys()) return <p class="quiet">{texts.notHere}</p>;
  return (
    <>
      <Refused refusal={refusal} words={{ 400: texts.notAdded, 403: account.signInAgain }} />
      {cancelled && (
        <Notice tone="info" live>
          {texts.addCancelled}
        </Notice>
      )}
      <div>
        <Button disabled={disabled} busy={busy} onClick={add}>
          {texts.add}
        </Button>
      </div>
    </>
  );
}
