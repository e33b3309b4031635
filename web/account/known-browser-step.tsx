/** Lets this browser be remembered, for a call that needs a known one. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import { remembering } from './browser-key.ts';
import { Refused } from './failures.tsx';
import { ask } from './service.ts';
import { useCalls } from './use-calls.ts';

export const BROWSERS = '/account/v1/browsers';

export function KnownBrowserStep({ onDone }: { readonly onDone: () => void }) {
  const { browsers } = t.value;
  const { busy, refusal, run } = useCalls();
  const [kept, setKept] = useState(true);
  const remember = () =>
    run(async () => {
      const key = await remembering();
      setKept('browserKey' in key);
      if (!('browserKey' in key)) return;
      await ask('POST', BROWSERS, key);
      onDone();
    });
  return (
    <div class="stack">
      <p>{browsers.needed}</p>
      <p class="small quiet">{browsers.rememberWhy}</p>
      {!kept && <Notice tone="warn">{browsers.keepsNothing}</Notice>}
      <Refused refusal={refusal} />
      <Button kind="main" size="wide" busy={busy} onClick={remember}>
        {browsers.remember}
      </Button>
    </div>
  );
}
