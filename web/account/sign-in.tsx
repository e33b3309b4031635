/** Signs in to the account pages: name, face, and a code if one is set up. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { fill, t } from '../language.ts';
import { operator } from '../operator.ts';
import type { JobError, SignInStep } from './answers.ts';
import type { Remembering } from './browser-key.ts';
import { type FaceBody, FaceStep } from './face-step.tsx';
import { Refused, StepErrors } from './failures.tsx';
import { FurtherWay, furtherWayTitle } from './further-way.tsx';
import { Identify } from './identify.tsx';
import { AskMailLink, mailedToken, OpenMailLink } from './mail-link.tsx';
import { type PasskeyBody, passkeySignsIn } from './passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { ask, sendFace } from './service.ts';
import { StepHeading } from './step-heading.tsx';
import { useCalls } from './use-calls.ts';

const CALLS = '/account/v1/sign-in';
const PASSKEY = '/passkey';

interface SignInProps {
  /** Title above the first step. */
  readonly title: string;
  /** Name of a user who signs in again. */
  readonly known?: string;
  /** True: the user is known, within a dialog that has a title. */
  readonly within?: boolean;
  /** True: nothing may replace the face. */
  readonly faceOnly?: boolean;
  readonly onDone: () => void;
  /** Shown below the first step: what to do without an account. */
  readonly children?: ComponentChildren;
}

export function SignIn(props: SignInProps) {
  const { title, known = '', within = false, faceOnly = false, onDone, children } = props;
  const { account, mailLink, passkeys, signInTitles } = t.value;
  const [identifier, setIdentifier] = useState(known);
  const [state, setState] = useState<SignInStep>();
  // A user who signs in again shows the face.
  const byMail = operator.value.mailSignIn && known === '' && !faceOnly;
  const [token, setToken] = useState(known === '' ? mailedToken : undefined);
  const startAgain = () => {
    setToken(undefined);
    setState(undefined);
  };
  const { busy, refusal, run } = useCalls(startAgain);
  const [errors, setErrors] = useState<readonly JobError[]>([]);
  const take = async (asked: Promise<SignInStep>) => {
    setErrors([]);
    const answer = await asked;
    setErrors(answer.errors);
    setState(answer);
    if (answer.step === 'done') onDone();
  };
  const call = (path: string, body: unknown) => take(ask<SignInStep>('POST', CALLS + path, body));
  const send = (path: string, body: unknown) => run(() => call(path, body));
  const show = (body: FaceBody) =>
    run(() => take(sendFace(`${CALLS}/face`, state?.attempt ?? null, body)));
  const sendPasskey = (body: PasskeyBody & Remembering) => call(PASSKEY, body);
  const open = (more: Promise<Remembering>) =>
    run(async () => {
      await call('/mail-link', { token, ...(await more) });
      setToken(undefined);
    });
  useEffect(() => {
    if (within) send('', { identifier: known });
  }, []);
  const step = token === undefined ? (state?.step ?? 'identify') : 'mail-link';
  const kinds = state?.secondFactors ?? [];
  const titles = {
    ...signInTitles,
    identify: title,
    done: title,
    face: signInTitles.face,
    'mail-link': mailLink.title,
    'second-factor': furtherWayTitle(kinds, signInTitles['second-factor']),
  };
  return (
    <div class={within ? 'stack' : 'card stack'}>
      {!within && <StepHeading step={step} title={titles[step]} />}
      {step === 'face' && <p class="quiet">{fill(account.as, { identifier })}</p>}
      <StepErrors errors={errors} />
      <Refused refusal={refusal} words={mailedToken ? { 404: mailLink.elsewhere } : {}} />
      {step === 'mail-link' && <OpenMailLink busy={busy} onOpen={open} />}
      {step === 'identify' && !(within && busy) && (
        <Identify
          first={known}
          busy={busy}
          byMail={byMail}
          onIdentifier={(typed) => {
            setIdentifier(typed);
            send('', { identifier: typed });
          }}
        >
          {children}
        </Identify>
      )}
      {step === 'face' && (
        <FaceStep
          challenge={state?.challenge ?? []}
          again={errors.length > 0}
          checking={busy}
          onImages={show}
        />
      )}
      {step === 'second-factor' && (
        <FurtherWay
          unknown={state?.unknownBrowser ?? false}
          ways={kinds}
          path={CALLS + PASSKEY}
          mailPath={`${CALLS}/mail`}
          busy={busy}
          run={run}
          onCode={(code, more) => call('/second-factor', { code, ...more })}
          onPasskey={sendPasskey}
        />
      )}
      {step === 'face' && byMail && <AskMailLink path={`${CALLS}/mail`} busy={busy} run={run} />}
      {(step === 'identify' || step === 'face') && !faceOnly && passkeySignsIn() && (
        <PasskeyButton
          path={CALLS + PASSKEY}
          words={passkeys.insteadOfFace}
          busy={busy}
          run={run}
          onPasskey={sendPasskey}
        />
      )}
      {step === 'done' && <p role="status">{account.loading}</p>}
      {step !== 'identify' && step !== 'done' && !within && (
        <Button kind="bare" size="wide" busy={busy} onClick={startAgain}>
          {account.back}
        </Button>
      )}
    </div>
  );
}
