/** The step after the face in a browser that is not known: one thing more, and remembering. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { useKeptFocus } from '../design/kept-focus.ts';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import type { Way } from './answers.ts';
import { type Remembering, remembering } from './browser-key.ts';
import { CodeStep } from './code-step.tsx';
import { AskMailLink } from './mail-link.tsx';
import { knowsPasskeys, type PasskeyBody } from './passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { Remember } from './remember.tsx';
import type { Calls } from './use-calls.ts';

interface FurtherWayProps extends Pick<Calls, 'busy' | 'run'> {
  /** The ways that will do. Empty: the user has none. */
  readonly ways: readonly Way[];
  /** Path of the call that receives a passkey. */
  readonly path: string;
  /** Path of the call that mails a link. Absent: no link is mailed here. */
  readonly mailPath?: string;
  /** True: the browser is not known, and can be remembered. */
  readonly unknown?: boolean;
  /** The problem of the last code. */
  readonly problem?: string | undefined;
  readonly onCode: (code: string, more: Remembering) => Promise<void>;
  readonly onPasskey: (body: PasskeyBody & Remembering) => Promise<void>;
}

export function FurtherWay(props: FurtherWayProps) {
  const { ways, path, mailPath, unknown = false, busy, run, problem, onCode, onPasskey } = props;
  const { passkeys, browsers, account } = t.value;
  const [byCode, setByCode] = useState(false);
  const [remembers, setRemembers] = useState(true);
  const place = useKeptFocus<HTMLDivElement>(byCode);
  const known = knowsPasskeys();
  const code = ways.includes('code');
  const recovery = ways.includes('recovery');
  const takesCode = code || recovery;
  const byPasskey = ways.includes('passkey') && !byCode;
  const more = async () => (unknown && remembers ? remembering() : {});
  return (
    <div class="stack kept-focus" ref={place} tabIndex={-1}>
      {unknown && <p>{browsers.unknown}</p>}
      {ways.length === 0 && <Notice tone="warn">{browsers.noWay}</Notice>}
      {unknown && ways.length > 0 && <Remember checked={remembers} onChecked={setRemembers} />}
      {byPasskey && !known && <p>{passkeys.notHere}</p>}
      {byPasskey && known && (
        <>
          <p>{passkeys.unlock}</p>
          <PasskeyButton
            path={path}
            kind="main"
            words={passkeys.use}
            busy={busy}
            run={run}
            onPasskey={async (body) => onPasskey({ ...body, ...(await more()) })}
          />
        </>
      )}
      {byPasskey && takesCode && (
        <Button kind={known ? 'bare' : 'main'} size="wide" onClick={() => setByCode(true)}>
          {passkeys.codeInstead}
        </Button>
      )}
      {takesCode && !byPasskey && (
        <CodeStep
          busy={busy}
          submit={account.next}
          problem={problem}
          code={code}
          recovery={recovery}
          onCode={(typed) => run(async () => onCode(typed, await more()))}
        />
      )}
      {ways.includes('mail') && mailPath !== undefined && (
        <AskMailLink path={mailPath} busy={busy} run={run} />
      )}
    </div>
  );
}

/** The title of the step, after its first option. */
export function furtherWayTitle(ways: readonly Way[], ofCode: string): string {
  if (ways.includes('passkey')) return t.value.passkeys.step;
  return ways.includes('code') ? ofCode : t.value.browsers.step;
}
