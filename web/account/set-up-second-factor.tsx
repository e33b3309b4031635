/** Sets up an authenticator app: a QR code to scan, then a code from the app. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { useKeptFocus } from '../design/kept-focus.ts';
import { t } from '../language.ts';
import type { SecondFactorSetUp, Session } from './answers.ts';
import { CodeStep } from './code-step.tsx';
import { Refused } from './failures.tsx';
import { ask, Refusal } from './service.ts';
import './set-up-second-factor.css';
import { useCalls } from './use-calls.ts';

export const SECOND_FACTOR = '/account/v1/second-factor';

interface SetUpSecondFactorProps<T> {
  /** Path of the calls. Absent: those of the profile. */
  readonly path?: string | undefined;
  /** Receives the service's response once the app is in force: a session, or a step of a login. */
  readonly onDone: (answer: T) => void;
  /** Called if the session or login has started anew elsewhere. */
  readonly onOvertaken?: (() => void) | undefined;
  readonly disabled?: boolean;
  /** Label of the start button. Absent: its card says what it sets up. */
  readonly words?: string;
  /** Explains what an authenticator app is. Other options show until one is started. */
  readonly what?: string;
  readonly children?: ComponentChildren;
}

export function SetUpSecondFactor<T = Session>(props: SetUpSecondFactorProps<T>) {
  const { path = SECOND_FACTOR, onDone, onOvertaken, disabled = false } = props;
  const { words = t.value.profile.setUp, what, children } = props;
  const { shell, account, profile, faceErrors } = t.value;
  const { busy, refusal, run, forget } = useCalls(onOvertaken);
  const [setUp, setSetUp] = useState<SecondFactorSetUp>();
  const place = useKeptFocus<HTMLDivElement>(setUp);
  const begin = () =>
    run(async () => {
      try {
        setSetUp(await ask('POST', path));
      } catch (error) {
        // Another window has set one up meanwhile.
        if (!(error instanceof Refusal && error.status === 400)) throw error;
        onDone(await ask('GET', '/account/v1/session'));
      }
    });
  const confirm = (code: string) => run(async () => onDone(await ask('PUT', path, { code })));
  const cancel = () => {
    forget();
    setSetUp(undefined);
  };
  if (setUp === undefined)
    return (
      <div class="stack kept-focus" ref={place} tabIndex={-1}>
        <Refused refusal={refusal} words={{ 403: account.signInAgain }} />
        {what && <p class="small quiet">{what}</p>}
        <div>
          <Button disabled={disabled} busy={busy} onClick={begin}>
            {words}
          </Button>
        </div>
        {children}
      </div>
    );
  return (
    <div class="stack kept-focus" ref={place} tabIndex={-1}>
      <p>{profile.scan}</p>
      <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(setUp.qr)}`} alt={profile.qr} />
      <a class="button button-plain open-here" href={setUp.uri}>
        {profile.openHere}
      </a>
      <p class="small">
        {profile.typeSecret} <code class="secret">{setUp.secret}</code>
      </p>
      <Refused refusal={refusal} words={{ 400: faceErrors.WrongCode, 403: account.signInAgain }} />
      <CodeStep busy={busy} submit={profile.turnOn} onCode={confirm} />
      <Button kind="bare" size="wide" onClick={cancel}>
        {/* Beside a login's own way out it is a step back. */}
        {children === undefined ? shell.cancel : account.back}
      </Button>
    </div>
  );
}
