/** A link by mail, after the face or in its place. It only works in the browser that asked for it. */
import { useState } from 'preact/hooks';
import { takeToken } from '../address-token.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import { type Remembering, remembering } from './browser-key.ts';
import { Remember } from './remember.tsx';
import { ask } from './service.ts';
import type { Calls } from './use-calls.ts';

/** Token of the link that opened this page, if any. */
export const mailedToken = takeToken('mail=');

interface AskMailLinkProps extends Pick<Calls, 'busy' | 'run'> {
  /** Path of the call that mails the link. */
  readonly path: string;
}

/** Says the same whether or not a mail is sent. */
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
  /** True: within a session, which remembers no browser by it. */
  readonly within?: boolean;
  readonly onOpen: (more: Promise<Remembering>) => void;
}

/** Requires a click, so that link scanners do not use up the link. */
export function OpenMailLink({ busy, within = false, onOpen }: OpenMailLinkProps) {
  const { mailLink } = t.value;
  const [remembers, setRemembers] = useState(true);
  const open = () => onOpen(remembers && !within ? remembering() : Promise.resolve({}));
  return (
    <>
      <p>{mailLink.onlyIfAsked}</p>
      {!within && <Remember checked={remembers} onChecked={setRemembers} />}
      <Button kind="main" size="wide" busy={busy} onClick={open}>
        {mailLink.open}
      </Button>
    </>
  );
}
