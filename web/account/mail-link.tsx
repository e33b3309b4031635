/** A link by mail in place of the face: asked for here, and opened in the browser that asked. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import { ask } from './service.ts';
import type { Calls } from './use-calls.ts';

const MARK = '#mail=';

/** Of the link that opened this page, if one did; it leaves the address at once. */
export const mailedToken = location.hash.startsWith(MARK)
  ? location.hash.slice(MARK.length)
  : undefined;
if (mailedToken !== undefined) history.replaceState(null, '', location.pathname + location.search);

interface AskMailLinkProps extends Pick<Calls, 'busy' | 'run'> {
  /** Of the call that has it mailed. */
  readonly path: string;
}

/** Says the same whether anything is mailed or not. */
export function AskMailLink({ path, busy, run }: AskMailLinkProps) {
  const { mailLink } = t.value;
  const [sent, setSent] = useState(0);
  const send = () =>
    run(async () => {
      await ask('POST', path);
      setSent(sent + 1);
    });
  return (
    <>
      {sent > 0 && (
        <Notice key={sent} tone="info" live title={mailLink.sent}>
          <p>{mailLink.openHere}</p>
          <p class="small quiet">{mailLink.nothingCame}</p>
        </Notice>
      )}
      <Button size="wide" busy={busy} onClick={send}>
        {sent > 0 ? mailLink.again : mailLink.ask}
      </Button>
    </>
  );
}

interface OpenMailLinkProps {
  readonly busy: boolean;
  readonly onOpen: () => void;
}

/** A press, as what merely looks at links must not use them up. */
export function OpenMailLink({ busy, onOpen }: OpenMailLinkProps) {
  const { mailLink } = t.value;
  return (
    <>
      <p>{mailLink.onlyIfAsked}</p>
      <Button kind="main" size="wide" busy={busy} onClick={onOpen}>
        {mailLink.open}
      </Button>
    </>
  );
}
