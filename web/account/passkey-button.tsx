/** A button that lets the user unlock a passkey, and reports failures. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import { type PasskeyBody, usePasskey } from './passkey.ts';
import type { Calls } from './use-calls.ts';

interface PasskeyButtonProps extends Pick<Calls, 'busy' | 'run'> {
  /** Path of the call that receives it. */
  readonly path: string;
  readonly kind?: 'main' | 'plain';
  /** Label of the button. */
  readonly words: string;
  readonly onPasskey: (body: PasskeyBody) => Promise<void>;
}

export function PasskeyButton(props: PasskeyButtonProps) {
  const { path, kind = 'plain', words, busy, run, onPasskey } = props;
  const { passkeys } = t.value;
  const [cancelled, setCancelled] = useState(false);
  const use = () =>
    run(async () => {
      setCancelled(false);
      const body = await usePasskey(path);
      if (body === undefined) setCancelled(true);
      else await onPasskey(body);
    });
  return (
    <>
      {cancelled && (
        <Notice tone="info" live>
          {passkeys.cancelled}
        </Notice>
      )}
      <Button kind={kind} size="wide" busy={busy} onClick={use}>
        {words}
      </Button>
    </>
  );
}
