/** Lets the user create a passkey as a second factor. */
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

interface AddPasskeyProps<T> {
  /** Path of the calls. Absent: those of the profile. */
  readonly path?: string | undefined;
  /** Receives the service's response to the new passkey: a session, or a step of a login. */
  readonly onDone: (answer: T) => void;
  /** Called if the session or login has started anew elsewhere. */
  readonly onOvertaken?: (() => void) | undefined;
  readonly disabled?: boolean;
}

export function AddPasskey<T = Session>(props: AddPasskeyProps<T>) {
  const { path = PASSKEYS, onDone, onOvertaken, disabled = false } = props;
  const { account, passkeys: texts } = t.value;
  const { busy, refusal, run } = useCalls(onOvertaken);
  const [cancelled, setCancelled] = useState(false);
  const add = () =>
    run(async () => {
      setCancelled(false);
      const made = await makePasskey(path);
      if (made === undefined) setCancelled(true);
      else onDone(await ask('POST', path, made));
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
